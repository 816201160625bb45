/** Entry of the thread that reads and links texts: no length of theirs holds up requests. */
import { makeExtractor } from '#app/citations/extractor'
import { answerTasks } from '#app/support/answer_tasks'
import { citationTables } from '../citation_tables.js'
import { linkText, type Link } from './link_text.js'
import { readText, type CitedCase, type ReadText } from './read_text.js'

export type TextTask =
  | { kind: 'read'; key: number; text: string; isHtml: boolean }
  | { kind: 'link'; key: number; links: (Link | null)[] }
  | { kind: 'forget' }

export type TextResult = { cases: readonly CitedCase[] } | { html: string } | { isForgotten: true }

const extract = makeExtractor(citationTables())
const known = new Map<number, ReadText>()

answerTasks((task: TextTask): TextResult => {
  switch (task.kind) {
    case 'read': {
      const read = readText(extract, task.text, task.isHtml)
      known.set(task.key, read)
      return { cases: read.cases }
    }
    case 'link':
      return { html: linkText(known.get(task.key)!, task.links) }
    case 'forget':
      known.clear()
      return { isForgotten: true }
  }
})
