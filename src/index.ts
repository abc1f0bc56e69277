/** The public API, pinned by test/exports.test.ts. */
export type { Env, Sink, Source } from './env.js'
export { RalphError, type ErrorCode } from './errors.js'
export { VERSION } from './version.js'
