/** Called with the index of a word and the end of its occurrence in the text. */
export type OnWord = (word: number, end: number) => void

const NONE = -1

const PERIOD = 46
const SPACE = 32

/**
 * Finds every occurrence of many words in one pass over a text (Aho and
 * Corasick, "Efficient string matching", 1975): one transition for each UTF-16
 * unit and one call for each occurrence.
 *
 * A space after a period is ignored, in words and in texts: `U. S.` and `U.S.`
 * are the same word. {@link Automaton.key} is the form without these spaces.
 */
export class Automaton {
  /** Classes of UTF-16 units; units that occur in no word have class 0. */
  readonly #classOf = new Uint8Array(0x10000)
  readonly #classes: number
  readonly #next: Uint16Array | Int32Array
  /** The word that ends in a state, and the nearest shorter state where a word ends. */
  readonly #word: Int32Array
  readonly #shorter: Int32Array

  /** A word without ignored spaces. */
  static key(word: string): string {
    return word.replaceAll('. ', '.')
  }

  /** Start of an occurrence of a word, from its end. */
  static getMatchStart(key: string, text: string, end: number): number {
    let start = end
    for (let place = key.length - 1; place >= 0; place--) {
      start--
      if (place < key.length - 1 && key[place] === '.' && text[start] === ' ') start--
    }
    return start
  }

  /**
   * @param words in the form of {@link Automaton.key}
   * @throws RangeError if the words have more than 255 different units
   */
  constructor(words: readonly string[]) {
    this.#classes = this.#classify(words)
    const states = 1 + words.reduce((sum, word) => sum + word.length, 0)
    const trie = new Int32Array(states * this.#classes)
    const ends = new Int32Array(states).fill(NONE)
    const used = this.#plant(words, trie, ends)
    const edges = trie.subarray(0, used * this.#classes)
    this.#next = used > 0xffff ? edges.slice() : Uint16Array.from(edges)
    this.#word = ends.slice(0, used)
    this.#shorter = new Int32Array(used).fill(NONE)
    this.#link(used)
  }

  /** @returns the number of transitions: the length of the text */
  run(text: string, onWord: OnWord): number {
    const next = this.#next
    const classOf = this.#classOf
    const classes = this.#classes
    const words = this.#word
    const shorter = this.#shorter
    let state = 0
    let last = 0
    for (let place = 0; place < text.length; place++) {
      const unit = text.charCodeAt(place)
      const counts = unit !== SPACE || last !== PERIOD
      last = unit
      if (!counts) continue
      state = next[state * classes + classOf[unit]!]!
      if (words[state] === NONE && shorter[state] === NONE) continue
      for (let at = words[state] === NONE ? shorter[state]! : state; at !== NONE; at = shorter[at]!)
        onWord(words[at]!, place + 1)
    }
    return text.length
  }

  #classify(words: readonly string[]): number {
    let classes = 1
    for (const word of words)
      for (let place = 0; place < word.length; place++) {
        const unit = word.charCodeAt(place)
        if (!this.#classOf[unit]) this.#classOf[unit] = classes++
        if (classes > 256)
          throw new RangeError('The words contain more than 255 distinct UTF-16 units.')
      }
    return classes
  }

  #plant(words: readonly string[], trie: Int32Array, ends: Int32Array): number {
    let used = 1
    for (const [index, word] of words.entries()) {
      let state = 0
      for (let place = 0; place < word.length; place++) {
        const edge = state * this.#classes + this.#classOf[word.charCodeAt(place)]!
        state = trie[edge] ||= used++
      }
      ends[state] = index
    }
    return used
  }

  /** Completes the transitions breadth-first, so that none is ever overwritten. */
  #link(states: number): void {
    const fallback = new Int32Array(states)
    const queue = new Int32Array(states)
    let queued = 1
    for (let head = 0; head < queued; head++) {
      const state = queue[head]!
      const back = fallback[state]!
      for (let unit = 0; unit < this.#classes; unit++) {
        const edge = state * this.#classes + unit
        const onward = state ? this.#next[back * this.#classes + unit]! : 0
        const child = this.#next[edge]!
        if (!child) {
          this.#next[edge] = onward
          continue
        }
        fallback[child] = onward
        this.#shorter[child] = this.#word[onward] === NONE ? this.#shorter[onward]! : onward
        queue[queued++] = child
      }
    }
  }
}
