/**
 * A text by its characters: code points, as most clients count. What is cut
 * out never splits one.
 */
import { CodePoints } from '#app/citations/code_points'

export interface Snippet {
  position: number
  text: string
}

export class DocumentText {
  readonly #points: CodePoints
  /** Number of characters. */
  readonly length: number

  constructor(readonly text: string) {
    this.#points = new CodePoints(text)
    this.length = this.#points.span({ start: 0, end: text.length }).end
  }

  /** @param end exclusive */
  slice(start: number, end: number): string {
    return this.text.slice(this.#points.unit(start), this.#points.unit(end))
  }

  /**
   * Finds a phrase as it is written, in upper or lower case.
   *
   * @param most snippets at most
   * @param around characters on each side of a match in its snippet
   */
  find(phrase: string, { most, around }: { most: number; around: number }) {
    const pattern = new RegExp(RegExp.escape(phrase), 'giu')
    const snippets: Snippet[] = []
    let count = 0
    for (const { index, 0: match } of this.text.matchAll(pattern)) {
      if (count++ < most) snippets.push(this.#snippet(index, index + match.length, around))
    }
    return { count, snippets }
  }

  #snippet(first: number, last: number, around: number): Snippet {
    const { start: position, end } = this.#points.span({ start: first, end: last })
    const from = Math.max(0, position - around)
    const to = Math.min(this.length, end + around)
    const text = `${from > 0 ? '...' : ''}${this.slice(from, to)}${to < this.length ? '...' : ''}`
    return { position, text }
  }
}
