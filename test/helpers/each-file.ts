/** Runs once for each test file, before it. */
import { afterAll } from 'vitest'
import { putAwayAll } from './after-file.js'

afterAll(putAwayAll)
