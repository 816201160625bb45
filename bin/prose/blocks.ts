/**
 * Splits a document into blocks of text: a paragraph, a heading, a table cell, a comment, or a
 * string. Markup is removed, and code and quotations become one word each, so that rules see
 * sentences as readers do.
 */
import type { TxtDocumentNode, TxtNode } from '@textlint/ast-node-types'

export interface Block {
  text: string
  isHeading: boolean
  /** Offset in the source of a character of the text, or of its end. */
  sourceOffset(at: number): number
}

/** Placeholder for code and quotations. */
export const CODE = '__code__'

/** Types of inline nodes; all others start a block (`textlint-plugin-html` keeps tag names). */
const INLINE = new Set(
  'Str Code Link Emphasis Strong Delete Break break Html a b i em strong span small abbr time kbd mark sup sub cite var samp u s'.split(
    ' '
  )
)
const SKIPPED = new Set('BlockQuote Comment CodeBlock script style pre template svg'.split(' '))
const CODE_TAGS = new Set('code kbd samp var'.split(' '))
const ENTITIES: Record<string, string> = { nbsp: ' ', amp: '&', lt: '<', gt: '>', quot: '"' }

/** A node of any type; those of `textlint-plugin-html` have a tag name. */
type Node = Pick<TxtNode, 'range' | 'raw'> & { type: string; tagName?: string; children?: Node[] }

const kept = new WeakMap<TxtDocumentNode, Block[]>()

/** @returns blocks of a document, computed once for all rules */
export function getTextBlocks(document: TxtDocumentNode): Block[] {
  let blocks = kept.get(document)
  if (!blocks) kept.set(document, (blocks = collect(document)))
  return blocks
}

function collect(document: TxtDocumentNode): Block[] {
  const source = document.raw
  const blocks: Block[] = []
  let writer = new BlockWriter(source)
  const finish = (isHeading: boolean) => {
    const block = writer.finish(isHeading)
    if (block) blocks.push(block)
    writer = new BlockWriter(source)
  }

  const visit = (node: Node, isHeading: boolean): void => {
    if (node.type === 'Code' || CODE_TAGS.has(node.tagName!)) return writer.code(...node.range)
    if (node.type === 'Str') return writer.copy(node.raw, node.range[0])
    if (/^break$/i.test(node.type)) return writer.space(node.range[0])
    if (node.type === 'Image' || node.type === 'Html') return
    const isInline = INLINE.has(node.type)
    if (!isInline) finish(isHeading)
    if (SKIPPED.has(node.type)) return
    const inHeading = isHeading || node.type === 'Header'
    for (const child of node.children ?? []) visit(child, inHeading)
    if (!isInline) finish(inHeading)
  }
  visit(document as unknown as Node, false)
  return blocks
}

class BlockWriter {
  #source: string
  #text = ''
  #offsets: number[] = []
  /** End of the text in the source. */
  #end = 0

  constructor(source: string) {
    this.#source = source
  }

  code(start: number, end: number): void {
    this.#gap(start)
    this.#write(CODE, start)
    this.#end = end
  }

  copy(raw: string, start: number): void {
    this.#gap(start)
    for (let at = 0; at < raw.length; at++) {
      const char = raw[at]!
      if (char === '&') {
        const [entity, name] = /^&(\w+);/.exec(raw.slice(at, at + 8)) ?? []
        this.#write(ENTITIES[name!] ?? '&', start + at)
        if (entity && name! in ENTITIES) at += entity.length - 1
      } else if (/\s/.test(char)) this.space(start + at)
      else if (char !== '\\') this.#write(char === '’' ? "'" : char, start + at)
    }
    this.#end = start + raw.length
  }

  space(at: number): void {
    if (this.#text && !this.#text.endsWith(' ')) this.#write(' ', at)
  }

  /** In the source, markers separate the lines of a comment. */
  #gap(start: number): void {
    if (this.#text && this.#source.slice(this.#end, start).includes('\n')) this.space(this.#end)
  }

  #write(text: string, at: number): void {
    this.#text += text
    for (let count = text.length; count > 0; count--) this.#offsets.push(at)
  }

  finish(isHeading: boolean): Block | undefined {
    if (!this.#text.trim()) return undefined
    const offsets = this.#offsets
    const end = this.#end
    const { text, places } = quotationsAsWords(this.#text)
    const sourceOffset = (at: number) => offsets[places[at] ?? offsets.length] ?? end
    return { text, isHeading, sourceOffset }
  }
}

/** Quotations have another author: a law, a page, or an input. */
function quotationsAsWords(text: string): { text: string; places: number[] } {
  const places: number[] = []
  let out = ''
  let from = 0
  const copy = (end: number) => {
    for (; from < end; from++) {
      out += text[from]!
      places.push(from)
    }
  }
  for (const { 0: quotation, index } of text.matchAll(/"[^"]{1,300}"|“[^”]{1,300}”/g)) {
    copy(index)
    out += CODE
    for (let count = CODE.length; count > 0; count--) places.push(index)
    from = index + quotation.length
  }
  copy(text.length)
  return { text: out, places }
}
