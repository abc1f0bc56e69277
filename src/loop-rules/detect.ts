/** Which command a project uses for a criterion, by the files it has. Pure. */
import type { CriterionType } from './criterion.js'

/** What detection looks at, from the top of the work tree. */
export const PROJECT_FILES = [
  'package.json',
  'pnpm-lock.yaml',
  'yarn.lock',
  'bun.lock',
  'bun.lockb',
  'tsconfig.json',
  'eslint.config.js',
  'eslint.config.mjs',
  'eslint.config.ts',
  '.eslintrc.json',
  '.eslintrc.js',
  '.eslintrc.cjs',
  'pyproject.toml',
  'pytest.ini',
  'setup.cfg',
  'tox.ini',
  'ruff.toml',
  'mypy.ini',
  'Cargo.toml',
  'go.mod',
  'Makefile',
] as const
export type ProjectFiles = Partial<Record<(typeof PROJECT_FILES)[number], string>>

export interface Detected {
  command: string
  /** The file that tells it. */
  from: string
}

export type DetectableType = Exclude<CriterionType, 'custom' | 'marker'>
type Detector = (files: ProjectFiles, type: DetectableType) => Detected | undefined

/** The first that knows an answer; a Makefile often wraps the others, so it is asked last. */
export function detectCommand(type: DetectableType, files: ProjectFiles): Detected | undefined {
  const detectors: Detector[] = [fromPackageJson, fromNodeTools, fromPython, fromCargo, fromGo, fromMakefile]
  for (const detect of detectors) {
    const found = detect(files, type)
    if (found) return found
  }
  return undefined
}

const SCRIPTS: Record<DetectableType, string[]> = {
  test_pass: ['test'],
  build_success: ['build'],
  lint_clean: ['lint'],
  type_check: ['typecheck', 'type-check', 'check-types', 'types', 'tsc'],
}

function fromPackageJson(files: ProjectFiles, type: DetectableType): Detected | undefined {
  const scripts = scriptsOf(files['package.json'])
  const name = SCRIPTS[type].find((script) => typeof scripts[script] === 'string')
  // What `npm init` writes is no test.
  if (name === undefined || /no test specified/.test(String(scripts[name]))) return undefined
  const manager = managerOf(files)
  const command = name === 'test' && manager !== 'bun' ? `${manager} test` : `${manager} run ${name}`
  return { command, from: 'package.json' }
}

function scriptsOf(manifest: string | undefined): Record<string, unknown> {
  try {
    const scripts = (JSON.parse(manifest ?? '{}') as { scripts?: unknown }).scripts
    return typeof scripts === 'object' && scripts !== null ? (scripts as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

function managerOf(files: ProjectFiles): string {
  if (files['pnpm-lock.yaml'] !== undefined) return 'pnpm'
  if (files['yarn.lock'] !== undefined) return 'yarn'
  return files['bun.lock'] !== undefined || files['bun.lockb'] !== undefined ? 'bun' : 'npm'
}

function fromNodeTools(files: ProjectFiles, type: DetectableType): Detected | undefined {
  if (files['package.json'] === undefined) return undefined
  if (type === 'type_check' && files['tsconfig.json'] !== undefined)
    return { command: 'npx --no-install tsc --noEmit', from: 'tsconfig.json' }
  const config = Object.keys(files).find((name) => /^\.?eslint/.test(name))
  if (type === 'lint_clean' && config !== undefined)
    return { command: 'npx --no-install eslint .', from: config }
  return undefined
}

function fromPython(files: ProjectFiles, type: DetectableType): Detected | undefined {
  const project = files['pyproject.toml']
  const all = ['pyproject.toml', 'pytest.ini', 'setup.cfg', 'tox.ini', 'ruff.toml', 'mypy.ini'] as const
  const naming = (tool: RegExp): string | undefined =>
    all.find((name) => files[name] !== undefined && (tool.test(name) || tool.test(files[name])))
  switch (type) {
    case 'test_pass': {
      const from = naming(/pytest/) ?? (project === undefined ? undefined : 'pyproject.toml')
      return from === undefined ? undefined : { command: 'pytest', from }
    }
    case 'build_success':
      return project !== undefined && /^\[build-system\]/m.test(project)
        ? { command: 'python -m build', from: 'pyproject.toml' }
        : undefined
    case 'lint_clean': {
      const [ruff, flake8] = [naming(/ruff/), naming(/flake8/)]
      if (ruff !== undefined) return { command: 'ruff check .', from: ruff }
      return flake8 === undefined ? undefined : { command: 'flake8', from: flake8 }
    }
    case 'type_check': {
      const [mypy, pyright] = [naming(/mypy/), naming(/pyright/)]
      if (mypy !== undefined) return { command: 'mypy .', from: mypy }
      return pyright === undefined ? undefined : { command: 'pyright', from: pyright }
    }
  }
}

const CARGO: Record<DetectableType, string> = {
  test_pass: 'cargo test',
  build_success: 'cargo build',
  lint_clean: 'cargo clippy -- -D warnings',
  type_check: 'cargo check',
}

function fromCargo(files: ProjectFiles, type: DetectableType): Detected | undefined {
  return files['Cargo.toml'] === undefined ? undefined : { command: CARGO[type], from: 'Cargo.toml' }
}

const GO: Record<DetectableType, string> = {
  test_pass: 'go test ./...',
  build_success: 'go build ./...',
  lint_clean: 'go vet ./...',
  type_check: 'go build ./...',
}

function fromGo(files: ProjectFiles, type: DetectableType): Detected | undefined {
  return files['go.mod'] === undefined ? undefined : { command: GO[type], from: 'go.mod' }
}

const TARGETS: Record<DetectableType, string[]> = {
  test_pass: ['test', 'check'],
  build_success: ['build', 'all'],
  lint_clean: ['lint'],
  type_check: ['typecheck', 'type-check', 'types'],
}

function fromMakefile(files: ProjectFiles, type: DetectableType): Detected | undefined {
  const targets = new Set(
    Array.from((files['Makefile'] ?? '').matchAll(/^([\w-]+)\s*:(?!=)/gm), ([, name]) => name),
  )
  const target = TARGETS[type].find((name) => targets.has(name))
  return target === undefined ? undefined : { command: `make ${target}`, from: 'Makefile' }
}
