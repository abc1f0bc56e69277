/** How third-party packages are bundled: each becomes dist/vendor/<package>.cjs, loaded on first use. */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Entries other than `module.exports = require(package)`. A name that is not listed here is undefined in the built commands. */
const ENTRIES = {
  // ESM with a default export: our sources import CommonJS bundles, whose default export is the whole module.
  yargs: `module.exports = require('yargs').default`,
  // Only what store/git/objects.ts uses, from the ESM file: a bundle of everything takes 20 ms longer to load.
  'isomorphic-git': `export {
    readBlob, readCommit, readTree, writeBlob, writeCommit, writeTree
  } from 'isomorphic-git'`,
  diff: `export { diffArrays } from 'diff'`,
}

export const vendorName = (name) => name.replace('@', '').replaceAll('/', '-')

export const vendorEntry = (name) => ENTRIES[name] ?? `module.exports = require(${JSON.stringify(name)})`

const isPackage = /^(@[a-z]|[a-z])/
const isBuiltin = (name) => name.startsWith('node:') || process.getBuiltinModule(name) !== undefined

/**
 * Part of the bundles that use them. lunr is small and needed with every question: a file of its own would only cost more. The SDK
 * is needed by one command alone, whose compiled code is kept (see bin/git-ralph.cjs): a third less to load.
 */
const BUNDLED = /^(lunr$|@modelcontextprotocol\/sdk\/)/

/** Used by functions that cannot wait for import(), and seldom: what each exports is fetched when it is first looked at. */
const ON_FIRST_USE = { '@secretlint/secretlint-rule-preset-recommend': ['rules'] }

/** In command bundles: leaves packages out, each to be required from ../vendor; `found` collects their names. */
export const packagesToVendor = (found) => ({
  name: 'packages-to-vendor',
  setup(build) {
    build.onResolve({ filter: isPackage }, ({ path, kind, importer, namespace }) => {
      if (kind === 'entry-point' || isBuiltin(path) || BUNDLED.test(path)) return undefined
      if (importer.includes('/node_modules/')) return undefined
      found.add(path)
      if (ON_FIRST_USE[path] && namespace !== 'on-first-use') return { path, namespace: 'on-first-use' }
      return { path: `../vendor/${vendorName(path)}.cjs`, external: true }
    })
    build.onLoad({ filter: /.*/, namespace: 'on-first-use' }, ({ path }) => ({
      contents: `module.exports = {
        ${ON_FIRST_USE[path].map((name) => `get ${name}() { return require('${path}').${name} },`).join('\n')}
      }`,
    }))
  },
})

/** Node's own modules that a command rarely needs and that take long to load, or bring others along. */
const SELDOM = ['node:child_process', 'node:os', 'node:timers/promises', 'node:util', 'node:zlib']

/** In command bundles: loads those when a function of theirs is first called. child_process alone takes 4 ms. */
export const seldomOnFirstUse = {
  name: 'seldom-on-first-use',
  setup(build) {
    build.onResolve({ filter: /^node:/ }, ({ path, namespace }) => {
      if (namespace === 'seldom' || !SELDOM.includes(path)) return { path, external: true }
      return { path, namespace: 'seldom', sideEffects: false }
    })
    build.onLoad({ filter: /.*/, namespace: 'seldom' }, ({ path }) => ({
      contents: Object.entries(process.getBuiltinModule(path))
        .filter(([, value]) => typeof value === 'function')
        .map(([name]) => `export const ${name} = (...args) => require('${path}').${name}(...args)`)
        .join('\n'),
    }))
  },
}

const vendored = (file) => `${root}scripts/vendor/${file}.mjs`

/**
 * isomorphic-git would compress with the one through `Response`, whose first use loads Node's HTTP client: 22 ms a write. By the other it
 * would hash each object in another thread, and loads all of Web Crypto for that.
 */
export const absentGlobals = { CompressionStream: 'undefined', 'crypto.subtle': 'undefined' }

/** The substitutes that keep packages quick to load. */
export const substitutes = {
  name: 'substitutes',
  setup(build) {
    build.onResolve({ filter: /^string-width$/ }, () => ({ path: vendored('string-width') }))
    build.onResolve({ filter: /^assert$/ }, ({ importer }) =>
      importer.includes('/yargs/') ? { path: vendored('assert') } : undefined,
    )
    build.onResolve({ filter: /^pako$/ }, () => ({ path: vendored('pako') }))
    build.onResolve({ filter: /^sha\.js\/sha1\.js$/ }, () => ({ path: vendored('sha1') }))
    build.onResolve({ filter: /^ajv(-formats)?$/ }, ({ importer }) =>
      importer.includes('/@modelcontextprotocol/') ? { path: vendored('ajv') } : undefined,
    )
    build.onResolve({ filter: /^isomorphic-git$/ }, () => ({
      path: `${root}node_modules/isomorphic-git/index.js`,
      sideEffects: false,
    }))
    // js-yaml 3 looks for esprima at load, to parse JavaScript in YAML, which nobody wants: 24 ms where it is installed.
    build.onLoad({ filter: /js-yaml\/lib\/js-yaml\/type\/js\/function\.js$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replace(`_require('esprima')`, 'undefined'),
    }))
  },
}
