import { randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Answer } from '../http/answers.js'

/** Maximum number of files. */
const MAX_FILES = 2_000

/** Bought files with separate URLs (`show_temp.pl`, court-system, 8). */
export class Temporaries {
  #files = new LRUCache<string, () => Promise<Answer>>({ max: MAX_FILES })

  /** @returns the key in the URL */
  keep(file: () => Promise<Answer>): string {
    const key = randomBytes(12).toString('hex')
    this.#files.set(key, file)
    return key
  }

  find(key: string): (() => Promise<Answer>) | undefined {
    return this.#files.get(key)
  }
}
