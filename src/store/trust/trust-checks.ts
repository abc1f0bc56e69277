/** What `doctor` looks at besides: secrets that are stored, what waits in quarantine, signing, links in our way. */
import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { allowedIn, nameSecrets, secretsOf } from '../../memory/admit.js'
import { renderMemory } from '../../memory/markdown.js'
import type { Finding } from '../checks.js'
import { readConfig } from '../git/config.js'
import type { Repo } from '../git/repo.js'
import { useSnapshot } from '../index/snapshot.js'
import type { View } from '../line/line.js'
import type { Settings } from '../settings/settings.js'
import { readReview } from './review.js'

const MOST_NAMED = 5

export async function storedSecrets(repo: Repo, view: View): Promise<Finding[]> {
  const found = await useSnapshot(repo, view.tip, (snapshot) =>
    snapshot.entries().flatMap(({ memory }) => {
      const secrets = secretsOf(memory)
      return secrets.length > 0 && allowedIn(renderMemory(memory)) === undefined
        ? [{ id: memory.id, secrets }]
        : []
    }),
  )
  if (found.length === 0)
    return [{ check: 'secrets', level: 'ok', message: 'no memory holds a known kind of secret' }]
  return found.slice(0, MOST_NAMED).map(({ id, secrets }) => ({
    check: 'secrets',
    level: 'problem',
    message: `'${id}' looks like it holds a secret: ${nameSecrets(secrets)}`,
    hint: `revoke it; then git ralph purge ${id}, or git ralph edit ${id} --allow-secret "<why>"`,
  }))
}

export function quarantine(repo: Repo): Finding[] {
  const held = [...readReview(repo).values()].filter(({ state }) => state === 'held').length
  if (held === 0) return []
  const message = `${held} ${held === 1 ? 'text waits' : 'texts wait'} in quarantine`
  return [{ check: 'quarantine', level: 'warning', message, hint: 'git ralph review' }]
}

export async function signing(repo: Repo, _view: View, settings: Settings): Promise<Finding[]> {
  if (!settings.sign) return []
  const { git } = await readConfig(repo)
  const key =
    git['user.signingkey'] ?? (await repo.tryGit(['config', 'user.signingkey'])).stdout.toString().trim()
  const format = (await repo.tryGit(['config', 'gpg.format'])).stdout.toString().trim() || 'openpgp'
  if (key || format !== 'ssh') return [{ check: 'signing', level: 'ok', message: `by ${format}` }]
  return [
    {
      check: 'signing',
      level: 'problem',
      message: 'ralph.sign is set, but git has no key to sign with',
      hint: 'git config user.signingKey <key>',
    },
  ]
}

/** Our directory must be our own: through a link somebody else could read what we write. */
export function links(repo: Repo): Finding[] {
  const parts = ['', 'index', 'vectors', 'cache', 'render', 'locks', 'edit'].map((name) =>
    join(repo.ralphDir, name),
  )
  return parts
    .filter((path) => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink())
    .map((path) => ({
      check: 'links',
      level: 'problem',
      message: `'${path}' is a link`,
      hint: 'delete it; git-ralph makes a directory of its own',
    }))
}

const MANY_LOOSE = 6000

export async function looseObjects(repo: Repo): Promise<Finding[]> {
  const count = Number(/^count: (\d+)/m.exec(await repo.git(['count-objects', '-v']))?.[1] ?? 0)
  if (count < MANY_LOOSE) return []
  return [
    {
      check: 'objects',
      level: 'warning',
      message: `${count} loose objects`,
      hint: 'git ralph gc, or git gc',
    },
  ]
}
