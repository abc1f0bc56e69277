/** One actor per worktree: chooses by its own dice what to do next, does it, and tells the model how it ended. */
import { editByHand } from './by-hand.js'
import { workOnCode } from './code-work.js'
import type { Log } from './log.js'
import type { Fate, Model, Owned } from './model.js'
import { drawMishap } from './mishaps.js'
import { type Ended, runRalph } from './processes.js'
import type { Desk } from './world.js'

export interface Stage {
  model: Model
  log: Log
  /** Clocks jump in some rounds; in the others objects are pruned as soon as git allows: together even git would lose some. */
  clocksJump: boolean
  isOver(): boolean
}

export class Actor {
  readonly desk: Desk
  readonly stage: Stage
  branch: string
  /** Branches it has begun and not landed yet. */
  readonly topics: string[] = []
  #words = 0

  constructor(desk: Desk, stage: Stage) {
    this.desk = desk
    this.stage = stage
    this.branch = desk.isHome ? 'main' : desk.name
  }

  async work(): Promise<void> {
    while (!this.stage.isOver()) await this.#act()
  }

  async #act(): Promise<void> {
    const { dice } = this.desk
    const does = dice(36)
    if (does < 8) return this.remember()
    if (does < 12) return this.#edit()
    if (does < 14) return this.#forget()
    if (does < 15) return this.#restore()
    if (does < 17) return this.#link()
    if (does < 19) return this.#know()
    if (does < 21) return this.#journal()
    if (does < 24) return this.#share()
    if (does < 25) return this.#read()
    if (does < 27) return editByHand(this)
    return workOnCode(this)
  }

  async remember(): Promise<void> {
    const word = this.word()
    const { fate, out } = await this.ralph('remember', ['remember', `Learnt ${word} while working`, ...QUIET])
    const id = /^mem-\S+$/m.exec(out)?.[0]
    this.stage.model.remembered(this.desk.name, this.branch, word, fate, id)
  }

  async #edit(): Promise<void> {
    const memory = this.#mine(({ forgetting }) => forgetting === 'no')
    if (!memory) return
    const word = this.word()
    const { fate } = await this.ralph('edit', [
      'edit',
      memory.id!,
      '--content',
      `Changed to ${word} since`,
      ...QUIET,
    ])
    this.stage.model.edited(memory, word, fate)
  }

  async #forget(): Promise<void> {
    const memory = this.#mine(({ forgetting }) => forgetting === 'no')
    if (!memory) return
    const { fate } = await this.ralph('forget', ['forget', memory.id!, ...QUIET])
    this.stage.model.forgot(memory, fate)
    if (fate !== 'refused') memory.branch = this.branch
  }

  async #restore(): Promise<void> {
    const memory = this.#mine(
      ({ forgetting, branch }) => forgetting === 'acknowledged' && branch === this.branch,
    )
    if (!memory) return
    const { fate } = await this.ralph('restore', ['restore', memory.id!, ...QUIET])
    this.stage.model.restored(memory, fate)
  }

  async #link(): Promise<void> {
    const memory = this.#mine(({ forgetting }) => forgetting === 'no')
    const other = this.#mine(({ forgetting }) => forgetting === 'no')
    if (!memory || !other || memory === other) return
    const rel = `rel-${inLetters(this.word())}`
    const { fate } = await this.ralph('link', ['link', memory.id!, other.id!, '--rel', rel, ...QUIET])
    this.stage.model.linked(memory, rel, fate)
  }

  async #know(): Promise<void> {
    const word = this.word()
    const args = [
      'know',
      'add',
      `All about ${word} here`,
      '--title',
      `${word} ${inLetters(word)}`,
      '--tags',
      word,
    ]
    const { fate } = await this.ralph('know', [...args, ...QUIET])
    this.stage.model.articles.set(word, fate)
  }

  async #journal(): Promise<void> {
    const word = this.word()
    const args = [
      'journal',
      'add',
      '--run',
      'run-1f2e3d4c',
      '-i',
      String(this.#words),
      '-m',
      `Saw ${word} there`,
    ]
    const { fate } = await this.ralph('journal', [...args, ...QUIET])
    this.stage.model.journal.set(word, fate)
  }

  async #share(): Promise<void> {
    await this.ralph('sync', ['sync'])
  }

  async #read(): Promise<void> {
    const reading = [['recall', 'learnt while'], ['prime'], ['list'], ['status'], ['doctor']]
    await this.ralph('read', reading[this.desk.dice(reading.length)]!)
  }

  /** Runs git-ralph, perhaps with a mishap, and says what is known of the outcome. */
  async ralph(what: string, args: string[]): Promise<{ fate: Fate; out: string }> {
    const { name, dice } = this.desk
    const mishap = drawMishap(dice, what, this.stage.clocksJump)
    const ended = await runRalph(this.desk, args, mishap)
    this.stage.log.ended({ who: name, what, branch: this.branch, args }, ended, mishap)
    const fate = fateOf(ended)
    if (fate === undefined)
      this.stage.log.found(
        `${name}: \`git ralph ${args.join(' ')}\` ended with ${ended.code}: ${ended.err.trim()}`,
      )
    return { fate: fate ?? 'unknown', out: ended.out }
  }

  #mine(wanted: (memory: Owned) => boolean): Owned | undefined {
    const { name, dice } = this.desk
    const mine = this.stage.model.memories.filter(
      (memory) => memory.owner === name && memory.id !== undefined && wanted(memory),
    )
    return mine[dice(Math.max(mine.length, 1))]
  }

  /** A word that nobody else writes, and that is no part of another. */
  word(): string {
    return `zq${this.desk.name}n${this.#words++}e`
  }
}

const QUIET = ['--format', 'quiet']

/** Undefined: it may never end like that. */
function fateOf({ code, signal, err }: Ended): Fate | undefined {
  if (/hung for/.test(err)) return undefined
  if (signal !== null) return 'unknown'
  if (code === 0) return 'acknowledged'
  return code === 1 || code === 3 ? 'refused' : undefined
}

/** Digits are no part of a relation's name. */
function inLetters(word: string): string {
  return word.replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)]!)
}
