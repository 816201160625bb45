import { matchRecord, Word } from './coverage/match.js'
import { ignorableText } from './coverage/ignorable_text.js'
import type { Json } from './json_values.js'
import { readRecordValues } from './coverage/record_values.js'
import { placeOfNode } from './coverage/text_places.js'
import type { Node } from './tree.js'
import { readJsonText, readXmlText } from './coverage/visible_data.js'
import { readVisibleText, type VisibleText } from './coverage/visible_text.js'

/** Text of a page that its record doesn't have. */
export interface UnreadFragment {
  text: string
  /** Where it is on the page: the nearest heading, label, column, or path of a key. */
  place: string
}

/** How much of a page's visible text its record has. */
export interface Coverage {
  /** Letters and digits of visible text. */
  visible: number
  /** Letters and digits that the record has, or that no record needs. */
  read: number
  unread: UnreadFragment[]
}

/** A page, as its parser reads it. */
export type PageContent = { tree: Node } | { json: Json } | { xml: string } | { lines: string }

/** Maximum number of fragments in a result. */
const MAX_FRAGMENTS = 100
/** Maximum number of characters of a fragment. */
const MAX_TEXT = 1_000
/** Maximum number of words between two parts of a fragment. */
const MAX_GAP = 8

/**
 * Compares the visible text of a page with its record. The comparison doesn't depend on what the
 * parser did: text that it dropped is reported.
 *
 * @param kind the name of the page's kind
 * @param page the page
 * @param record the result of its parser
 */
export function measureCoverage(kind: string, page: PageContent, record: unknown): Coverage {
  const { index, hidden, repeated } = ignorableText(kind)
  const visible = visibleOf(page, hidden)
  const values = readRecordValues(record, repeated)
  const coverage = summarize(visible, matchRecord(visible, values, index))
  visible.text.release()
  values.text.release()
  return coverage
}

function visibleOf(page: PageContent, hidden: ReadonlySet<string>): VisibleText {
  if ('tree' in page) return readVisibleText(page.tree, placeOfNode, hidden)
  if ('json' in page) return readJsonText(page.json, hidden)
  return readXmlText('xml' in page ? page.xml : page.lines.replaceAll('\n', '<br>'), hidden)
}

/** Joins unread words of a block to fragments. */
function summarize(visible: VisibleText, states: Uint8Array): Coverage {
  const { text } = visible
  let unread = 0
  const fragments: UnreadFragment[] = []
  for (let word = 0; word < text.words; word++) {
    if (states[word] !== Word.unread) continue
    const block = text.blockOf[word]
    let last = word
    for (
      let at = word + 1;
      at < text.words && text.blockOf[at] === block && at - last <= MAX_GAP;
      at++
    )
      if (states[at] === Word.unread) last = at
    for (let at = word; at <= last; at++) unread += text.endOf(at) - text.starts[at]
    if (fragments.length < MAX_FRAGMENTS)
      fragments.push({
        text: text.blocks[block].slice(text.from[word], text.to[last]).slice(0, MAX_TEXT),
        place: visible.placeOf(block),
      })
    word = last
  }
  return { visible: text.length, read: text.length - unread, unread: fragments }
}
