/** Bug report: what a maintainer needs to know of this installation and repository, and nothing else of it. */
import { readdirSync, statSync } from 'node:fs'
import { arch, homedir, platform, release } from 'node:os'
import { join } from 'node:path'
import type { Env } from '../env.js'
import { redactSecrets } from '../memory/secrets.js'
import { bytesBelow } from '../store/gc.js'
import { readConfig } from '../store/git/config.js'
import type { Repo } from '../store/git/repo.js'
import { readFailures } from '../store/hooks/hook-failure.js'
import { useSnapshot } from '../store/index/snapshot.js'
import { listLines } from '../store/line/line.js'
import { explainSettings } from '../store/settings/settings.js'
import { openWorkspace } from '../store/workspace.js'
import { VERSION } from '../version.js'
import { examine } from './doctor.js'

export interface BugReport {
  sections: { title: string; lines: string[] }[]
}

export async function bugReport(env: Env): Promise<BugReport> {
  const workspace = await openWorkspace(env)
  const { repo, view, warnings } = workspace
  const clean = cleaner(repo, env)
  const settings = explainSettings(await readConfig(repo), env.vars).filter(({ from }) => from !== 'default')
  const count = await useSnapshot(repo, view.tip, (snapshot) => snapshot.count)
  const findings = (await examine(workspace)).filter(({ level }) => level !== 'ok')
  const objects = (await repo.git(['count-objects', '-v'])).trim().split('\n')
  const sections = [
    {
      title: 'Versions',
      lines: [
        `git-ralph ${VERSION}, node ${process.versions.node}`,
        (await repo.git(['version'])).trim(),
        `${platform()} ${release()} ${arch()}`,
      ],
    },
    {
      title: 'Repository',
      lines: [
        repo.workTree === undefined
          ? 'bare'
          : repo.gitDir === repo.commonDir
            ? 'main work tree'
            : 'linked work tree',
        ...(repo.refsByGit ? ['reftable'] : []),
        `${(await listLines(repo)).size} lines, ${count} memories here`,
        ...objects,
      ],
    },
    {
      title: 'Settings',
      lines: settings.map(({ name, value, from }) => `${name} = ${String(value)} (${from})`),
    },
    { title: 'Local files', lines: sizes(repo) },
    { title: 'Doctor', lines: findings.map(({ check, level, message }) => `${level} ${check}: ${message}`) },
    {
      title: 'Recent failures',
      lines: [
        ...readFailures(repo).map(({ hook, when, message }) => `${when} ${hook}: ${message}`),
        ...warnings,
      ],
    },
  ]
  return { sections: sections.map(({ title, lines }) => ({ title, lines: lines.map(clean) })) }
}

function sizes(repo: Repo): string[] {
  try {
    return readdirSync(repo.ralphDir).map((name) => {
      const path = join(repo.ralphDir, name)
      const bytes = statSync(path).isDirectory() ? bytesBelow(path) : statSync(path).size
      return `${name}: ${Math.ceil(bytes / 1024)} KiB`
    })
  } catch {
    return []
  }
}

/** Without secrets, paths, addresses, hosts, and ids of memories: what is left says nothing about whose it is. */
function cleaner(repo: Repo, env: Env): (line: string) => string {
  const places: [string | undefined, string][] = [
    [repo.workTree, '<repo>'],
    [repo.commonDir, '<git>'],
    [env.cwd, '<cwd>'],
    [env.vars['HOME'] || homedir(), '<home>'],
  ]
  return (line) => {
    let text = redactSecrets(line).text
    for (const [path, name] of places) if (path && path.length > 1) text = text.replaceAll(path, name)
    return text
      .replace(/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, '<address>')
      .replace(/\b[a-z][a-z+.-]*:\/\/[^\s'"]+/gi, '<url>')
      .replace(/\b(?:mem|fix|pattern|decision|context)-\d+-[0-9a-z]{4}\b/g, '<id>')
      .replace(/(?<![\w<>])(?:\/[\w.@~+-]+){2,}/g, '<path>')
  }
}
