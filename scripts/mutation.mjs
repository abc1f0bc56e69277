/**
 * `npm run mutation -- [globs …]` changes the code in small ways and tells which changes no test notices: see docs/testing.md. What was tried
 * before and is the same is not tried again.
 */
import { Stryker } from '@stryker-mutator/core'

const globs = process.argv.slice(2)
const stryker = new Stryker({
  configFile: 'scripts/mutation/stryker.config.json',
  ...(globs.length > 0 && { mutate: globs }),
})
await stryker.runMutationTest()
