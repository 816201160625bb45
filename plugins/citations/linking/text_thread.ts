/** Entry of the thread that reads and links texts: no length of theirs holds up requests. */
import { parentPort } from 'node:worker_threads'
import { makeExtractor } from '#app/citations/extractor'
import { stepBack } from '#app/support/thread_priority'
import { citationTables } from '../citation_tables.js'
import { linkText, type Link } from './link_text.js'
import { readText, type CitedCase, type ReadText } from './read_text.js'

export type TextTask =
  | { kind: 'read'; key: number; text: string; isHtml: boolean }
  | { kind: 'link'; key: number; links: (Link | null)[] }
  | { kind: 'forget' }

export type TextReply = { cases: readonly CitedCase[] } | { html: string } | { error: string }

stepBack()
const extract = makeExtractor(citationTables())
const known = new Map<number, ReadText>()

parentPort!.on('message', (task: TextTask) => {
  if (task.kind === 'forget') known.clear()
  else parentPort!.postMessage(answer(task))
})

function answer(task: Exclude<TextTask, { kind: 'forget' }>): TextReply {
  try {
    if (task.kind === 'link') return { html: linkText(known.get(task.key)!, task.links) }
    const read = readText(extract, task.text, task.isHtml)
    known.set(task.key, read)
    return { cases: read.cases }
  } catch (error) {
    return { error: String(error) }
  }
}
