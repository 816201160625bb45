import { linkTarget } from './document_links.js'
import { asJsonObject, type JsonObject } from './json_values.js'
import { toSignText } from './text.js'

/** Where a sign is found in a page or message. */
export type SignPlace =
  | 'title'
  | 'heading'
  | 'text'
  | 'label'
  | 'number'
  | 'link'
  | 'form'
  | 'input'
  | 'id'
  | 'comment'
  | 'element'
  | 'key'
  | 'sender'

/** Receives each sign: its place, and its text in lowercase with white space collapsed. */
export type OnSign = (place: SignPlace, text: string) => void

/** Characters of markup read from the start and from the end, without scripts and styles. */
const HEAD = 40_000
const TAIL = 6_000
/** Maximum length of a text and of a label; longer texts are prose. */
const LONGEST = 200
const LONGEST_LABEL = 60
/** Maximum number of characters read from a tag. */
const LONGEST_TAG = 1_000

const BLOCKS = new Set(
  'address blockquote body caption center dd div dl dt form h1 h2 h3 h4 h5 h6 hr li ol option p pre table tbody td tfoot th thead title tr ul'.split(
    ' '
  )
)

/**
 * Collects the signs by which kinds of pages are recognized from HTML or XML, in one pass over
 * the first and the last part of the page: titles, headings, short texts, labels, targets of
 * links, names of forms and inputs, IDs, comments, and elements.
 *
 * @param source the page
 * @param onSign is called for each sign, including repeated ones
 */
export function collectSigns(source: string, onSign: OnSign): void {
  const collector = new Collector(source, onSign)
  const end = collector.read(0, HEAD)
  if (end < source.length) collector.read(Math.max(end, source.length - TAIL), TAIL)
}

/** The name of a tag, its name without a prefix, and whether its element is a block. */
interface KnownTag {
  name: string
  local: string
  isBlock: boolean
}

/** Maximum number of different names that are kept. */
const MAX_TAGS = 200

class Collector {
  /** The text of the open block, and how many texts it consists of. */
  #block = ''
  #parts = 0
  #name = ''
  /** The start tags that were read, as printed. */
  readonly #tags = new Map<string, KnownTag>()

  constructor(
    private source: string,
    private onSign: OnSign
  ) {}

  /** Reads from a position until the budget is used up; returns where it stopped. */
  read(from: number, budget: number): number {
    const { source } = this
    let at = from
    let left = budget
    while (at < source.length && left > 0) {
      let open = source.indexOf('<', at)
      if (open === -1) open = source.length
      if (open > at) this.#text(at, open)
      left -= open - at
      if (open === source.length) at = open
      else if (source.startsWith('!--', open + 1)) at = this.#comment(open)
      else {
        let close = source.indexOf('>', open)
        if (close === -1) close = source.length
        left -= close - open
        at = this.#tag(open + 1, close)
      }
    }
    this.#endBlock('')
    return at
  }

  /** Returns the position after a comment. */
  #comment(open: number): number {
    const found = this.source.indexOf('-->', open + 4)
    const end = found === -1 ? this.source.length : found
    const text = toSignText(this.source.slice(open + 4, Math.min(end, open + 4 + LONGEST)))
    if (text) this.onSign('comment', text)
    return end + 3
  }

  /** Reads a tag; returns the position after it, or after the script that it begins. */
  #tag(start: number, end: number): number {
    const { source } = this
    const isEnd = source.charCodeAt(start) === 0x2f
    let at = isEnd ? start + 1 : start
    const from = at
    while (at < end && isNameCharacter(source.charCodeAt(at))) at++
    const printed = source.slice(from, at)
    let known = this.#tags.get(printed)
    const isNew = known === undefined
    if (known === undefined) {
      const name = printed.toLowerCase()
      known = { name, local: name.slice(name.lastIndexOf(':') + 1), isBlock: BLOCKS.has(name) }
      if (this.#tags.size < MAX_TAGS && !isEnd) this.#tags.set(printed, known)
    }
    const { name, local, isBlock } = known
    if (!isEnd && (name === 'script' || name === 'style')) {
      const close = source.indexOf(`</${printed}`, end)
      return close === -1 ? source.length : close
    }
    if (name === 'br') this.#block += ' '
    else if (isBlock) this.#endBlock(isEnd ? '' : name)
    if (!isEnd && name) {
      if (isNew) this.onSign('element', local)
      if (REQUESTS.has(local)) {
        for (const [, attribute] of source
          .slice(at, Math.min(end, start + LONGEST_TAG))
          .matchAll(XML_ATTRIBUTE))
          this.onSign('element', `${local}@${attribute.toLowerCase()}`)
      }
      if (end - at > 4) this.#attributes(name, source.slice(at, Math.min(end, start + LONGEST_TAG)))
    }
    return end + 1
  }

  #attributes(name: string, tag: string): void {
    const { onSign } = this
    if (name === 'a') {
      const href = HREF.exec(tag)
      if (href) emitLink(href[1], onSign)
      if (tag.includes('goDLS(')) onSign('link', 'godls')
    } else if (name === 'form') {
      const action = ACTION.exec(tag)
      if (action) onSign('form', linkTarget(action[1]))
    }
    if (name === 'input' || name === 'form' || name === 'select') {
      const own = NAME.exec(tag)
      if (own) onSign(name === 'form' ? 'form' : 'input', own[1].toLowerCase())
    }
    if (name === 'input' && BUTTON.test(tag)) {
      const [, quoted, single] = VALUE.exec(tag) ?? []
      const value = toSignText(quoted ?? single ?? '')
      if (value) onSign('text', value)
    }
    const id = tag.includes('id=') || tag.includes('ID=') ? ID.exec(tag) : null
    if (id) onSign('id', id[1].toLowerCase())
  }

  #text(from: number, to: number): void {
    const { source } = this
    let start = from
    let end = to
    while (start < end && isSpace(source.charCodeAt(start))) start++
    while (end > start && isSpace(source.charCodeAt(end - 1))) end--
    if (start === end) {
      if (this.#parts > 0) this.#block += ' '
      return
    }
    if (end - start > LONGEST) {
      this.#parts = Infinity
      return
    }
    const text = toSignText(source.slice(start, end))
    if (!text) return
    this.#parts++
    if (this.#block.length <= LONGEST) {
      this.#block += start > from || this.#block === '' ? ` ${text}` : text
      if (end < to) this.#block += ' '
    }
    if (text.length > 1) emitText(text, this.onSign)
  }

  /** Ends the open block and begins one of an element. */
  #endBlock(name: string): void {
    if (this.#parts > 0) {
      const isHeading = HEADINGS.has(this.#name)
      if (this.#parts !== Infinity && (this.#parts > 1 || isHeading)) {
        const text = this.#block.replace(/\s+/g, ' ').trim()
        if (this.#parts > 1 && text.length <= LONGEST) emitText(text, this.onSign)
        if (isHeading) this.onSign(this.#name === 'title' ? 'title' : 'heading', text)
      }
      this.#block = ''
      this.#parts = 0
    }
    this.#name = name
  }
}

const HEADINGS = new Set('title h1 h2 h3 h4 h5 h6'.split(' '))

/** Elements of responses whose values are attributes. */
const REQUESTS = new Set(['request', 'case', 'message'])
const XML_ATTRIBUTE = /\s([a-z]{1,30})\s{0,5}=/gi

const attributeForm = (name: string) =>
  new RegExp(`\\s${name}\\s{0,5}=\\s{0,5}["']?([^"'\\s>]{1,500})`, 'i')
const HREF = attributeForm('href')
const ACTION = attributeForm('action')
const NAME = attributeForm('name')
const ID = attributeForm('id')

const BUTTON = /\stype\s{0,5}=\s{0,5}["']?(?:submit|button)/i
const VALUE = /\svalue\s{0,5}=\s{0,5}(?:"([^"]{0,200})|'([^']{0,200}))/i

const isSpace = (code: number) => code <= 0x20 || code === 0xa0
/** Letters, digits, and the characters of XML names. */
const isNameCharacter = (code: number) =>
  (code >= 0x61 && code <= 0x7a) ||
  (code >= 0x41 && code <= 0x5a) ||
  (code >= 0x30 && code <= 0x39) ||
  code === 0x3a ||
  code === 0x5f ||
  code === 0x2d

/** A case number at the start of a text. */
const CASE_NUMBER = /^(?:\d{1,2}:)?(?:\d-)?\d\d-(?:[a-z]{1,5}-\d|\d{4})/

function emitText(text: string, onSign: OnSign): void {
  const colon = text.indexOf(':')
  if (colon === -1 || colon > LONGEST_LABEL) onSign('text', text)
  else if (colon > 2) {
    const label = text.slice(0, colon).trimEnd()
    if (colon === text.length - 1) onSign('text', label)
    onSign('label', label)
  }
  const first = text.charCodeAt(0)
  if (first >= 0x30 && first <= 0x39 && CASE_NUMBER.test(text)) onSign('number', 'case')
}

function emitLink(link: string, onSign: OnSign): void {
  onSign('link', linkTarget(link))
  const host = /^https?:\/\/([\w.-]{1,100})/i.exec(link)
  if (host) onSign('link', host[1].toLowerCase())
}

/**
 * Collects the signs of plain text: its lines and the targets of its links.
 *
 * @param source the text, of which the first part is read
 * @param onSign see {@link collectSigns}
 */
export function collectTextSigns(source: string, onSign: OnSign): void {
  for (const line of source.slice(0, HEAD).split('\n')) {
    const text = line.length <= LONGEST ? toSignText(line) : ''
    if (text.length > 1) emitText(text, onSign)
  }
  for (const [link] of source.slice(0, HEAD).matchAll(/https?:\/\/[^\s<>"]{1,500}/g))
    emitLink(link, onSign)
}

/** Maximum number of keys of an object of JSON. */
const MAX_KEYS = 200

/**
 * Collects the signs of JSON: the keys of an object and, after a period, of the objects and the
 * first items of the lists in it.
 *
 * @param value the parsed object
 * @param onSign see {@link collectSigns}
 */
export function collectJsonSigns(value: JsonObject, onSign: OnSign): void {
  for (const key of Object.keys(value).slice(0, MAX_KEYS)) {
    const name = key.toLowerCase()
    onSign('key', name)
    const own = value[key]
    const below = asJsonObject(Array.isArray(own) ? own[0] : own)
    for (const one of Object.keys(below ?? {}).slice(0, MAX_KEYS))
      onSign('key', `${name}.${one.toLowerCase()}`)
  }
}
