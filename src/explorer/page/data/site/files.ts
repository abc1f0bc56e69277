/** The files of an exported site: each is fetched once, when it is first wanted. */
import { SourceError } from '../source.js'

const NOT_THERE = 'a file of this site is missing'
const asked = new Map<string, Promise<unknown>>()

export function read<T>(name: string): Promise<T> {
  let answer = asked.get(name)
  if (!answer) {
    answer = fetchFile(name)
    asked.set(name, answer)
    // The network may come back.
    answer.catch(() => asked.delete(name))
  }
  return answer as Promise<T>
}

async function fetchFile(name: string): Promise<unknown> {
  const response = await fetch(`data/${name}.json`).catch(() => undefined)
  if (!response?.ok)
    throw new SourceError('no-file', `${NOT_THERE}: data/${name}.json`, 'git ralph explore --export <dir>')
  return response.json()
}
