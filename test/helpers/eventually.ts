/** For what a process in the background does: asks again until it holds, or fails as it last did. */
const LONGEST_MS = 20_000
const PAUSE_MS = 100

export async function eventually<T>(check: () => T): Promise<T> {
  const start = performance.now()
  for (;;) {
    try {
      return check()
    } catch (error) {
      if (performance.now() - start > LONGEST_MS) throw error
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  }
}
