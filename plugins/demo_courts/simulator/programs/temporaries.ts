import { randomBytes } from 'node:crypto'
import type { Answer } from '../http/answers.js'

/** Maximum number of files; the oldest is dropped. */
const MAX_FILES = 2_000

/** Bought files with separate URLs (`show_temp.pl`, court-system.md, 8). */
export class Temporaries {
  #files = new Map<string, () => Promise<Answer>>()

  /** @returns the key in the URL */
  keep(file: () => Promise<Answer>): string {
    if (this.#files.size >= MAX_FILES) {
      const [oldest] = this.#files.keys()
      this.#files.delete(oldest)
    }
    const key = randomBytes(12).toString('hex')
    this.#files.set(key, file)
    return key
  }

  find(key: string): (() => Promise<Answer>) | undefined {
    return this.#files.get(key)
  }
}
