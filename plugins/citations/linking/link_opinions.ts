/**
 * Links opinions: reads their texts, looks up what they cite, and writes
 * what follows.
 */
import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { matchCases } from './cited_clusters.js'
import { linkTo, NOTHING, wantedRows } from './wanted_rows.js'
import { LONGEST_TEXT, readSources, readTexts, type Source } from './sources.js'
import { type TextReader, TextTooHard } from './text_reader.js'
import { type LinkedOpinion, writeLinks } from './write_links.js'
import type { CitedCase } from './read_text.js'

export interface LinkServices {
  readonly database: Pick<QueryClientContract, 'rawQuery' | 'transaction'>
  readonly reader: TextReader
}

export interface LinkOptions {
  /** Opinions that are linked from the same text already are linked again: what they cite may have come. */
  readonly again: boolean
  readonly signal?: AbortSignal
}

/** Bytes of text read together; a longer text is read alone. */
const READ_TOGETHER = 4_000_000

/**
 * Links opinions, each in one transaction with its html, edges, counts,
 * unmatched citations and parentheticals.
 *
 * @param ids keys of opinions; those that are gone are left out
 * @returns how many were read
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
      changed.push(...(await linkPortion(services, portion)))
      read += portion.length
    }
    // Who changes a text all the time is linked when the change log tells of it.
    left = attempt < MOST_ATTEMPTS ? changed : []
  }
  return read
}

const MOST_ATTEMPTS = 3

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

/** @returns keys of opinions that changed meanwhile */
async function linkPortion(services: LinkServices, sources: readonly Source[]): Promise<number[]> {
  try {
    return await withRetries(async () => {
      const opinions = await readOpinions(services, sources)
      return services.database.transaction((trx) => writeLinks(trx, opinions))
    })
  } catch (error) {
    if (!(error instanceof TextTooHard)) throw error
    if (sources.length > 1) {
      const changed: number[] = []
      for (const source of sources) changed.push(...(await linkPortion(services, [source])))
      return changed
    }
    const opinions = sources.map((source) => notRead(source, error.message))
    return services.database.transaction((trx) => writeLinks(trx, opinions))
  } finally {
    services.reader.forget()
  }
}

async function readOpinions(
  { database, reader }: LinkServices,
  sources: readonly Source[]
): Promise<LinkedOpinion[]> {
  const short = sources.filter(({ bytes }) => bytes <= LONGEST_TEXT)
  const texts = await readTexts(
    database,
    short.map(({ id }) => id)
  )
  const read: { source: Source; cases: readonly CitedCase[] }[] = []
  for (const source of short) {
    const text = texts.get(source.id)
    if (text === undefined) continue
    read.push({ source, cases: text ? await reader.read(source.id, text, source.isHtml) : [] })
  }
  const matches = await matchCases(
    database,
    read.map(({ cases }) => cases)
  )
  const opinions = sources
    .filter((source) => !short.includes(source))
    .map((source) => notRead(source, 'too long'))
  for (const [place, { source, cases }] of read.entries()) {
    const links = cases.map((one, at) => linkTo(one, matches[place]![at]!))
    const hasText = texts.get(source.id) !== ''
    const html = !source.mayWrite ? null : hasText ? await reader.link(source.id, links) : ''
    const rows = wantedRows(source.cluster, cases, matches[place]!)
    opinions.push({ ...recordOf(source), html, rows, problem: null })
  }
  return opinions
}

function recordOf({ id, version, textHash }: Source) {
  return { id, version, textHash }
}

/** A text that is not read cites nothing; what is shown of it stays its source. */
function notRead(source: Source, problem: string): LinkedOpinion {
  return { ...recordOf(source), html: source.mayWrite ? '' : null, rows: NOTHING, problem }
}

/** A cited opinion was deleted meanwhile; two transactions wanted the same rows in another order. */
const PASSING = new Set(['23503', '23505', '40P01', '40001'])

async function withRetries<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      const { code } = error as { code?: string }
      if (attempt >= MOST_ATTEMPTS || !code || !PASSING.has(code)) throw error
    }
  }
}
