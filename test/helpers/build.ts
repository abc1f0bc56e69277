/** Before all tests: builds dist/, whose bin those in test/cli run, and makes the place of the repositories that test/helpers/repo.ts copies. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { DISK } from './disk.js'

declare module 'vitest' {
  export interface ProvidedContext {
    templates: string
  }
}

/** What dist/ is made from. */
const SOURCES = ['src', 'scripts', 'package-lock.json']

/** `npm test` has built already, and each project of vitest's comes by here. */
function isBuilt(root: string): boolean {
  const changed = (path: string) => statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0
  const inside = (path: string) =>
    statSync(join(root, path)).isDirectory()
      ? readdirSync(join(root, path), { recursive: true, encoding: 'utf8' }).map((name) => join(path, name))
      : []
  const built = changed('dist/build-id')
  return SOURCES.every((source) => [source, ...inside(source)].every((path) => changed(path) < built))
}

export default function setup(project: TestProject): () => void {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  if (!isBuilt(root)) {
    execFileSync(process.execPath, [join(root, 'scripts/build.mjs'), '--no-types'], { stdio: 'inherit' })
  }
  const templates = mkdtempSync(join(DISK, 'ralph-templates-'))
  project.provide('templates', templates)
  return () => rmSync(templates, { recursive: true, force: true })
}
