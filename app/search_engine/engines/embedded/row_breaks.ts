/**
 * The layout of the words of a row in its columns: where each value starts, how many words it
 * has, and at which of them its sentences and paragraphs start.
 */
import type { Breaks } from '../../analysis/breaks.js'

/** One value of a column. */
export interface ValuePlace {
  /** Number of gap words before it. */
  gap: number
  /** Number of all its words in the column: stems, exact words, prefixes, and keys. */
  size: number
  /** Number of its stems, which come first, and of its exact words, which follow. */
  words: number
  breaks: Breaks
}

/** The values of a column as numbers. */
export function packColumn(values: readonly ValuePlace[]): number[] {
  return values.flatMap(({ gap, size, words, breaks }) => {
    const paragraphs = new Set(breaks.paragraphs)
    let previous = 0
    const starts = breaks.sentences.map((word) => {
      const step = word - previous
      previous = word
      return step * 2 + (paragraphs.has(word) ? 1 : 0)
    })
    return [gap, size, words, starts.length, ...starts]
  })
}

/** The columns of a row, each after its number and its length, as variable-length integers. */
export function encodeColumns(columns: Iterable<[column: number, packed: number[]]>): Uint8Array {
  const bytes: number[] = []
  for (const [column, packed] of columns) {
    addInteger(bytes, column)
    addInteger(bytes, packed.length)
    for (const number of packed) addInteger(bytes, number)
  }
  return Uint8Array.from(bytes)
}

function addInteger(bytes: number[], number: number) {
  let rest = number
  for (; rest > 127; rest >>>= 7) bytes.push((rest & 127) | 128)
  bytes.push(rest)
}

/**
 * Distance between two values on the common scale: more than any connector or phrase spans.
 */
const BETWEEN_VALUES = 1000

/** A column whose words are numbered on one scale, whatever their form. */
export class ColumnPlaces {
  /** For each value: its first position in the column, its number of words, and its first number. */
  private bases: number[] = []
  private counts: number[] = []
  private numbers: number[] = []
  readonly breaks: Breaks = { sentences: [], paragraphs: [] }
  private at = 0

  /** @param bytes the columns of a row */
  constructor(
    private bytes: Uint8Array,
    column: number
  ) {
    while (this.at < bytes.length) {
      const isWanted = this.integer() === column
      const length = this.integer()
      if (isWanted) {
        this.read(length)
        return
      }
      for (let left = length; left > 0; this.at++) if (bytes[this.at]! < 128) left--
    }
  }

  private read(length: number): void {
    const { sentences, paragraphs } = this.breaks
    let [position, number] = [0, 0]
    for (let left = length; left > 0;) {
      const base = position + this.integer()
      position = base + this.integer()
      const words = this.integer()
      const starts = this.integer()
      left -= 4 + starts
      if (this.bases.length) {
        sentences.push(number)
        paragraphs.push(number)
      }
      this.bases.push(base)
      this.counts.push(words)
      this.numbers.push(number)
      let word = number
      for (let count = starts; count > 0; count--) {
        const step = this.integer()
        word += step >> 1
        sentences.push(word)
        if (step & 1) paragraphs.push(word)
      }
      number += words + BETWEEN_VALUES
    }
  }

  private integer(): number {
    const { bytes } = this
    let byte = bytes[this.at++]!
    if (byte < 128) return byte
    let number = byte & 127
    for (let shift = 7; byte >= 128; shift += 7) {
      byte = bytes[this.at++]!
      number |= (byte & 127) << shift
    }
    return number
  }

  /** The numbers of words at ascending positions in the column. */
  numbersAt(positions: readonly number[]): number[] {
    let value = 0
    return positions.map((position) => {
      while (value + 1 < this.bases.length && this.bases[value + 1]! <= position) value++
      const within = position - this.bases[value]!
      const count = this.counts[value]!
      return this.numbers[value]! + (within < count ? within : within - count)
    })
  }
}
