/**
 * Where the sentences and paragraphs of a text start, by the number of their first word. A
 * paragraph starts after a blank line, a page, or a block of HTML.
 */
import { eachSentenceEnd } from '#app/support/sentences'
import type { Words } from './analyse.js'
import { LINE_BREAK, PARAGRAPH_BREAK } from './html_text.js'

export interface Breaks {
  /** Numbers of words, ascending; the first word of the text isn't included. */
  sentences: number[]
  /** A subset of `sentences`. */
  paragraphs: number[]
}

const PARAGRAPH_END = new RegExp(
  `\\n[^\\S\\n]*\\n|\\f|${PARAGRAPH_BREAK}|${LINE_BREAK}[^\\S${LINE_BREAK}]*${LINE_BREAK}`,
  'g'
)
/** After a page or between the lines of a manuscript, a lowercase letter continues the sentence. */
const CONTINUATION = /\s*\p{Ll}/uy

/** @param starts offsets of the words in the text */
export function findBreaks(text: string, starts: readonly number[]): Breaks {
  const breaks: Breaks = { sentences: [], paragraphs: [] }
  const paragraphs = paragraphStarts(text)
  let paragraph = paragraphs.next()
  let word = 0
  const add = (offset: number, list: number[]) => {
    while (word < starts.length && starts[word]! < offset) word++
    if (word && word < starts.length && list.at(-1) !== word) list.push(word)
  }
  const addParagraphs = (before: number) => {
    for (; !paragraph.done && paragraph.value <= before; paragraph = paragraphs.next()) {
      add(paragraph.value, breaks.sentences)
      add(paragraph.value, breaks.paragraphs)
    }
  }
  if (starts.length > 1) {
    eachSentenceEnd(text, (_, next) => {
      addParagraphs(next)
      add(next, breaks.sentences)
    })
    addParagraphs(Infinity)
  }
  return breaks
}

function* paragraphStarts(text: string): Generator<number> {
  for (const { index, 0: match } of text.matchAll(PARAGRAPH_END)) {
    const end = index + match.length
    CONTINUATION.lastIndex = end
    if (match[0] !== PARAGRAPH_BREAK && match[0] !== LINE_BREAK && CONTINUATION.test(text)) continue
    yield end
  }
}

const known = new WeakMap<Words, Breaks>()

/** The breaks of an analyzed text, found once. */
export function getBreaks(words: Words): Breaks {
  let breaks = known.get(words)
  if (!breaks) known.set(words, (breaks = findBreaks(words.text, words.start)))
  return breaks
}
