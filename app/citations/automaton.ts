/** Called with the index of a word and the end of its occurrence in the text. */
export type OnWord = (word: number, end: number) => void

const NONE = -1

const PERIOD = 46
const APOSTROPHE = 39
/** Curly apostrophes, and the okina of `Hawaiʻi`. */
const CURLY = '’‘ʻ'
const APOSTROPHES = /[’‘ʻ]/g
/** Children of a state without a row, and depth of the states that always have one. */
const FEW = 2
const NEAR = 4
const SPACE = 32

/**
 * Finds every occurrence of many words in one pass over a text (Aho and
 * Corasick, "Efficient string matching", 1975): at most two transitions for each
 * UTF-16 unit on average, and one call for each occurrence.
 *
 * States with few children store their children only and continue in their
 * fallback state; the others have a row with a transition for each unit.
 *
 * Spaces around a period are ignored, in words and in texts: `U. S.`, `U.S .`, and `U.S.` are the
 * same word, and so are `Int'l` and `Int’l`. {@link Automaton.key} is the form without these
 * spaces and with a straight apostrophe.
 */
export class Automaton {
  /** Classes of UTF-16 units; units that occur in no word have class 0. */
  readonly #classOf = new Uint8Array(0x10000)
  readonly #classes: number
  /** Number of states with a row of transitions; they have the lowest numbers. */
  readonly #rows: number
  readonly #next: Int32Array
  /** The first child of a state and the next child of its parent, with the class that leads to it. */
  readonly #child: Int32Array
  readonly #sibling: Int32Array
  readonly #unit: Uint8Array
  readonly #fallback: Int32Array
  /** The word that ends in a state, and the nearest state where one ends: itself or a shorter one. */
  readonly #word: Int32Array
  readonly #ending: Int32Array

  /** A word without ignored spaces, with straight apostrophes. */
  static key(word: string): string {
    return word.replaceAll('. ', '.').replaceAll(APOSTROPHES, "'")
  }

  /** Start of an occurrence of a word, from its end. */
  static getMatchStart(key: string, text: string, end: number): number {
    let start = end
    for (let place = key.length - 1; place >= 0; place--) {
      start--
      if (text[start] !== ' ' || key[place] === ' ' || place === key.length - 1) continue
      if (key[place] === '.' || key[place + 1] === '.') start--
    }
    return start
  }

  /**
   * @param words in the form of {@link Automaton.key}
   * @throws RangeError if the words have more than 255 different units
   */
  constructor(words: readonly string[]) {
    this.#classes = this.#classify(words)
    const trie = new Trie(1 + words.reduce((sum, word) => sum + word.length, 0))
    for (const [index, word] of words.entries()) trie.add(word, index, this.#classOf)
    const { order, rows } = trie.withRowsFirst()
    const numbers = new Int32Array(trie.states)
    for (let state = 0; state < order.length; state++) numbers[order[state]!] = state
    const renumbered = (old: number) => (old === NONE ? NONE : numbers[old]!)
    this.#rows = rows
    this.#child = order.map((old) => renumbered(trie.child[old]!))
    this.#sibling = order.map((old) => renumbered(trie.sibling[old]!))
    this.#unit = Uint8Array.from(order, (old) => trie.unit[old]!)
    this.#word = order.map((old) => trie.word[old]!)
    this.#fallback = new Int32Array(trie.states)
    this.#ending = new Int32Array(trie.states).fill(NONE)
    this.#next = new Int32Array(rows * this.#classes)
    this.#link(trie.states)
  }

  /** @returns the number of units read: the length of the text */
  run(text: string, onWord: OnWord): number {
    const classOf = this.#classOf
    const classes = this.#classes
    const rows = this.#rows
    const next = this.#next
    const ending = this.#ending
    const words = this.#word
    const fallback = this.#fallback
    let state = 0
    let last = 0
    for (let place = 0; place < text.length; place++) {
      const unit = text.charCodeAt(place)
      const counts = unit !== SPACE || (last !== PERIOD && text.charCodeAt(place + 1) !== PERIOD)
      last = unit
      if (!counts) continue
      const wanted = classOf[unit]!
      state = state < rows ? next[state * classes + wanted]! : this.#step(state, wanted)
      for (let at = ending[state]!; at !== NONE; at = ending[fallback[at]!]!)
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
    for (const unit of CURLY) this.#classOf[unit.charCodeAt(0)] = this.#classOf[APOSTROPHE]!
    return classes
  }

  /** Sets fallback states and fills rows breadth-first, shorter states before longer ones. */
  #link(states: number): void {
    const queue = new Int32Array(states)
    let queued = 1
    for (let head = 0; head < queued; head++) {
      const state = queue[head]!
      const back = this.#fallback[state]!
      const row = state < this.#rows ? state * this.#classes : NONE
      if (state) this.#ending[state] = this.#word[state] === NONE ? this.#ending[back]! : state
      if (row !== NONE && state)
        for (let unit = 0; unit < this.#classes; unit++)
          this.#next[row + unit] = this.#step(back, unit)
      for (let child = this.#child[state]!; child !== NONE; child = this.#sibling[child]!) {
        this.#fallback[child] = state ? this.#step(back, this.#unit[child]!) : 0
        queue[queued++] = child
      }
      // Only now, because the children of the root fall back to the root.
      if (row !== NONE)
        for (let child = this.#child[state]!; child !== NONE; child = this.#sibling[child]!)
          this.#next[row + this.#unit[child]!] = child
    }
  }

  #step(from: number, unit: number): number {
    for (let state = from; ; state = this.#fallback[state]!) {
      if (state < this.#rows) return this.#next[state * this.#classes + unit]!
      for (let child = this.#child[state]!; child !== NONE; child = this.#sibling[child]!)
        if (this.#unit[child] === unit) return child
    }
  }
}

/** The words as a tree of units. */
class Trie {
  states = 1
  readonly child: Int32Array
  readonly sibling: Int32Array
  readonly unit: Uint8Array
  readonly word: Int32Array

  constructor(most: number) {
    this.child = new Int32Array(most).fill(NONE)
    this.sibling = new Int32Array(most).fill(NONE)
    this.unit = new Uint8Array(most)
    this.word = new Int32Array(most).fill(NONE)
  }

  add(word: string, index: number, classOf: Uint8Array): void {
    let state = 0
    for (let place = 0; place < word.length; place++)
      state = this.#childOf(state, classOf[word.charCodeAt(place)]!)
    this.word[state] = index
  }

  #childOf(state: number, unit: number): number {
    for (let child = this.child[state]!; child !== NONE; child = this.sibling[child]!)
      if (this.unit[child] === unit) return child
    const added = this.states++
    this.unit[added] = unit
    this.sibling[added] = this.child[state]!
    this.child[state] = added
    return added
  }

  /** The states, those with a row first: near the root, which texts visit most, or with several children. */
  withRowsFirst(): { order: Int32Array; rows: number } {
    const depth = new Uint8Array(this.states)
    const withRow: number[] = []
    const others: number[] = []
    for (let state = 0; state < this.states; state++) {
      let children = 0
      // Children have higher numbers than their parent.
      for (let child = this.child[state]!; child !== NONE; child = this.sibling[child]!) {
        depth[child] = Math.min(depth[state]! + 1, NEAR)
        children++
      }
      if (depth[state]! < NEAR || children > FEW) withRow.push(state)
      else others.push(state)
    }
    return { order: Int32Array.from([...withRow, ...others]), rows: withRow.length }
  }
}
