import {
  defaultTreeAdapter,
  Parser,
  Token,
  Tokenizer,
  type DefaultTreeAdapterMap,
  type TreeAdapter,
} from 'parse5'
import { CourtPageError } from './page_error.js'

const NULL = 0x00
const TAB = 0x09
const LINE_FEED = 0x0a
const FORM_FEED = 0x0c
const RETURN = 0x0d
const SPACE = 0x20
const QUOTE = 0x22
const AMPERSAND = 0x26
const HYPHEN = 0x2d
const LESS_THAN = 0x3c

const isLowercase = (code: number) => code >= 0x61 && code <= 0x7a

/**
 * A tokenizer that reads names, and runs of text, of comments, of scripts, and of values of
 * attributes at once. parse5 decides about each of these characters by itself, which takes most of its time, and
 * makes a token of each word. The trees are equal, except that a frame set or a
 * column group of a fragment can lack white space after text that it drops as well.
 */
class PageTokenizer extends Tokenizer {
  protected override _stateData(code: number): void {
    super._stateData(code)
    if (code !== LESS_THAN && code !== AMPERSAND) this.#readText(AMPERSAND)
  }

  protected override _stateScriptData(code: number): void {
    super._stateScriptData(code)
    if (code !== LESS_THAN) this.#readText(LESS_THAN)
  }

  protected override _stateComment(code: number): void {
    super._stateComment(code)
    if (code !== HYPHEN && code !== LESS_THAN) this.#readUntil(HYPHEN, LESS_THAN)
  }

  protected override _stateAttributeValueDoubleQuoted(code: number): void {
    super._stateAttributeValueDoubleQuoted(code)
    if (code !== QUOTE && code !== AMPERSAND) this.#readUntil(QUOTE, AMPERSAND)
  }

  protected override _stateTagName(code: number): void {
    const token = this.currentToken
    if (!isLowercase(code) || !token || !('tagName' in token)) return super._stateTagName(code)
    token.tagName += this.#readName()
  }

  protected override _stateAttributeName(code: number): void {
    if (!isLowercase(code)) return super._stateAttributeName(code)
    this.currentAttr.name += this.#readName()
  }

  /** The lowercase letters from the current character on. */
  #readName(): string {
    const { html, pos } = this.preprocessor
    let at = pos + 1
    while (at < html.length && isLowercase(html.charCodeAt(at))) at++
    this.preprocessor.pos = at - 1
    return html.slice(pos, at)
  }

  /** Continues the open token of text up to a tag or another character. */
  #readText(other: number): void {
    const token = this.currentCharacterToken
    if (token?.type === Token.TokenType.CHARACTER) this.#readUntil(LESS_THAN, other)
    else if (token?.type === Token.TokenType.WHITESPACE_CHARACTER) this.#readSpace()
  }

  /** Continues the open run up to one of two characters, or one that the input replaces. */
  #readUntil(one: number, other: number): void {
    const { html, pos } = this.preprocessor
    let at = pos + 1
    if (!this.#isInRun(at)) return
    for (; at < html.length; at++) {
      const code = html.charCodeAt(at)
      if (code === one || code === other || code === RETURN || code === NULL) break
    }
    this.#skipTo(at)
  }

  #readSpace(): void {
    const { html, pos } = this.preprocessor
    let at = pos + 1
    if (!this.#isInRun(at)) return
    for (; at < html.length; at++) {
      const code = html.charCodeAt(at)
      if (code !== SPACE && code !== LINE_FEED && code !== TAB && code !== FORM_FEED) break
    }
    this.#skipTo(at)
  }

  /** Whether the run ends before a place, and with an unchanged character of the input. */
  #isInRun(place: number): boolean {
    return this.runEnd === place && this.preprocessor.html.charCodeAt(place - 1) !== RETURN
  }

  #skipTo(end: number): void {
    this.runEnd = end
    this.preprocessor.pos = end - 1
  }
}

class PageParser extends Parser<DefaultTreeAdapterMap> {
  constructor(...given: ConstructorParameters<typeof Parser<DefaultTreeAdapterMap>>) {
    super(...given)
    this.tokenizer = new PageTokenizer(this.options, this)
  }
}

/** Maximum nesting depth: elements of court pages are nested some dozen deep, and parsing cost grows with depth. */
export const MAX_DEPTH = 1_000
/** Characters of a page per element: a fifth of the value in the densest court pages. */
const CHARACTERS_PER_ELEMENT = 4
/** Minimum number of elements allowed, for short pages. */
const FEW = 10_000

/**
 * Creates the nodes of one page's tree. HTML5 reopens unclosed formatting elements in each
 * paragraph, so the number of elements could be quadratic in the page's length.
 *
 * @param length the length of the page in characters
 * @returns an adapter that throws CourtPageError when elements are too many or nested too deep
 */
function boundedTree(length: number): TreeAdapter<DefaultTreeAdapterMap> {
  const most = FEW + length / CHARACTERS_PER_ELEMENT
  let made = 0
  let depth = 0
  return {
    ...defaultTreeAdapter,
    createElement(tagName, namespaceURI, attributes) {
      if (++made > most) throw new CourtPageError(`More elements than ${most} were opened.`)
      return defaultTreeAdapter.createElement(tagName, namespaceURI, attributes)
    },
    onItemPush() {
      if (++depth > MAX_DEPTH) throw tooDeep()
    },
    onItemPop() {
      depth--
    },
  }
}

/** The error for a tree of too many levels. */
export const tooDeep = () => new CourtPageError(`Elements are nested over ${MAX_DEPTH} deep.`)

/** The tree of a page, like `parse` of parse5. */
export const parseDocument = (source: string) =>
  PageParser.parse<DefaultTreeAdapterMap>(source, { treeAdapter: boundedTree(source.length) })

/** The tree of a part of a page, like `parseFragment` of parse5. */
export function parseFragment(source: string) {
  const options = { treeAdapter: boundedTree(source.length) }
  const parser = PageParser.getFragmentParser<DefaultTreeAdapterMap>(null, options)
  parser.tokenizer.write(source, true)
  return parser.getFragment()
}
