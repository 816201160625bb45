/** What a decision says where it cites another. */
import { htmlText } from '#app/search_engine/analysis/html_text'
import { sentencesOf } from '#app/search_engine/semantic/sentences'

/** Characters of a passage. */
const MAX_LENGTH = 420
/** A shorter sentence is a citation only: the one before says what it is cited for. */
const MIN_LENGTH = 90
const MARK = '\uE000'
/** Numbers of notes and of printed pages. */
const NUMBERS =
  /<a\b[^>]*class="footnote"[^>]*>[^<]*<\/a>|<span class="star-pagination">[^<]*<\/span>/gi
const BLOCK = 'p|div|li|blockquote|td|th|h[1-6]|center|section|pre'
const LAST_OPENED = new RegExp(String.raw`^[\s\S]*<(?:${BLOCK})\b[^>]*>`, 'i')
const FIRST_CLOSED = new RegExp(String.raw`<\/?(?:${BLOCK})\b[\s\S]*$`, 'i')

/**
 * The sentence around a link.
 *
 * @param html a part of a text, which may begin and end anywhere
 * @param at where the address of the link is
 * @returns text without markup; blank if there is none around the link
 */
export function passageAround(html: string, at: number): string {
  const link = html.lastIndexOf('<', at)
  if (link < 0) return ''
  const before = html
    .slice(0, link)
    .replace(LAST_OPENED, '')
    .replace(/^[^<]*>/, '')
  const after = html.slice(link).replace(FIRST_CLOSED, '')
  const sentences = sentencesOf(textOf(before) + MARK + textOf(after))
  const place = sentences.findIndex((sentence) => sentence.includes(MARK))
  const own = sentences[place]
  if (own === undefined) return ''
  const previous = own.length < MIN_LENGTH ? sentences[place - 1] : undefined
  return shortened(previous ? `${previous} ${own}` : own)
}

function textOf(html: string): string {
  return htmlText(html.replaceAll(NUMBERS, ''))
}

/** Cut at words on both sides so that the link stays inside. */
function shortened(text: string): string {
  const plain = text.replace(MARK, '')
  if (plain.length <= MAX_LENGTH) return plain
  const start = Math.max(
    0,
    Math.min(text.indexOf(MARK) - MAX_LENGTH / 2, plain.length - MAX_LENGTH)
  )
  const cut = plain.slice(start, start + MAX_LENGTH)
  return [
    start > 0 ? cut.replace(/^\S*\s/, '… ') : cut,
    start + MAX_LENGTH < plain.length ? '…' : '',
  ]
    .join('')
    .replace(/\s\S*…$/, ' …')
}
