/**
 * Caches the analysis of plain words. A word is looked up by its characters in
 * the text, so a known word needs no substring. The size is bounded; words that
 * haven't occurred for a long time are dropped. `lru-cache` needs two and a
 * half times as long for each word, because its key must be a lowercase
 * substring.
 */

/** Words remembered, twice: those met lately, and those met before them. */
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
    // Mostly the same string, which is then in memory once.
    this.#words.push(forms?.exact === word ? forms.exact : word)
    this.#forms.push(forms)
  }
}

export class WordMemory {
  #lately = new Half()
  #before = new Half()

  /**
   * Forms of the ASCII letters and digits in a text, whatever the letters' case.
   *
   * @param hash of the units in lower case, as 32 bits
   * @param make the forms of a word in lower case that is not remembered
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

/** The low bits of a product depend on the low bits alone; so the high ones are mixed in. */
function slotOf(hash: number): number {
  return (hash ^ (hash >>> 15)) & (SLOTS - 1)
}

/** Whether a word in lower case is there. */
function isAt(text: string, start: number, end: number, word: string): boolean {
  if (word.length !== end - start) return false
  for (let at = 0; at < word.length; at++)
    if (lowerCase(text.charCodeAt(start + at)) !== word.charCodeAt(at)) return false
  return true
}

/** Of ASCII letters and digits; digits have the bit of lower case already. */
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
  /** Words that follow it, of a docket number in one piece. */
  further: WordForms[]
}
