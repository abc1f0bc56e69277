/** Once before all tests: builds dist/, whose bin those in test/cli run, and makes the place of the repositories that test/helpers/repo.ts copies. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  export interface ProvidedContext {
    templates: string
  }
}

export default function setup(project: TestProject): () => void {
  const script = fileURLToPath(new URL('../../scripts/build.mjs', import.meta.url))
  execFileSync(process.execPath, [script, '--no-types'], { stdio: 'inherit' })
  const templates = mkdtempSync(join(tmpdir(), 'ralph-templates-'))
  project.provide('templates', templates)
  return () => rmSync(templates, { recursive: true, force: true })
}
