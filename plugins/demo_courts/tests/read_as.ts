import { readPage } from '#app/court_pages/read_page'
import type { ParsedPage } from '#app/court_pages/page_kinds'
import type { RawAnswer } from './court_visitor.js'

type ResultOf<Kind extends ParsedPage['kind']> = Extract<ParsedPage, { kind: Kind }>['result']

/** The result of a page of a kind. @throws Error with the page when it is of another */
export async function readAs<Kind extends ParsedPage['kind']>(
  answer: RawAnswer,
  court: string,
  kind: Kind
): Promise<ResultOf<Kind>> {
  const reading = await readPage(answer.bytes, court)
  if (!('kind' in reading) || reading.kind !== kind)
    throw new Error(`no ${kind}, but ${JSON.stringify(reading).slice(0, 200)}: ${answer.text}`)
  return reading.result as unknown as ResultOf<Kind>
}

/** What the parsers call a page: its kind, or what it says in place of one. */
export async function nameOf(answer: RawAnswer, court: string): Promise<string> {
  const reading = await readPage(answer.bytes, court)
  return 'kind' in reading ? reading.kind : reading.outcome
}
