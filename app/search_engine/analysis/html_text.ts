import { Tokenizer } from 'htmlparser2'

/** Tags that don't separate words. */
const INLINE = new Set(
  'a abbr acronym b bdi bdo big cite code del dfn em font i ins kbd mark q s samp small span strike strong sub sup tt u var wbr'.split(
    ' '
  )
)
/** Tags that start and end a paragraph. */
const BLOCKS = new Set(
  'address article aside blockquote body center dd div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table tr ul'.split(
    ' '
  )
)
/** In place of a tag that starts or ends a paragraph, and of a line break; both are spaces. */
export const PARAGRAPH_BREAK = '\u2029'
export const LINE_BREAK = '\u2028'
/** Tags whose text is ignored. */
const DROPPED = new Set(['script', 'style', 'template'])
/** Characters read at a time, so that reading can stop at the limit. */
const CHUNK = 65_536

/**
 * The text of HTML or XML: entities are decoded; tags are removed and replaced by a space where
 * they separate words, or by the separator of paragraphs or lines, which are spaces as well; scripts and styles are dropped. Never fails. Runs in time linear in the
 * input length.
 * @param limit approximate number of characters after which it stops
 */
export function htmlText(html: string, limit = Number.POSITIVE_INFINITY): string {
  let text = ''
  let dropped: string | null = null
  const tag = (start: number, end: number) => {
    const name = html.slice(start, end).toLowerCase()
    if (!INLINE.has(name))
      text += BLOCKS.has(name) ? PARAGRAPH_BREAK : name === 'br' ? LINE_BREAK : ' '
    return name
  }
  const add = (piece: string) => {
    if (dropped === null) text += piece
  }
  const nothing = () => {}
  const tokenizer = new Tokenizer(
    { xmlMode: false, decodeEntities: true },
    {
      ontext: (start, end) => add(html.slice(start, end)),
      ontextentity: (point) => add(String.fromCodePoint(point)),
      onopentagname(start, end) {
        const name = tag(start, end)
        if (DROPPED.has(name)) dropped ??= name
      },
      onclosetag(start, end) {
        if (tag(start, end) === dropped) dropped = null
      },
      oncdata: (start, end, offset) => add(html.slice(start, end - offset)),
      oncomment: nothing,
      ondeclaration: nothing,
      onprocessinginstruction: nothing,
      onattribname: nothing,
      onattribdata: nothing,
      onattribentity: nothing,
      onattribend: nothing,
      onopentagend: nothing,
      onselfclosingtag: nothing,
      onend: nothing,
    }
  )
  for (let at = 0; at < html.length && text.length < limit; at += CHUNK) {
    tokenizer.write(html.slice(at, at + CHUNK))
  }
  tokenizer.end()
  return text
}
