/** The plugin is run as opencode runs it, with a git-ralph that writes down what it is told. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { renderOpencodePlugin } from '../../src/wiring/opencode-plugin.js'
import { makeDir } from '../helpers/repo.js'
import { spawnSync } from '../helpers/spawn.js'

interface Told {
  args: string[]
  payload: Record<string, unknown>
}

/** Runs `script` with the plugin's hooks at hand. Answers what git-ralph was told, and what the script printed. */
function play(script: string, answer: string): { told: Told[]; printed: unknown; err: string } {
  const dir = makeDir()
  writeFileSync(
    join(dir, 'git-ralph.cjs'),
    `const fs = require('node:fs')
     const payload = JSON.parse(fs.readFileSync(0, 'utf8'))
     fs.appendFileSync(${JSON.stringify(join(dir, 'told'))}, JSON.stringify({ args: process.argv.slice(2), payload }) + '\\n')
     ${answer}`,
  )
  const bin = join(dir, 'git-ralph.cjs')
  writeFileSync(join(dir, 'plugin.mjs'), renderOpencodePlugin({ node: process.execPath, bin }))
  writeFileSync(
    join(dir, 'play.mjs'),
    `import { GitRalph } from './plugin.mjs'
     const hooks = await GitRalph({ directory: ${JSON.stringify(dir)}, client: {} })
     ${script}`,
  )
  writeFileSync(join(dir, 'told'), '')
  const { stdout, stderr } = spawnSync(process.execPath, [join(dir, 'play.mjs')], { encoding: 'utf8' })
  const told = readFileSync(join(dir, 'told'), 'utf8').split('\n').filter(Boolean)
  return {
    told: told.map((line) => JSON.parse(line) as Told),
    printed: stdout === '' ? undefined : JSON.parse(stdout),
    err: stderr,
  }
}

const SESSION = `
  const sessionID = 'ses_1'
  const system = ['you are']
  const result = { title: 't', output: 'ENOENT', metadata: { exit: 1 } }
  const shell = { env: {} }
  await hooks.event({ event: { type: 'session.created', properties: { info: { id: sessionID } } } })
  await hooks['chat.message']({ sessionID }, { message: {}, parts: [{ type: 'text', text: 'hi' }] })
  await hooks['experimental.chat.system.transform']({ sessionID, model: {} }, { system })
  await hooks['tool.execute.after']({ tool: 'bash', sessionID, callID: 'c', args: { command: 'x' } }, result)
  await hooks['shell.env']({ cwd: '/', sessionID }, shell)
  await hooks.event({ event: { type: 'session.idle', properties: { sessionID } } })
  console.log(JSON.stringify({ system, output: result.output, env: shell.env }))`

describe('the opencode plugin', () => {
  it('hands over what happens, and puts the answers where the model reads them', () => {
    const { told, printed, err } = play(
      SESSION,
      'console.log(JSON.stringify({ context: `about ${process.argv[4]}` }))',
    )
    expect(err).toBe('')
    expect(printed).toEqual({
      system: ['you are', 'about session.created', 'about chat.message'],
      output: 'ENOENT\n\nabout tool.execute.after',
      env: { RALPH_SESSION: 'ses_1' },
    })
    const events = told.map(({ args }) => args.join(' ')).toSorted()
    expect(events).toEqual(
      ['chat.message', 'dispose', 'session.created', 'session.idle', 'tool.execute.after'].map(
        (event) => `hook opencode ${event}`,
      ),
    )
    const tool = told.find(({ args }) => args[2] === 'tool.execute.after')!
    expect(tool.payload).toMatchObject({
      sessionID: 'ses_1',
      tool: 'bash',
      args: { command: 'x' },
      output: 'ENOENT',
      metadata: { exit: 1 },
    })
  })

  it.each([
    ['fails', 'process.exit(1)'],
    ['says nothing', ''],
    ['talks nonsense', 'console.log("<html>")'],
    ['answers with something else', 'console.log("[1]")'],
  ])('does not disturb opencode when git-ralph %s', (_, answer) => {
    const { told, printed, err } = play(SESSION, answer)
    expect(told).toHaveLength(5)
    expect({ printed, err }).toEqual({
      printed: { system: ['you are'], output: 'ENOENT', env: { RALPH_SESSION: 'ses_1' } },
      err: '',
    })
  })

  it('does not disturb opencode when there is no git-ralph, or an event is not as it was', () => {
    const dir = makeDir()
    writeFileSync(join(dir, 'plugin.mjs'), renderOpencodePlugin({ node: '/nowhere/node', bin: 'x' }))
    writeFileSync(
      join(dir, 'play.mjs'),
      `import { GitRalph } from './plugin.mjs'
       const hooks = await GitRalph({ directory: ${JSON.stringify(dir)} })
       for (const hook of Object.values(hooks)) { await hook(); await hook(null, null); await hook({}, {}) }
       ${SESSION}`,
    )
    const { stdout, stderr, status } = spawnSync(process.execPath, [join(dir, 'play.mjs')], {
      encoding: 'utf8',
    })
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 })
    expect(JSON.parse(stdout)).toMatchObject({ output: 'ENOENT' })
  })
})
