/** The writes of a transaction, collected into imports. */
import type { Stored } from './rows.js'
import type { Target } from './target.js'
import { wordToken } from './tokens.js'
import { FOREVER } from './schema.js'
import { hash } from 'node:crypto'

/**
 * Maximum number of documents, and of their characters, per import. A server that has just
 * started may not answer larger imports for a minute.
 */
const MOST_DOCUMENTS = 1_000
const MOST_CHARACTERS = 1024 * 1024
/** Words known to be in the index. */
const MOST_WORDS = 500_000

export class Changes {
  #documents = new Map<string, Stored>()
  #updates = new Map<string, Record<string, unknown> & { id: string }>()
  #words = new Map<string, Stored>()
  #size = 0
  #sent = new Set<string>()
  #knownWords = new Set<string>()
  /** Whether rows of earlier generations were removed. */
  hasEnded = false
  isSent = false

  constructor(readonly target: Target) {}

  async put(document: Stored): Promise<void> {
    this.#updates.delete(document.id)
    this.#documents.set(document.id, { until: FOREVER, ...document })
    this.#size += sizeOf(document)
    await this.#flushIfMany()
  }

  /** The document is no longer in the next generation. */
  async end(id: string): Promise<void> {
    this.hasEnded = true
    if (this.#documents.delete(id) && !this.#sent.has(id)) return
    await this.change(id, { until: this.target.next })
  }

  async change(id: string, fields: Record<string, unknown>): Promise<void> {
    const put = this.#documents.get(id)
    if (put) Object.assign(put, fields)
    else this.#updates.set(id, { ...this.#updates.get(id), ...fields, id })
    await this.#flushIfMany()
  }

  async addWords(words: Set<string>): Promise<void> {
    if (this.#knownWords.size > MOST_WORDS) this.#knownWords.clear()
    for (const word of words) {
      if (this.#knownWords.has(word)) continue
      this.#knownWords.add(word)
      const w = wordToken(word)
      const id = `w${w}`
      const shuffled = Number.parseInt(hash('sha1', w, 'hex').slice(0, 8), 16) & 0x7fffffff
      const times = { since: this.target.next, until: FOREVER }
      this.#words.set(id, { id, kind: 'word', w, word, shuffled, ...times })
    }
    await this.#flushIfMany()
  }

  async flush(): Promise<void> {
    const documents = [...this.#documents.values()]
    const updates = [...this.#updates.values()]
    const words = [...this.#words.values()]
    this.#documents.clear()
    this.#updates.clear()
    this.#words.clear()
    this.#size = 0
    if (!documents.length && !updates.length && !words.length) return
    this.isSent = true
    for (const { id } of documents) this.#sent.add(id)
    if (documents.length) await this.target.import(documents, 'upsert')
    if (updates.length) await this.target.import(updates, 'update')
    if (words.length) await this.target.import(words, 'create')
  }

  /** Starts another transaction. */
  forget(): void {
    this.#documents.clear()
    this.#updates.clear()
    if (this.#words.size) this.#knownWords.clear()
    this.#words.clear()
    this.#sent.clear()
    this.#size = 0
    this.hasEnded = false
    this.isSent = false
  }

  async #flushIfMany(): Promise<void> {
    const count = this.#documents.size + this.#updates.size + this.#words.size
    if (count >= MOST_DOCUMENTS || this.#size >= MOST_CHARACTERS) await this.flush()
  }
}

function sizeOf(document: Stored): number {
  let size = 0
  for (const value of Object.values(document))
    for (const one of Array.isArray(value) ? value : [value])
      size += typeof one === 'string' ? one.length : 10
  return size
}
