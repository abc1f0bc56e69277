/** Reads objects one way or the other: a few from the files of the repository, many, or any once git is running, by git. */
import type { CatFile, RawObject } from './cat-file.js'
import { MOST_OBJECTS, readObjectFiles } from './object-files.js'
import type { Oid, Repo } from './repo.js'

interface Question {
  oid: Oid
  limit: number
  answer(object: RawObject | undefined | Promise<RawObject | undefined>): void
}

export class ObjectReader {
  readonly #repo: Repo
  readonly #catFile: CatFile
  #questions: Question[] = []

  constructor(repo: Repo, catFile: CatFile) {
    this.#repo = repo
    this.#catFile = catFile
  }

  /** As `CatFile.read`. What is asked together decides together which way is quicker. */
  read(oid: Oid, limit = Infinity): Promise<RawObject | undefined> {
    return new Promise((answer) => {
      if (this.#questions.length === 0) queueMicrotask(() => this.#ask())
      this.#questions.push({ oid, limit, answer })
    })
  }

  #ask(): void {
    const asked = this.#questions
    this.#questions = []
    const few = !this.#catFile.started && asked.length <= MOST_OBJECTS
    const found = few ? readObjectFiles(this.#repo, asked) : []
    asked.forEach(({ oid, limit, answer }, i) => answer(found[i] ?? this.#catFile.read(oid, limit)))
  }
}
