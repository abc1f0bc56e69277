/** Colours for a terminal, and none for anything else. */
import type { Sink } from '../env.js'

const CODES = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  blue: [34, 39],
  cyan: [36, 39],
} as const

export type Paint = Record<keyof typeof CODES, (text: string) => string>

/** `--no-color` arrives as NO_COLOR (main.ts). See https://no-color.org and https://force-color.org. */
export function hasColour(sink: Sink, vars: Record<string, string | undefined>): boolean {
  if (vars['NO_COLOR']) return false
  if (vars['FORCE_COLOR']) return vars['FORCE_COLOR'] !== '0'
  return sink.isTTY && vars['TERM'] !== 'dumb'
}

export function paintFor(sink: Sink, vars: Record<string, string | undefined>): Paint {
  const on = hasColour(sink, vars)
  const entries = Object.entries(CODES).map(([name, [open, close]]) => [
    name,
    on ? (text: string) => `\u001b[${open}m${text}\u001b[${close}m` : (text: string) => text,
  ])
  return Object.fromEntries(entries) as Paint
}
