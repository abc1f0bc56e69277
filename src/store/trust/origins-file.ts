/** Where it is kept who wrote what came from elsewhere. Apart, since every briefing asks whether there is any such thing. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Repo } from '../git/repo.js'

export const originsFile = (repo: Repo): string => join(repo.ralphDir, 'origins')

export const hasOrigins = (repo: Repo): boolean => existsSync(originsFile(repo))
