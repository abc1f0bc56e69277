/** Stands in for vitest while mutants are tried: `describe` and `it` only collect, so that tests can be run again and again in one process. Snapshots need vitest itself. */
import { format } from 'node:util'

export { expect } from 'vitest'

/** `{ id, file, run }`, in the order in which they were written. */
export const tests = []
const names = []
let file = ''

/** What is collected from now on belongs to this file. */
export function startFile(name) {
  file = name
}

export function describe(name, body) {
  names.push(name)
  body()
  names.pop()
}

export function it(name, run) {
  const title = [...names, name].join(' ')
  const same = tests.filter((test) => test.file === file && test.title === title).length
  tests.push({ id: `${file}#${title}${same === 0 ? '' : ` (${same + 1})`}`, title, file, run })
}
it.each = (cases) => (name, run) => {
  for (const one of cases) {
    const values = Array.isArray(one) ? one : [one]
    const used = name.match(/%[sdifjoO]/g)?.length ?? 0
    it(format(name, ...values.slice(0, used)), () => run(...values))
  }
}
export const test = it
