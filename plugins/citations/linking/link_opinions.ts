/**
 * Links opinions: reads their texts, matches the cited cases, and writes the
 * results.
 */
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { matchCases } from './cited_clusters.js'
import { linkingTransaction, lockOpinions, type LinkingDatabase } from './linking_transaction.js'
import { linkTo, NOTHING, wantedRows } from './wanted_rows.js'
import { MAX_TEXT_BYTES, readSources, readTexts, type Source } from './sources.js'
import { type TextReader, TextTooHard } from './text_reader.js'
import { type LinkedOpinion, writeLinks } from './write_links.js'
import type { TextAuthorities } from './text_thread.js'

export interface LinkServices {
  readonly database: LinkingDatabase
  readonly reader: TextReader
}

export interface LinkOptions {
  /** Whether to link opinions again whose text is unchanged, because cited cases may have been added. */
  readonly again: boolean
  readonly signal?: AbortSignal
}

/** Maximum bytes of texts to read together; longer texts are read individually. */
const READ_TOGETHER = 4_000_000

/**
 * Links opinions. HTML, edges, counts, unmatched citations, and parentheticals
 * of an opinion are written in one transaction.
 *
 * @param ids IDs of opinions; deleted ones are ignored
 * @returns the number of opinions read
 */
export async function linkOpinions(
  services: LinkServices,
  ids: readonly number[],
  options: LinkOptions
): Promise<number> {
  let left = ids
  let read = 0
  for (let attempt = 1; left.length; attempt++) {
    const sources = await readSources(services.database, left)
    const wanted = sources.filter(({ isLinked }) => options.again || !isLinked)
    const changed: number[] = []
    for (const portion of portionsOf(wanted)) {
      options.signal?.throwIfAborted()
      changed.push(...(await linkPortion(services, portion, options.signal)))
      read += portion.length
    }
    // A text that keeps changing is queued again by the change log.
    left = attempt < MAX_ATTEMPTS ? changed : []
  }
  return read
}

const MAX_ATTEMPTS = 3

function portionsOf(sources: readonly Source[]): Source[][] {
  const portions: Source[][] = []
  let bytes = Infinity
  for (const source of sources) {
    if (bytes + source.bytes > READ_TOGETHER) {
      portions.push([])
      bytes = 0
    }
    portions.at(-1)!.push(source)
    bytes += source.bytes
  }
  return portions
}

/** @returns IDs of opinions that changed since they were read */
async function linkPortion(
  services: LinkServices,
  sources: readonly Source[],
  signal?: AbortSignal
): Promise<number[]> {
  const { database, reader } = services
  try {
    const texts = await readPortion(services, sources)
    const link = async (trx: TransactionClientContract) => {
      await lockOpinions(trx, idsOf(sources))
      return writeLinks(trx, await linkTexts(trx, services, texts))
    }
    return await linkingTransaction(database, link, signal)
  } catch (error) {
    const problem = problemOf(error)
    if (!problem) throw error
    if (sources.length > 1) {
      const changed: number[] = []
      for (const source of sources) changed.push(...(await linkPortion(services, [source], signal)))
      return changed
    }
    const opinions = sources.map((source) => notRead(source, problem))
    return linkingTransaction(database, (trx) => writeLinks(trx, opinions), signal)
  } finally {
    reader.forget()
  }
}

const idsOf = (sources: readonly Source[]) => sources.map(({ id }) => id)

/** Returns the problem if an error is caused by the text. */
function problemOf(error: unknown): string | undefined {
  if (error instanceof TextTooHard) return error.message
  const { code } = error as { code?: string }
  return code?.startsWith(DATA_EXCEPTION)
    ? `the database can't store its citations (${code})`
    : undefined
}

/** SQLSTATE class data_exception. */
const DATA_EXCEPTION = '22'

/** A text with its cited authorities, or the reason why it was not read. */
type PortionText = { source: Source } & (
  (TextAuthorities & { hasText: boolean }) | { problem: string }
)

async function readPortion(
  { database, reader }: LinkServices,
  sources: readonly Source[]
): Promise<PortionText[]> {
  const short = sources.filter(({ bytes }) => bytes <= MAX_TEXT_BYTES)
  const texts = await readTexts(database, idsOf(short))
  const read: PortionText[] = sources
    .filter((source) => !short.includes(source))
    .map((source) => ({ source, problem: 'too long' }))
  for (const source of short) {
    const text = texts.get(source.id)
    if (text === undefined) continue
    const authorities = text
      ? await reader.read(source.id, text, source.isHtml)
      : { cases: [], statutes: [] }
    read.push({ source, ...authorities, hasText: text !== '' })
  }
  return read
}

async function linkTexts(
  trx: TransactionClientContract,
  { reader }: LinkServices,
  texts: readonly PortionText[]
): Promise<LinkedOpinion[]> {
  const matches = await matchCases(
    trx,
    texts.map((text) => ('cases' in text ? text.cases : []))
  )
  const opinions: LinkedOpinion[] = []
  for (const [place, text] of texts.entries()) {
    const { source } = text
    if ('problem' in text) {
      opinions.push(notRead(source, text.problem))
      continue
    }
    const { cases, statutes, hasText } = text
    const links = cases.map((one, at) => linkTo(one, matches[place]![at]!))
    const html = !source.mayWrite ? null : hasText ? await reader.link(source.id, links) : ''
    const rows = { ...wantedRows(source.cluster, cases, matches[place]!), statutes }
    opinions.push({ ...recordOf(source), html, rows, problem: null })
  }
  return opinions
}

function recordOf({ id, version, textHash }: Source) {
  return { id, version, textHash }
}

/** Returns an opinion without citations, for a text that was not read. */
function notRead(source: Source, problem: string): LinkedOpinion {
  return { ...recordOf(source), html: source.mayWrite ? '' : null, rows: NOTHING, problem }
}
