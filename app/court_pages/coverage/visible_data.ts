import type { Json } from '#app/court_pages/json_values'
import { TextStream } from './text_stream.js'
import type { VisibleText } from './visible_text.js'

const TIME_STAMP = /^\d{4}-\d{2}-\d{2}T/
/** Maximum nesting of JSON whose values are compared. */
const MAX_NESTING = 100

/**
 * The values of a JSON response, each in a block with the path of its key.
 *
 * @param root the response
 * @param hidden keys whose values no record needs
 */
export function readJsonText(root: Json, hidden: ReadonlySet<string>): VisibleText {
  const texts: string[] = []
  const paths: string[] = []
  const add = (value: string, path: string) => {
    // Records have the day of a time stamp.
    if (TIME_STAMP.test(value)) value = value.slice(0, 10)
    const plain = value.includes('<') || value.includes('&') ? withoutMarkup(value) : value
    texts.push(plain)
    paths.push(path)
  }
  const visit = (value: Json, path: string, depth: number) => {
    if (typeof value === 'string' || typeof value === 'number') add(String(value), path)
    else if (value !== null && typeof value === 'object' && depth < MAX_NESTING) {
      if (Array.isArray(value)) for (const one of value) visit(one, path, depth + 1)
      else
        for (const key in value)
          if (!hidden.has(key)) visit(value[key], path ? `${path}.${key}` : key, depth + 1)
    }
  }
  visit(root, '', 0)
  return toVisible(texts, paths)
}

const toVisible = (texts: string[], paths: string[]): VisibleText => ({
  text: new TextStream(texts),
  placeOf: (block) => paths[block],
  endOfSection: (block) => block + 1,
})

const CDATA = '<![CDATA['

/**
 * The texts and attributes of an XML response, each in a block with the names of its elements.
 *
 * @param source the XML
 * @param hidden elements and attributes whose values no record needs
 */
export function readXmlText(source: string, hidden: ReadonlySet<string>): VisibleText {
  const texts: string[] = []
  const paths: string[] = []
  const unclosed = new Set<string>()
  let name = ''
  let at = 0
  const add = (value: string, path: string) => {
    texts.push(value.includes('&') ? withoutMarkup(decoded(value)) : value)
    paths.push(path)
  }
  while (at < source.length) {
    const open = source.indexOf('<', at)
    const end = open === -1 ? source.length : open
    if (end > at && hasLetters(source, at, end)) add(source.slice(at, end), name)
    if (open === -1) break
    if (source.startsWith(CDATA, open)) {
      const last = source.indexOf(']]>', open)
      const inner = source.slice(open + CDATA.length, last === -1 ? source.length : last)
      texts.push(inner.includes('<') || inner.includes('&') ? withoutMarkup(inner) : inner)
      paths.push(name)
      at = last === -1 ? source.length : last + 3
      continue
    }
    const close = source.indexOf('>', open)
    if (close === -1) break
    at = close + 1
    const code = source.charCodeAt(open + 1)
    if (code === 0x21 || code === 0x3f) continue
    if (code === 0x2f) {
      name = ''
      continue
    }
    let stop = open + 1
    while (stop < close && source.charCodeAt(stop) > 0x20 && source.charCodeAt(stop) !== 0x2f)
      stop++
    name = source.slice(open + 1, stop).toLowerCase()
    if (stop < close) addAttributes(source.slice(stop, close), name, hidden, add)
    if (!hidden.has(name) || source.charCodeAt(close - 1) === 0x2f || unclosed.has(name)) continue
    const skipped = source.indexOf(`</${source.slice(open + 1, stop)}`, at)
    if (skipped === -1) unclosed.add(name)
    else at = skipped
  }
  return toVisible(texts, paths)
}

function addAttributes(
  source: string,
  element: string,
  hidden: ReadonlySet<string>,
  add: (value: string, path: string) => void
): void {
  let at = 0
  for (;;) {
    const equals = source.indexOf('=', at)
    const quote = source[equals + 1]
    if (equals === -1 || (quote !== '"' && quote !== "'")) return
    const end = source.indexOf(quote, equals + 2)
    if (end === -1) return
    const name = source.slice(at, equals).trim().toLowerCase()
    if (end > equals + 2 && !hidden.has(name))
      add(source.slice(equals + 2, end), `${element} ${name}`)
    at = end + 1
  }
}

function hasLetters(source: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (source.charCodeAt(at) > 0x20) return true
  return false
}

const ENTITIES: Record<string, string> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  apos: "'",
  nbsp: ' ',
}

/** Decodes the entities of XML and character references; others separate words. */
function decoded(text: string): string {
  return text.replace(
    /&(?:([a-z]{2,10})|#(\d{1,7})|#x([\da-f]{1,6}));/gi,
    (_, name?: string, decimal?: string, hex?: string) => {
      if (name) return ENTITIES[name.toLowerCase()] ?? ' '
      const code = decimal ? Number(decimal) : Number.parseInt(hex!, 16)
      return code > 0 && code <= 0x10_ffff ? String.fromCodePoint(code) : ''
    }
  )
}

/** The text of markup, with a space for each tag. */
function withoutMarkup(markup: string): string {
  let text = ''
  let at = 0
  while (at < markup.length) {
    const open = markup.indexOf('<', at)
    if (open === -1) break
    const close = markup.indexOf('>', open)
    if (close === -1) break
    text += `${markup.slice(at, open)} `
    at = close + 1
  }
  return decoded(text + markup.slice(at))
}
