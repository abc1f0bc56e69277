/** What a scripted model says, apart from how a provider's interface says it. */

/** What the model does at its n-th turn: the last one again for every further turn. */
export interface Turn {
  say?: string
  use?: { tool: string; input: Record<string, unknown> }[]
}

export type Body = Record<string, unknown>

/** One provider's interface. */
export interface Wire {
  /** Whether a request to this path asks for a turn. */
  serves(path: string): boolean
  /** Turns that the model has had in this conversation, or undefined for a side question, such as for a title. */
  turnsSoFar(body: Body): number | undefined
  /** The answer, as a stream or whole. */
  answer(turn: Turn, body: Body, path: string): { type: string; text: string }
}

/** Server-sent events, as all three providers stream them. */
export function stream(events: readonly Body[], named = true): string {
  return events
    .map((event) => `${named ? `event: ${event['type'] as string}\n` : ''}data: ${JSON.stringify(event)}\n\n`)
    .join('')
}
