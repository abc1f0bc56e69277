/** Once before all tests: builds dist/, whose bin those in test/cli run, and makes the place of the repositories that test/helpers/repo.ts copies. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  export interface ProvidedContext {
    templates: string
  }
}

const root = fileURLToPath(new URL('../..', import.meta.url))

const age = (path: string): number => statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0

/** Whether anything that goes into dist/ is younger than it: directories tell of files that are gone. */
function isStale(): boolean {
  const sources = ['src', 'scripts'].flatMap((dir) => [
    dir,
    ...readdirSync(join(root, dir), { recursive: true, encoding: 'utf8' }).map((path) => join(dir, path)),
  ])
  const built = age('dist/build-id')
  return [...sources, 'package.json', 'package-lock.json'].some((path) => age(path) >= built)
}

export default function setup(project: TestProject): () => void {
  if (isStale())
    execFileSync(process.execPath, [join(root, 'scripts/build.mjs'), '--no-types'], { stdio: 'inherit' })
  const templates = mkdtempSync(join(tmpdir(), 'ralph-templates-'))
  project.provide('templates', templates)
  return () => rmSync(templates, { recursive: true, force: true })
}
