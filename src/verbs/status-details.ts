/** What status tells only when asked, since it takes longer: how much room memory takes, and how it stands to the remote. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { bytesBelow } from '../store/gc.js'
import { readConfig } from '../store/git/config.js'
import { listLineTips } from '../store/line/line-refs.js'
import { memoryRemote } from '../store/share/remote.js'
import type { Workspace } from '../store/workspace.js'

export interface StatusDetails {
  /** Bytes of local files, by the directory below `.git/ralph` that holds them. */
  sizes: { name: string; bytes: number }[]
  sync: {
    /** Missing when there is none to share with. */
    remote?: string
    /** Lines that differ from what the remote last had, or that it has not. */
    lines: { branch: string; state: 'new' | 'differs' | 'only-there' }[]
  }
}

export async function detailsOf({ repo }: Workspace): Promise<StatusDetails> {
  const remote = memoryRemote(await readConfig(repo), repo.env.vars)
  const tips = await listLineTips(repo)
  const theirs = new Map(
    tips.filter((line) => line.remote === remote).map(({ branch, tip }) => [branch, tip]),
  )
  const ours = new Map(
    tips.filter((line) => line.remote === undefined).map(({ branch, tip }) => [branch, tip]),
  )
  const lines = [...new Set([...ours.keys(), ...theirs.keys()])].toSorted().flatMap((branch) => {
    const [here, there] = [ours.get(branch), theirs.get(branch)]
    if (here === there) return []
    const state = there === undefined ? 'new' : here === undefined ? 'only-there' : 'differs'
    return [{ branch, state } as const]
  })
  return {
    sizes: sizesIn(repo.ralphDir),
    sync: remote === undefined ? { lines: [] } : { remote, lines },
  }
}

function sizesIn(dir: string): StatusDetails['sizes'] {
  return namesIn(dir)
    .map((name) => ({ name, bytes: bytesBelow(join(dir, name)) }))
    .toSorted((a, b) => b.bytes - a.bytes)
}

function namesIn(dir: string): string[] {
  try {
    return readdirSync(dir, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
  } catch {
    return []
  }
}
