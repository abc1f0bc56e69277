/** Who a commit is by: git's own rules, without a process in the usual case. */
import { RalphError } from '../../errors.js'
import { readConfig } from './config.js'
import type { Person } from './objects.js'
import type { Repo } from './repo.js'

type Role = 'author' | 'committer'

export async function readIdentity(repo: Repo): Promise<{ author: Person; committer: Person }> {
  return { author: await personOf(repo, 'author'), committer: await personOf(repo, 'committer') }
}

async function personOf(repo: Repo, role: Role): Promise<Person> {
  const { git } = await readConfig(repo)
  const prefix = `GIT_${role.toUpperCase()}`
  const name = repo.vars[`${prefix}_NAME`] || git[`${role}.name`] || git['user.name']
  const email = repo.vars[`${prefix}_EMAIL`] || git[`${role}.email`] || git['user.email']
  // A date given in the environment may have any of git's formats, and a missing name is made up from the machine: both are git's affair.
  if (!name || !email || repo.vars[`${prefix}_DATE`]) return askGit(repo, prefix)
  const now = repo.env.now()
  return {
    name: stripCrud(name),
    email: stripCrud(email),
    timestamp: Math.floor(now.getTime() / 1000),
    timezoneOffset: now.getTimezoneOffset(),
  }
}

async function askGit(repo: Repo, prefix: string): Promise<Person> {
  const answer = await repo.tryGit(['var', `${prefix}_IDENT`])
  const match = /^(.*) <(.*)> (\d+) ([+-])(\d\d)(\d\d)$/.exec(answer.stdout.toString('utf8').trim())
  if (answer.code !== 0 || !match) {
    throw new RalphError('no-identity', 'git does not know who you are, and every memory has an author', {
      hint: 'git config --global user.name "Your Name" && git config --global user.email you@example.com',
      data: { said: answer.stderr },
    })
  }
  const [, name, email, seconds, sign, hours, minutes] = match
  const east = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1)
  return { name: name!, email: email!, timestamp: Number(seconds), timezoneOffset: east === 0 ? 0 : -east }
}

/** As git: no angle brackets or newlines in a name, no punctuation around it. */
function stripCrud(text: string): string {
  return text.replace(/[<>\n\0]/g, '').replace(/^[\s.,:;"\\']+|[\s.,:;"\\']+$/g, '')
}
