/** Reads and links texts in a thread, so that long texts don't block requests. */
import { makeExtractor } from '#app/citations/extractor'
import { citationTables } from '../citation_tables.js'
import { linkText, type Link } from './link_text.js'
import { type CitedCase, type CitedStatute, readText, type ReadText } from './read_text.js'

export interface TextToRead {
  key: number
  text: string
  isHtml: boolean
}

export type TextTask =
  | ({ kind: 'read' } & TextToRead)
  | ({ kind: 'link'; links: (Link | null)[] } & TextToRead)
  | { kind: 'forget' }

/** Cited cases and statutes. */
export interface TextAuthorities {
  cases: readonly CitedCase[]
  statutes: readonly CitedStatute[]
}

export type TextResult = TextAuthorities | { html: string } | { isForgotten: true }

const extract = makeExtractor(citationTables())
const known = new Map<number, ReadText>()

export default function runTextTask(task: TextTask): TextResult {
  switch (task.kind) {
    case 'read': {
      const { cases, statutes } = read(task)
      return { cases, statutes }
    }
    case 'link':
      // A replaced thread may have read it.
      return { html: linkText(known.get(task.key) ?? read(task), task.links) }
    case 'forget':
      known.clear()
      return { isForgotten: true }
  }
}

function read({ key, text, isHtml }: TextToRead): ReadText {
  const found = readText(extract, text, isHtml)
  known.set(key, found)
  return found
}
