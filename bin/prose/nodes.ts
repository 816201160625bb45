/** Nodes of textlint's syntax tree for formats without a textlint plugin. */
import type {
  TxtCodeNode,
  TxtDocumentNode,
  TxtNode,
  TxtParagraphNode,
  TxtStrNode,
} from '@textlint/ast-node-types'

type Position = TxtNode['loc']['start']
export type Inline = TxtStrNode | TxtCodeNode
export type Range = [start: number, end: number]

/** Creates nodes over one source text. */
export class NodeBuilder {
  #lines: number[] = [0]

  constructor(readonly source: string) {
    for (let at = source.indexOf('\n'); at !== -1; at = source.indexOf('\n', at + 1))
      this.#lines.push(at + 1)
  }

  text(start: number, end: number): TxtStrNode {
    return { ...this.#base('Str', start, end), value: this.source.slice(start, end) }
  }

  /** Code or a value, which rules treat as one word. */
  code(start: number, end: number): TxtCodeNode {
    return { ...this.#base('Code', start, end), value: this.source.slice(start, end) }
  }

  paragraph(children: Inline[]): TxtParagraphNode {
    const base = this.#base('Paragraph', children[0]!.range[0], children.at(-1)!.range[1])
    return { ...base, children }
  }

  document(children: TxtDocumentNode['children']): TxtDocumentNode {
    return { ...this.#base('Document', 0, this.source.length), children }
  }

  #base<T extends string>(type: T, start: number, end: number) {
    const loc = { start: this.#position(start), end: this.#position(end) }
    return { type, range: [start, end] as const, loc, raw: this.source.slice(start, end) }
  }

  /** Lines count from 1, columns from 0. */
  #position(offset: number): Position {
    let low = 0
    let high = this.#lines.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (this.#lines[middle]! <= offset) low = middle
      else high = middle - 1
    }
    return { line: low + 1, column: offset - this.#lines[low]! }
  }
}
