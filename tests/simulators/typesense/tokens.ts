/** Typesense's tokenizer (typesense.md §4). */

/** Maximum significant bytes of a word. */
const LONGEST = 100
/** Word positions are stored in 16 bits and wrap around in longer texts. */
const POSITIONS = 0x10000

/**
 * Spaces and line breaks separate words. ASCII letters and digits are kept, other
 * ASCII is deleted, and the rest is transliterated.
 */
export function tokenizeText(text: string): string[] {
  return transliterated(text)
    .split(/[ \n]+/)
    .map((word) => word.replace(/[^a-zA-Z0-9]/g, '').toLowerCase())
    .filter(Boolean)
    .map((word) => word.slice(0, LONGEST))
}

function transliterated(text: string): string {
  // eslint-disable-next-line no-control-regex
  if (/^[\x00-\x7f]*$/.test(text)) return text
  return text.normalize('NFKD').replace(/\p{M}/gu, '').replace(/[§ß]/g, 'ss').replace(/¶/g, 'p')
}

/** The words of one field of a document. */
export class FieldTokens {
  /** By element of the field. */
  readonly elements: string[][]
  #all: Set<string> | null = null
  #wholes: Set<string> | null = null
  #positions: Map<string, Set<number>>[] | null = null

  constructor(value: unknown) {
    this.elements = (Array.isArray(value) ? value : [value]).map((one) => tokenizeText(String(one)))
  }

  get all(): Set<string> {
    return (this.#all ??= new Set(this.elements.flat()))
  }

  /** Each element with its words joined by spaces. */
  get wholes(): Set<string> {
    return (this.#wholes ??= new Set(this.elements.map((words) => words.join(' '))))
  }

  /** Whether one element has the words next to each other, within the limits of 16 bits. */
  hasPhrase(words: string[]): boolean {
    if (!words.every((word) => this.all.has(word))) return false
    this.#positions ??= this.elements.map(positionsOf)
    return this.#positions.some((positions) => {
      const [first, ...rest] = words.map((word) => positions.get(word))
      if (!first || rest.includes(undefined)) return false
      return [...first].some((at) =>
        rest.every((places, index) => places!.has((at + index + 1) % POSITIONS))
      )
    })
  }
}

function positionsOf(words: string[]): Map<string, Set<number>> {
  const positions = new Map<string, Set<number>>()
  words.forEach((word, at) => {
    const known = positions.get(word)
    if (known) known.add(at % POSITIONS)
    else positions.set(word, new Set([at % POSITIONS]))
  })
  return positions
}
