/**
 * Splits text into the pieces of a SentencePiece vocabulary: the most probable sequence
 * (Viterbi), as the built-in model was trained with.
 */

/** Pieces with their logarithmic probabilities; the index is the token. */
export type Vocabulary = [piece: string, score: number][]

/** Tokens that aren't pieces of texts. */
const RESERVED = 6
const UNKNOWN = 0
/** Lower than the score of any piece. */
const UNKNOWN_SCORE = -100
/** Marks the start of a word. */
const SPACE = '\u2581'
/** Characters per token that are read at most; the rest of a long text has no effect. */
const MAX_LETTERS = 16

interface Piece {
  token: number
  score: number
}

interface Node {
  /** The piece that ends here. */
  piece?: Piece
  next: Map<string, Node>
}

interface Step extends Piece {
  /** Where its piece starts. */
  from: number
}

export class SentenceTokenizer {
  /** A trie of the pieces by letters. */
  readonly #root: Node = { next: new Map() }

  constructor(vocabulary: Vocabulary) {
    for (const [token, [text, score]] of vocabulary.entries()) {
      if (token < RESERVED) continue
      let node = this.#root
      for (const letter of text) {
        if (!node.next.has(letter)) node.next.set(letter, { next: new Map() })
        node = node.next.get(letter)!
      }
      node.piece = { token, score }
    }
  }

  /** @returns 1 to `most` tokens; later text is ignored */
  encode(text: string, most: number): number[] {
    const words = text.slice(0, most * MAX_LETTERS * 2).normalize('NFKC')
    const marked = `${SPACE}${words.trim().replaceAll(/\s+/g, SPACE)}`
    const letters = Array.from(marked.slice(0, most * MAX_LETTERS))
    const steps = this.#bestSteps(letters)
    const tokens: number[] = []
    for (let at = letters.length; at > 0; at = steps[at]!.from) {
      const { token } = steps[at]!
      if (token !== UNKNOWN || tokens.at(-1) !== UNKNOWN) tokens.push(token)
    }
    return tokens.reverse().slice(0, most)
  }

  /** The last step of the best sequence that ends at each position. */
  #bestSteps(letters: string[]): Step[] {
    const steps: Step[] = [{ token: UNKNOWN, score: 0, from: 0 }]
    for (let from = 0; from < letters.length; from++) {
      const before = steps[from]!.score
      const add = (to: number, { token, score }: Piece) => {
        const total = before + score
        if (!(steps[to] && steps[to].score >= total)) steps[to] = { token, score: total, from }
      }
      let node = this.#root.next.get(letters[from]!)
      if (!node?.piece) add(from + 1, { token: UNKNOWN, score: UNKNOWN_SCORE })
      for (let to = from + 1; node; node = node.next.get(letters[to++]!))
        if (node.piece) add(to, node.piece)
    }
    return steps
  }
}
