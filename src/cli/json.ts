/** The one envelope of every `--format json`: what it is and which version of its shape. Described in docs/json.md. */
const JSON_VERSION = 1

export function renderJson(kind: string, fields: Record<string, unknown>): string {
  return `${JSON.stringify({ version: JSON_VERSION, kind, ...fields }, null, 2)}\n`
}

/** The same in one line, for a stream of events. */
export function renderJsonLine(kind: string, fields: Record<string, unknown>): string {
  return `${JSON.stringify({ version: JSON_VERSION, kind, ...fields })}\n`
}
