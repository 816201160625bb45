import { Tokenizer } from 'htmlparser2'
import type { Citation } from './citation.js'
import type { Cleaned } from './clean.js'
import type { Span } from './code_points.js'

/** Markup inserted around a part of a text. */
export interface Annotation {
  /** In UTF-16 units of the cleaned text. */
  readonly span: Span
  readonly before: string
  readonly after: string
}

export interface AnnotateOptions {
  /** Whether the source is HTML or XML. */
  readonly markup: boolean
  /**
   * How to handle an annotation that would overlap an element of the source:
   * `split` wraps each piece of text, `skip` omits the annotation.
   */
  readonly overlapping?: 'split' | 'skip'
}

interface Tag {
  readonly name: string
  readonly start: number
  readonly end: number
  readonly isOpening: boolean
}

/**
 * The source of a cleaned text with linked citations. The markup stays valid,
 * and existing links are left unchanged.
 * @param link markup before and after a citation; null leaves it unlinked
 */
export function annotate(
  cleaned: Cleaned,
  citations: readonly Citation[],
  link: (citation: Citation) => readonly [before: string, after: string] | null,
  options: AnnotateOptions
): string {
  const annotations = citations.flatMap((citation) => {
    const around = link(citation)
    return around ? [{ span: citation.spans.core, before: around[0], after: around[1] }] : []
  })
  return withAnnotations(cleaned, annotations, options)
}

/** The source of a cleaned text with annotations; overlapping annotations are omitted. */
export function withAnnotations(
  cleaned: Cleaned,
  annotations: readonly Annotation[],
  { markup, overlapping = 'split' }: AnnotateOptions
): string {
  const { source } = cleaned
  const tags = markup ? new Tags(source) : undefined
  const pieces: string[] = []
  let done = 0
  const inOrder = annotations.toSorted((one, other) => one.span.start - other.span.start)
  for (const { span, before, after } of inOrder) {
    const place = placeIn(cleaned, span)
    if (!place || place.start < done) continue
    for (const { start, end } of tags ? tags.around(place, done, overlapping) : [place]) {
      pieces.push(source.slice(done, start), before, source.slice(start, end), after)
      done = end
    }
  }
  pieces.push(source.slice(done))
  return pieces.join('')
}

/** The span in the source of a part of the cleaned text. */
function placeIn({ text, source, origin }: Cleaned, { start, end }: Span): Span | null {
  if (start < 0 || end > text.length || start >= end) return null
  const last = origin[end - 1]!
  const entity = source[last] === '&' ? /^&#?\w{1,31};/.exec(source.slice(last, last + 34)) : null
  return { start: origin[start]!, end: last + (entity?.[0].length ?? 1) }
}

/** The tags of a source, in order. */
class Tags {
  readonly #tags: readonly Tag[]

  constructor(readonly source: string) {
    this.#tags = tagsOf(source)
  }

  /** The parts of a span that can be annotated without overlapping an element. */
  around(place: Span, from: number, overlapping: 'split' | 'skip'): readonly Span[] {
    const first = this.#firstFrom(place.start)
    const within: Tag[] = []
    for (let at = first; at < this.#tags.length && this.#tags[at]!.start < place.end; at++)
      within.push(this.#tags[at]!)
    if (this.#isInLink(first) || within.some(({ name }) => name === 'a')) return []
    const { toOpen, toClose } = unmatched(within)
    const widened = this.#widened(place, first, within.length, toOpen, toClose, from)
    if (widened) return [widened]
    return overlapping === 'split' ? piecesOf(this.source, place, within) : []
  }

  /** Extends a span to the adjacent tags it needs, if present. */
  #widened(
    { start, end }: Span,
    first: number,
    count: number,
    toOpen: readonly string[],
    toClose: readonly string[],
    from: number
  ): Span | null {
    for (let index = 0, tag = first - 1; index < toOpen.length; index++, tag--) {
      const before = this.#tags[tag]
      if (!before?.isOpening || before.end !== start || before.start < from) return null
      if (before.name !== toOpen[index]) return null
      start = before.start
    }
    for (let index = 0, tag = first + count; index < toClose.length; index++, tag++) {
      const after = this.#tags[tag]
      if (!after || after.isOpening || after.start !== end) return null
      if (after.name !== toClose[index]) return null
      end = after.end
    }
    return { start, end }
  }

  /** Index of the first tag at or after a position. */
  #firstFrom(start: number): number {
    let low = 0
    let high = this.#tags.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#tags[middle]!.start < start) low = middle + 1
      else high = middle
    }
    return low
  }

  #linkOpen: Uint8Array | undefined

  /** Whether a link of the source is open before a tag. */
  #isInLink(index: number): boolean {
    this.#linkOpen ??= openLinks(this.#tags)
    return this.#linkOpen[index] === 1
  }
}

function openLinks(tags: readonly Tag[]): Uint8Array {
  const open = new Uint8Array(tags.length + 1)
  for (const [index, { name, isOpening }] of tags.entries())
    open[index + 1] = name === 'a' ? Number(isOpening) : open[index]!
  return open
}

/** Names of the elements that are closed but not opened, and opened but not closed, innermost first. */
function unmatched(tags: readonly Tag[]): { toOpen: string[]; toClose: string[] } {
  const toOpen: string[] = []
  const open: string[] = []
  for (const { name, isOpening } of tags)
    if (isOpening) open.push(name)
    else if (open.at(-1) === name) open.pop()
    else toOpen.push(name)
  return { toOpen, toClose: open.reverse() }
}

/** The texts between tags that aren't just white space. */
function piecesOf(source: string, { start, end }: Span, tags: readonly Tag[]): Span[] {
  const edges = [start, ...tags.flatMap((tag) => [tag.start, tag.end]), end]
  const pieces: Span[] = []
  for (let index = 0; index < edges.length; index += 2) {
    const piece = { start: edges[index]!, end: edges[index + 1]! }
    if (source.slice(piece.start, piece.end).trim()) pieces.push(piece)
  }
  return pieces
}

/** Void elements. */
const VOID = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' ')
)

function tagsOf(source: string): Tag[] {
  const tags: Tag[] = []
  let name = ''
  let isOpening = false
  const named = (opening: boolean) => (start: number, end: number) => {
    name = source.slice(start, end).toLowerCase()
    isOpening = opening
    begin = start - (opening ? 1 : 2)
  }
  let begin = 0
  const add = (end: number) => {
    if (!VOID.has(name)) tags.push({ name, start: begin, end: end + 1, isOpening })
  }
  const nothing = () => {}
  const tokenizer = new Tokenizer(
    { xmlMode: false, decodeEntities: false },
    {
      onopentagname: named(true),
      onopentagend: add,
      onselfclosingtag: nothing,
      onclosetag(start, end) {
        named(false)(start, end)
        const close = source.indexOf('>', end)
        add(close < 0 ? source.length - 1 : close)
      },
      ontext: nothing,
      ontextentity: nothing,
      onattribname: nothing,
      onattribdata: nothing,
      onattribentity: nothing,
      onattribend: nothing,
      oncdata: nothing,
      oncomment: nothing,
      ondeclaration: nothing,
      onprocessinginstruction: nothing,
      onend: nothing,
    }
  )
  tokenizer.write(source)
  tokenizer.end()
  return tags
}
