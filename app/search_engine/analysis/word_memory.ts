/**
 * Caches the analysis of plain words. A word is looked up by its characters in the text, so a
 * known word needs no substring. The size is bounded, and words that haven't occurred for a
 * long time are dropped. With `lru-cache`, each word would take two and a half times as long,
 * because its key must be a lowercase substring.
 */

/** Words kept in each of two generations: recent words, and words seen before them. */
const MAX_WORDS = 40_000
const SLOTS = 2 ** 17

/** Offset basis and prime of the hash (FNV-1a). */
export const HASH_START = 0x811c9dc5
export const HASH_FACTOR = 0x01000193

/** One generation: a hash table with open addressing. */
class Half {
  readonly #slots = new Int32Array(SLOTS)
  readonly #hashes = new Int32Array(MAX_WORDS + 1)
  readonly #words: string[] = ['']
  readonly #forms: (WordForms | null)[] = [null]

  get isFull(): boolean {
    return this.#words.length > MAX_WORDS
  }

  find(text: string, start: number, end: number, hash: number): WordForms | null | undefined {
    for (let slot = slotOf(hash); ; slot = (slot + 1) & (SLOTS - 1)) {
      const at = this.#slots[slot]!
      if (at === 0) return undefined
      if (this.#hashes[at] === hash && isAt(text, start, end, this.#words[at]!))
        return this.#forms[at]
    }
  }

  add(word: string, hash: number, forms: WordForms | null): void {
    let slot = slotOf(hash)
    while (this.#slots[slot] !== 0) slot = (slot + 1) & (SLOTS - 1)
    this.#slots[slot] = this.#words.length
    this.#hashes[this.#words.length] = hash
    // Usually the same string, so it is stored only once.
    this.#words.push(forms?.exact === word ? forms.exact : word)
    this.#forms.push(forms)
  }
}

export class WordMemory {
  #lately = new Half()
  #before = new Half()

  /**
   * Forms of the ASCII letters and digits in a text, regardless of case.
   *
   * @param hash of the lowercase units, as 32 bits
   * @param make returns the forms of a lowercase word that isn't cached
   */
  getWordForms(
    text: string,
    start: number,
    end: number,
    hash: number,
    make: (word: string) => WordForms | null
  ): WordForms | null {
    const known = this.#lately.find(text, start, end, hash)
    if (known !== undefined) return known
    const word = ownCopy(text, start, end)
    const before = this.#before.find(text, start, end, hash)
    const forms = before === undefined ? make(word) : before
    if (this.#lately.isFull) {
      this.#before = this.#lately
      this.#lately = new Half()
    }
    this.#lately.add(word, hash, forms)
    return forms
  }
}

/** The low bits of a product depend only on low bits, so the high bits are mixed in. */
function slotOf(hash: number): number {
  return (hash ^ (hash >>> 15)) & (SLOTS - 1)
}

/** Whether the slot contains this lowercase word. */
function isAt(text: string, start: number, end: number, word: string): boolean {
  if (word.length !== end - start) return false
  for (let at = 0; at < word.length; at++)
    if (lowerCase(text.charCodeAt(start + at)) !== word.charCodeAt(at)) return false
  return true
}

/** For ASCII letters and digits; digits already have the lowercase bit set. */
export function lowerCase(unit: number): number {
  return unit | 0x20
}

/** A copy: a slice would keep the whole source text in memory. */
function ownCopy(text: string, start: number, end: number): string {
  return Buffer.from(text.slice(start, end).toLowerCase(), 'latin1').toString('latin1')
}

export interface WordForms {
  /** As written: folded, without apostrophes and leading zeros. */
  exact: string
  /** The stem, without a possessive 's. */
  stem: string
  /** The words that follow it in a docket number without separators. */
  further: WordForms[]
}
