/** Every fenced block of the documentation is typed, read by the code that it is meant for, or named here with the reason why not. */
import { describe, expect, it } from 'vitest'
import { parseArticle } from '../../src/memory/knowledge-file.js'
import { parseMemory } from '../../src/memory/markdown.js'
import { remember } from '../../src/verbs/remember.js'
import { type Block, blocksOf, blockWith, PAGES, ROOT } from './fences.js'
import { makeTypist } from './typist.js'

/** Page and beginning of a line of the block. */
type Place = [page: string, line: string]

const LEFT_ALONE: [...Place, why: string][] = [
  ['README.md', 'npm run demo', 'by `npm run newcomer`: it takes minutes'],
  ['README.md', '# A repository that remembers', 'in test/cli/demo.test.ts'],
  ['README.md', 'npm install -g .', 'by `npm run newcomer`: it needs the network'],
  ['README.md', 'import { processEnv, recall }', 'by `npm run newcomer`: it needs an installation'],
  ['CONTRIBUTING.md', 'npm test', 'test/docs.test.ts sees that there are such scripts; each takes minutes'],
  ['docs/agents.md', '<project-memory>', 'what an agent is told, not a command'],
  ['docs/architecture.md', '   doors', 'a drawing'],
  ['docs/ci.md', 'memory:', 'needs GitLab; its script is run in test/e2e/ci.test.ts'],
  ['docs/ci.md', 'git clone <url>', 'land.sh is run in test/e2e/ci.test.ts'],
  ['docs/data-model.md', 'memories/<xx>', 'paths in a tree'],
  ['docs/data-model.md', 'remember fix:', 'a commit message'],
  [
    'docs/explorer.md',
    'git ralph explore  ',
    'serves until it is interrupted; test/explorer/server.test.ts does',
  ],
  ['docs/explorer.md', 'curl -H', 'test/explorer/server.test.ts asks the same'],
  ['docs/guide.md', '<journal>what was decided', 'what an agent prints'],
  ['docs/install.md', '/plugin install', 'typed into Claude Code; test/e2e/plugin.test.ts does'],
  ['docs/journal.md', 'Ralph-Journal:', 'a note'],
  ['docs/portability.md', 'npm run newcomer', 'as in CONTRIBUTING.md'],
  ['docs/reliability.md', 'npm run torture -- --minutes 60 [--seed S]', 'by `.ci/run`, for two minutes'],
  ['docs/reliability.md', '39 rounds in', 'what an hour of it printed'],
  ['docs/reliability.md', 'npm run torture -- --seed 21', 'as in CONTRIBUTING.md'],
  ['docs/reliability.md', 'npm run torture -- --faults', 'as in CONTRIBUTING.md'],
  ['docs/tasks.md', '## Codebase Patterns', 'a file'],
  ['docs/testing.md', 'npm run coverage', 'as in CONTRIBUTING.md'],
  ['docs/testing.md', 'npm run mutation', 'as in CONTRIBUTING.md'],
  ['docs/where-to-store.md', 'What kind of thing', 'a drawing; its commands are parsed in test/docs.test.ts'],
]

const DATA: Place[] = [
  ['docs/json.md', '  "id": "mem-1737390000-a7b8"'],
  ['docs/mcp.md', '{ "mcpServers"'],
  ['docs/mcp.md', '  "type": "mcp_tool"'],
  ['docs/tasks.md', '    "id": "ins-'],
  ['docs/tasks.md', '{ "version": 1,'],
]

const typed: Block[] = []

/** A block that a test below is about. */
function shown(...[page, line]: Place): Block {
  const block = blockWith(page, line)
  typed.push(block)
  return block
}

const key = ({ page, lines }: Block): string => `${page}: ${lines.join('\n')}`

describe('the guide', () => {
  const ada = makeTypist()
  const first = shown('docs/guide.md', '$ git ralph init')
  const again = shown('docs/guide.md', '$ git ralph remember "econnrefused')
  const branch = shown('docs/guide.md', '$ git switch -q -c webhooks')
  const land = shown('docs/guide.md', '$ git ralph land')
  const byHand = shown('docs/guide.md', '$ git ralph list')
  const inFile = shown('docs/guide.md', '### mem-1737390000-a7b8')
  const secret = shown('docs/guide.md', '$ git ralph remember "the deploy token')
  const imports = shown('docs/guide.md', 'git ralph import --from claude')
  const articles = shown('docs/guide.md', '$ git ralph know add')
  const task = shown('docs/guide.md', 'git ralph task start')
  const lines = shown('docs/guide.md', '$ git ralph lines')
  const sync = shown('docs/guide.md', '$ git ralph sync')

  it('takes the first steps', () => {
    ada.follow(first)
    ada.follow(again)
  })

  it('refuses a secret', () => {
    const token = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`
    ada.follow(secret, { code: 3, replace: (command) => command.replace('ghp_…', token) })
  })

  it('stores what is written into the file by hand', () => {
    const path = '.agent/memories.md'
    const text = ada.type(`cat ${path}`)
    const added = inFile.lines.slice(2).join('\n')
    const edited = text.replace('up -d', 'up --detach')
    ada.write(path, edited.replace('## Fixes\n', `## Fixes\n\n${added}\n`))
    ada.follow(byHand)
    expect(ada.type('git ralph show a7b8')).toContain(
      "ECONNREFUSED on port 5432 means PostgreSQL isn't running.",
    )
  })

  it('follows a branch and lands', () => {
    ada.follow(branch)
    ada.type('git ralph remember "handlers must be idempotent"')
    ada.commit('handle webhooks', { handler: 'dedupe\n' })
    // As where the hooks are not installed: they would have landed it.
    ada.type('git switch -q main && git -c core.hooksPath=/dev/null merge -q webhooks')
    ada.follow(land)
  })

  it('imports, keeps articles and a task', () => {
    const project = ada.dir.replace(/[^A-Za-z0-9]/g, '-')
    ada.write(`../.claude/projects/${project}/memory/MEMORY.md`, '- Deploys happen on Fridays\n')
    ada.write('AGENTS.md', '# Agents\n\n- Run the tests before a commit\n')
    ada.write('progress.txt', '## Codebase Patterns\n- Money is kept as integer cents\n')
    ada.follow(imports)
    ada.follow(articles)
    ada.follow(task)
  })

  it('tells what became of each line', async () => {
    const team = makeTypist()
    const env = team.env()
    const as = (name: string) => ({
      ...env,
      vars: { ...env.vars, GIT_AUTHOR_NAME: name, GIT_COMMITTER_NAME: name },
    })
    const [lin, ada] = [as('Lin'), as('Ada')]
    await remember(lin, 'known from the start')
    team.git('switch', '-q', '-c', 'login')
    await remember(lin, 'learnt on login')
    team.commit('login', { login: '' })
    team.git('switch', '-q', 'main')
    team.git('branch', '-q', '-D', 'login')
    team.git('switch', '-q', '-c', 'webhooks')
    await remember(ada, 'learnt on webhooks')
    await remember(ada, 'learnt later on webhooks')
    team.git('switch', '-q', 'main')
    await remember(lin, 'learnt on main')
    team.git('switch', '-q', 'webhooks')
    team.follow(lines)
  })

  it('shares with the remote', () => {
    const [one, other] = [makeTypist(), makeTypist()]
    one.type('git init -q --bare ../origin.git')
    for (const clone of [one, other]) clone.git('remote', 'add', 'origin', `${one.dir}/../origin.git`)
    one.type('git ralph remember "from here" && git ralph sync')
    other.type('git ralph remember "from elsewhere" && git ralph sync')
    one.type('git ralph remember "from here, too"')
    one.follow(sync)
  })
})

describe('the other pages', () => {
  const fork = shown('docs/ci.md', 'git remote add ada')
  const wiring = shown('docs/install.md', 'git ralph install claude codex')
  const journal = shown('docs/journal.md', 'git ralph journal add')
  const loop = shown('docs/loop.md', '$ git ralph loop start')
  const rollback = shown('docs/loop.md', '$ git ralph loop rollback')
  const settings = shown('docs/loop.md', '  max_iterations: 10')
  const own = shown('CONTRIBUTING.md', 'git config core.hooksPath .githooks')

  it('takes over what a fork has learnt', () => {
    const [here, ada] = [makeTypist(), makeTypist()]
    here.git('config', `url.file://${ada.dir}.insteadOf`, 'https://github.com/ada/project')
    ada.type('git switch -q -c topic && git ralph remember "learnt in a fork"')
    here.follow(fork)
    expect(here.type('git ralph list')).toContain('learnt in a fork')
  })

  it('wires agents and takes them out again', () => {
    const repo = makeTypist()
    repo.follow(wiring)
    expect(repo.git('status', '--short')).toMatch(/\.claude\/[\s\S]*\.codex\//)
    expect(repo.git('status', '--short')).not.toContain('.cursor')
  })

  it('journals', () => {
    const repo = makeTypist()
    repo.follow(journal)
    expect(repo.type('git log --notes=ralph')).toContain('HashMap is enough')
  })

  it('runs a loop and takes an iteration back', () => {
    const repo = makeTypist()
    const check = `const failing = [[sum(1, 2), 3], [twice(3), 6]].filter(([is, should]) => is !== should).length
if (failing) console.log(failing + ' failing\\nAssertionError: wrong results')
process.exitCode = failing`
    repo.commit('sums', {
      'package.json': '{ "scripts": { "test": "node test.js" } }\n',
      'sum.js': 'exports.sum = (a, b) => a - b\n',
      'twice.js': 'exports.twice = (a) => a + 2\n',
      'test.js': `const { sum } = require('./sum')\nconst { twice } = require('./twice')\n${check}\n`,
      '../fix.sh': `if grep -q 'a - b' sum.js; then
  sed -i 's/a - b/a + b/' sum.js
  echo 'sum subtracted; it adds now.'
  echo '<journal>sum was wrong; twice looks wrong too</journal>'
else
  sed -i 's/a + 2/a * 2/' twice.js
  echo 'twice doubles now.'
  echo '<memory type="fix" tags="math">twice has to multiply: adding 2 is right for 2 only</memory>'
fi
`,
    })
    repo.follow(loop)
    repo.follow(rollback)
  })

  it('reads the settings of a loop', () => {
    const repo = makeTypist()
    repo.write('package.json', '{ "scripts": { "test": "true", "lint": "true" } }\n')
    repo.write('ralph.yml', settings.lines.join('\n'))
    expect(repo.type('git ralph loop start "all is well" --agent true --dry-run')).toContain('npm run lint')
  })

  it('sets the hooks of this repository', () => {
    const repo = makeTypist()
    repo.follow(own)
    expect(repo.type(`ls '${ROOT}.githooks'`)).toContain('post-commit')
  })
})

describe('the explorer', () => {
  const site = shown('docs/explorer.md', 'git ralph explore --export')

  it('writes a site', () => {
    const repo = makeTypist()
    repo.follow(site)
    expect(repo.type('ls site')).toContain('index.html')
  })
})

describe('data in the documentation', () => {
  const memory = shown('docs/data-model.md', 'id: mem-1737390000-a7b8')
  const article = shown('docs/data-model.md', 'title: "Cargo bench')

  it.each(DATA.map((place) => shown(...place)))('$page: $lines.0 … is JSON', ({ lines }) => {
    expect(JSON.parse(lines.join('\n'))).toBeInstanceOf(Object)
  })

  it('is a memory and an article in the format that is read', () => {
    expect(parseMemory(`${memory.lines.join('\n')}\n`)).toMatchObject({
      id: 'mem-1737390000-a7b8',
      type: 'fix',
    })
    expect(parseArticle(`${article.lines.join('\n')}\n`)).toMatchObject({
      title: 'Cargo bench requires nightly',
    })
  })
})

it('leaves no block out', () => {
  const alone = LEFT_ALONE.map(([page, line]) => blockWith(page, line))
  const named = [...typed, ...alone].map(key)
  expect(new Set(named).size).toBe(named.length)
  // What benches print is not typed: their names are checked in test/docs.test.ts.
  const all = PAGES.filter((page) => page !== 'docs/performance.md').flatMap(blocksOf)
  expect(all.map(key).filter((one) => !named.includes(one))).toEqual([])
})
