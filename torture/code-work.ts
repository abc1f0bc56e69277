/** What people do with code and with git beside: nobody's code conflicts with another's. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Actor } from './actors.js'
import { type Ended, runUserGit } from './processes.js'

export async function workOnCode(actor: Actor): Promise<void> {
  const { dice, onSmallDisk } = actor.desk
  const does = dice(12)
  if (does === 0) return void (await git(actor, ['pack-refs', '--all']))
  if (does === 1) return void (await git(actor, gcOf(actor)))
  // Git itself would leave a work tree half changed when the disk is full.
  if (onSmallDisk) return
  if (does < 5) return commitSomething(actor)
  if (actor.branch === 'main')
    return does < 8 ? startBranch(actor) : does < 10 ? switchBranch(actor) : publish(actor)
  if (does < 7 || !actor.desk.isHome) return rebase(actor)
  return does < 9 ? switchBranch(actor) : land(actor, does % 3)
}

/** Within what git promises: nothing younger than a process may take. */
function gcOf({ desk, stage }: Actor): string[] {
  if (stage.clocksJump || desk.dice(2) === 0) return ['gc', '-q']
  return desk.dice(2) === 0 ? ['prune', '--expire=30.seconds.ago'] : ['gc', '-q', '--prune=30.seconds.ago']
}

async function commitSomething(actor: Actor): Promise<void> {
  const file = `code/${actor.word()}.txt`
  mkdirSync(join(actor.desk.dir, 'code'), { recursive: true })
  writeFileSync(join(actor.desk.dir, file), `${file}\n`)
  await git(actor, ['add', file])
  await git(actor, ['commit', '-q', '-m', `add ${file}`])
}

async function startBranch(actor: Actor): Promise<void> {
  const branch = `topic/${actor.word()}`
  const { code } = await git(actor, ['checkout', '-q', '-b', branch])
  if (code === 0) {
    actor.branch = branch
    actor.topics.push(branch)
  }
  await commitSomething(actor)
}

async function switchBranch(actor: Actor): Promise<void> {
  const others = ['main', ...actor.topics].filter((branch) => branch !== actor.branch)
  const branch = others[actor.desk.dice(Math.max(others.length, 1))]
  if (branch === undefined) return
  if ((await git(actor, ['checkout', '-q', branch])).code === 0) actor.branch = branch
}

async function publish(actor: Actor): Promise<void> {
  if ((await git(actor, ['fetch', '-q', 'origin', 'main'])).code !== 0) return
  await git(actor, ['merge', '-q', '--no-edit', 'FETCH_HEAD'])
  await git(actor, ['push', '-q', 'origin', 'main'])
}

async function rebase(actor: Actor): Promise<void> {
  await git(actor, ['rebase', '-q', 'main'])
}

/** By merge, by squash or by rebase; then the branch is deleted. */
async function land(actor: Actor, how: number): Promise<void> {
  const topic = actor.branch
  if (how === 1) await git(actor, ['rebase', '-q', 'main'])
  if ((await git(actor, ['checkout', '-q', 'main'])).code !== 0) return
  actor.branch = 'main'
  if (how === 0) {
    await git(actor, ['merge', '-q', '--squash', topic])
    await git(actor, ['commit', '-q', '--allow-empty', '-m', `squash ${topic}`])
  } else await git(actor, ['merge', '-q', '--no-edit', topic])
  if (actor.desk.dice(2) === 0) await actor.ralph('land', ['land'])
  await git(actor, ['branch', '-q', '-D', topic])
  actor.topics.splice(actor.topics.indexOf(topic), 1)
}

async function git(actor: Actor, args: string[]): Promise<Ended> {
  const { name, dir } = actor.desk
  const ended = await runUserGit(dir, args)
  actor.stage.log.ended({ who: name, what: `git ${args[0]}`, args }, ended)
  if (ended.code !== 0 && /ralph/.test(ended.err) && !/ralph-torture-/.test(ended.err))
    actor.stage.log.found(`${name}: 'git ${args.join(' ')}' failed, and we were in it: ${ended.err.trim()}`)
  return ended
}
