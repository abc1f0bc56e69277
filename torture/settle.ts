/** After the storm: every line is merged into main's, and all clones share until nothing moves any more. */
import { runGit } from '../test/helpers/git.js'
import type { Log } from './log.js'
import { type Ended, runRalph, runUserGit } from './processes.js'
import { type Desk, repositoriesOf, type World } from './world.js'

const LINES = 'refs/ralph-memory'
const MOST_ROUNDS = 6

export async function settle(world: World, log: Log): Promise<void> {
  const homes = world.desks.filter(({ isHome }) => isHome)
  for (const { dir } of homes) {
    const { code, err } = await runUserGit(dir, ['checkout', '-q', 'main'])
    if (code !== 0) log.found(`${dir} cannot go back to main: ${err}`)
  }
  for (let round = 1; round <= MOST_ROUNDS; round++) {
    for (const home of round % 2 === 0 ? homes.toReversed() : homes) await gather(home, log)
    if (isQuiet(world)) return
  }
  log.found(`the clones do not agree after ${MOST_ROUNDS} rounds of sharing`)
}

async function gather(home: Desk, log: Log): Promise<void> {
  await must(home, log, ['sync'])
  const names = runGit(home.dir, 'for-each-ref', '--format=%(refname)', LINES).trim().split('\n')
  for (const ref of names.filter((name) => name !== '' && name !== `${LINES}/main`))
    await must(home, log, ['merge', decodeURIComponent(ref.slice(LINES.length + 1))])
  await must(home, log, ['sync'])
}

async function must(home: Desk, log: Log, args: string[]): Promise<Ended> {
  const ended = await runRalph(home, args)
  log.ended({ who: home.name, what: `settle ${args[0]}`, args }, ended)
  if (ended.code !== 0)
    log.found(
      `${home.name}: \`git ralph ${args.join(' ')}\` ended with ${ended.code} when all was quiet: ${ended.err.trim()}`,
    )
  return ended
}

/** Whether all repositories have the same memories and the same journal. */
function isQuiet(world: World): boolean {
  const states = repositoriesOf(world).map((repo) =>
    runGit(repo, 'for-each-ref', '--format=%(refname) %(tree)', `${LINES}/main`, 'refs/notes/ralph'),
  )
  return new Set(states).size === 1
}
