/** Whatever changes something: one request, a toast that says what happened, and the way back. */
import type { Undo, WritePath } from '../../api.js'
import { signal } from '@preact/signals'
import { asSourceError } from './source.js'
import type { Params } from './source.js'
import { send } from './cache.js'

export interface Toast {
  id: number
  tone: 'done' | 'error'
  text: string
  hint?: string
  undo?: Undo
}

const SHOWN = 3
const KEPT = 30
const STAYS_MS = 8000
/** Whoever reads slowly, or comes to it with the keyboard, still gets there. */
const STAYS_WITH_UNDO_MS = 20_000

export const toasts = signal<Toast[]>([])
const undos: Undo[] = []
let nextId = 1

export function say(toast: Omit<Toast, 'id'>): void {
  const id = nextId++
  toasts.value = [...toasts.value, { ...toast, id }].slice(-SHOWN)
  if (toast.tone === 'done') fade(id, toast.undo ? STAYS_WITH_UNDO_MS : STAYS_MS)
}

/** The one that is pointed at, or has the focus, stays. */
export const heldToast = signal<number>()

function fade(id: number, after: number): void {
  setTimeout(() => (heldToast.peek() === id ? fade(id, STAYS_MS) : dismissToast(id)), after)
}

export const dismissToast = (id: number): void => {
  toasts.value = toasts.value.filter((toast) => toast.id !== id)
}

/** Does it and says so; an error is thrown, for a form to show where it arose. */
export async function change<T>(route: WritePath, body: Params, says: string | ((answer: T) => string)) {
  const answer = (await send(route, body)) as T & { undo?: Undo }
  const { undo } = answer
  if (undo) undos.push(undo)
  if (undos.length > KEPT) undos.shift()
  say({ tone: 'done', text: typeof says === 'string' ? says : says(answer), ...(undo && { undo }) })
  return answer
}

/** The same for a button or a key: an error becomes a toast. Answers whether it was done. */
export async function attempt(route: WritePath, body: Params, says: string): Promise<boolean> {
  try {
    await change(route, body, says)
    return true
  } catch (error) {
    sayError(error)
    return false
  }
}

export function sayError(error: unknown): void {
  const { message, hint } = asSourceError(error)
  say({ tone: 'error', text: message, ...(hint !== undefined && { hint }) })
}

/** Takes back the last change, or the one given. */
export async function undo(which: Undo | undefined = undos.at(-1)): Promise<void> {
  if (!which) return say({ tone: 'done', text: 'nothing to undo' })
  const place = undos.lastIndexOf(which)
  if (place >= 0) undos.splice(place, 1)
  toasts.value = toasts.value.filter((toast) => toast.undo !== which)
  try {
    await send(which.path, which.body as Params)
    say({ tone: 'done', text: `undone: ${which.says}` })
  } catch (error) {
    if (place >= 0) undos.push(which)
    sayError(error)
  }
}
