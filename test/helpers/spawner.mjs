/** Starts processes for a test worker, one after another: see spawn.ts. Ends when the worker does. */
import { spawnSync } from 'node:child_process'
import { readSync, writeFileSync } from 'node:fs'

const [ASKED, ANSWERED] = [3, 4]

/** What is asked next, undefined when nobody can ask any more. */
function read() {
  const length = readBytes(4)?.readUInt32LE()
  return length === undefined ? undefined : JSON.parse(readBytes(length).toString())
}

function readBytes(length) {
  const bytes = Buffer.alloc(length)
  for (let at = 0; at < length;) {
    const got = readSync(ASKED, bytes, at, length - at, null)
    if (got === 0) return undefined
    at += got
  }
  return bytes
}

function write(answer) {
  const bytes = Buffer.from(JSON.stringify(answer))
  const length = Buffer.alloc(4)
  length.writeUInt32LE(bytes.length)
  writeFileSync(ANSWERED, Buffer.concat([length, bytes]))
}

for (let asked = read(); asked; asked = read()) {
  const { file, args, options, input } = asked
  if (input !== undefined) options.input = Buffer.from(input, 'base64')
  const { error, pid, status, signal, stdout, stderr } = spawnSync(file, args, options)
  write({
    pid,
    status,
    signal,
    stdout: stdout?.toString('base64') ?? null,
    stderr: stderr?.toString('base64') ?? null,
    ...(error && { error: { message: error.message, code: error.code } }),
  })
}
