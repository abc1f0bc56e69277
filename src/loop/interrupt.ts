/** How a loop is told to end early, from whichever side: Ctrl+C, a signal, or `git ralph loop stop`. */

/** 1: finish cleanly; 2: now. */
export type Urgency = 0 | 1 | 2

export interface Interrupt {
  readonly urgency: Urgency
  /** Who asked first: the keyboard or a signal, or another command. */
  readonly from: 'user' | 'command' | undefined
  raise(urgency: Urgency, from: 'user' | 'command'): void
  /** Called on each rise; answers how to stop listening. */
  onRise(listener: (urgency: Urgency) => void): () => void
}

export function createInterrupt(): Interrupt {
  const listeners = new Set<(urgency: Urgency) => void>()
  let urgency: Urgency = 0
  let from: Interrupt['from']
  return {
    get urgency() {
      return urgency
    },
    get from() {
      return from
    },
    raise(next, who) {
      from ??= who
      if (next <= urgency) return
      urgency = next
      for (const listener of listeners) listener(next)
    },
    onRise(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** Waits, unless somebody is in a hurry. */
export function pause(ms: number, interrupt: Interrupt): Promise<void> {
  if (ms <= 0 || interrupt.urgency > 0) return Promise.resolve()
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms)
    const forget = interrupt.onRise(done)
    function done(): void {
      clearTimeout(timer)
      forget()
      resolve()
    }
  })
}

/** Ctrl+C once and twice; whoever ends a process by a signal wants it now. Answers how to stop listening. */
export function listenToSignals(interrupt: Interrupt, said: (urgency: Urgency) => void): () => void {
  const onInterrupt = (): void => {
    interrupt.raise(interrupt.urgency === 0 ? 1 : 2, 'user')
    said(interrupt.urgency)
  }
  const onTerminate = (): void => interrupt.raise(2, 'user')
  process.on('SIGINT', onInterrupt)
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, onTerminate)
  return () => {
    process.off('SIGINT', onInterrupt)
    for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.off(signal, onTerminate)
  }
}
