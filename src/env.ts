/** Everything a verb may know of the outside world. Passed in, so that tests fix the clock, the streams and the variables. */
export interface Env {
  /** Where the user stands; the repository is found from here. */
  cwd: string
  now(): Date
  /** `n` random bytes, for ids and jitter. */
  random(n: number): Uint8Array
  vars: Record<string, string | undefined>
  stdin: Source
  stdout: Sink
  stderr: Sink
}

export interface Source {
  isTTY: boolean
  /** All of standard input. */
  read(): Promise<Buffer>
}

export interface Sink {
  isTTY: boolean
  /** Width of the terminal, when there is one. */
  columns?: number
  write(text: string): void
}
