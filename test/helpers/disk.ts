/** Where the repositories of tests are made: `npm run portability -- disk` has them on another file system. */
import { tmpdir } from 'node:os'

export const DISK = process.env['RALPH_TEST_DISK'] ?? tmpdir()
