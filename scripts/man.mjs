/** Writes man/git-ralph.1 from the specs that the built bundles carry: `git ralph --help` shows it. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const require = createRequire(import.meta.url)
const { version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'))

const specs = readdirSync(`${root}dist/cli`)
  .filter((file) => file.endsWith('.cjs') && !file.startsWith('__'))
  .map((file) => require(`${root}dist/cli/${file}`).command)
  .toSorted((a, b) => (a.name < b.name ? -1 : 1))

const roff = (text) =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^([.'])/gm, '\\&$1')
    .replaceAll(/`([^`]+)`/g, '\\fB$1\\fR')

const programOf = ({ name }) => (name.startsWith('memory ') ? 'ralph' : 'git ralph')
const fullName = (spec) => `${programOf(spec)} ${spec.name}`

function positional({ name, required, variadic }) {
  const shown = `\\fI${roff(name)}\\fR${variadic ? '...' : ''}`
  return required ? shown : `[${shown}]`
}

function option(name, { alias, type, describe, choices, default: preset, placeholder }) {
  const value = type === 'boolean' ? '' : ` \\fI${roff(placeholder ?? name.toUpperCase())}\\fR`
  const flags = [...(alias ? [`\\fB\\-${alias}\\fR`] : []), `\\fB\\-\\-${roff(name)}\\fR${value}`].join(', ')
  const notes = [
    ...(choices ? [`One of ${choices.map((choice) => `\\fB${roff(choice)}\\fR`).join(', ')}.`] : []),
    ...(preset === undefined ? [] : [`Default: \\fB${roff(String(preset))}\\fR.`]),
    ...(type === 'strings' ? ['May be repeated.'] : []),
  ]
  return `.TP\n${flags}\n${[roff(sentence(describe)), ...notes].join(' ')}\n`
}

const sentence = (text) => `${text[0].toUpperCase()}${text.slice(1)}${/[.!?)]$/.test(text) ? '' : '.'}`

function section(spec) {
  const shown = Object.entries(spec.options).filter(([, one]) => !one.hidden)
  const synopsis = [...spec.positionals.map(positional), ...(shown.length > 0 ? ['[\\fIoptions\\fR]'] : [])]
  return [
    `.SS ${roff(fullName(spec))}\n\\fB${roff(fullName(spec))}\\fR ${synopsis.join(' ')}\n.PP\n`,
    `${roff(sentence(spec.description ?? spec.summary))}\n`,
    ...spec.positionals.map(
      ({ name, describe }) => `.TP\n\\fI${roff(name)}\\fR\n${roff(sentence(describe))}\n`,
    ),
    ...shown.map(([name, one]) => option(name, one)),
    ...(spec.examples ?? []).map(
      ({ line, describe }) => `.TP\n\\fB${programOf(spec)} ${roff(line)}\\fR\n${roff(sentence(describe))}\n`,
    ),
  ].join('')
}

function page() {
  return `.TH GIT\\-RALPH 1 "" "git\\-ralph ${version}" "git\\-ralph manual"
.SH NAME
git\\-ralph \\- memory for coding agents that lives in git
.SH SYNOPSIS
\\fBgit ralph\\fR \\fIcommand\\fR [\\fIoptions\\fR]
.SH DESCRIPTION
What an agent learns on a branch stays with that branch, is merged when the branch is merged, is shared by pushing a ref,
and is found again in milliseconds.
.PP
Every command takes \\fB\\-h\\fR or \\fB\\-\\-help\\fR, which explains it, and \\fB\\-\\-no\\-color\\fR.
.SH COMMANDS
${specs.map(section).join('')}.SH EXIT STATUS
.TP
\\fB0\\fR
Done, also when nothing was found.
.TP
\\fB1\\fR
It could not be done.
.TP
\\fB2\\fR
Wrong usage.
.TP
\\fB3\\fR
A decision is needed.
.TP
\\fB70\\fR
A bug in git\\-ralph.
.TP
\\fB130\\fR
Interrupted.
.SH ENVIRONMENT
.TP
\\fBNO_COLOR\\fR, \\fBFORCE_COLOR\\fR
Never, or always, use colours.
.TP
\\fBRALPH_DEBUG\\fR
Show where an error comes from.
.SH SEE ALSO
\\fBgit\\fR(1)
`
}

rmSync(`${root}man`, { recursive: true, force: true })
mkdirSync(`${root}man`, { recursive: true })
writeFileSync(`${root}man/git-ralph.1`, page())
