import { readPage } from '#app/court_pages/read_page'
import type { ParsedPage } from '#app/court_pages/page_kinds'
import type { RawAnswer } from './court_visitor.js'

type ResultOf<Kind extends ParsedPage['kind']> = Extract<ParsedPage, { kind: Kind }>['result']

/** Parses a page of a kind. @throws Error with the page if it is of another kind */
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

/** Kind of a page according to the parsers, or the outcome of its message. */
export async function readPageKind(answer: RawAnswer, court: string): Promise<string> {
  const reading = await readPage(answer.bytes, court)
  return 'kind' in reading ? reading.kind : reading.outcome
}
