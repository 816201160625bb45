/**
 * Compares linking with one and two workers to only reading the texts in one
 * thread.
 */
import type { ApplicationService } from '@adonisjs/core/types'
import { makeExtractor } from '#app/citations/extractor'
import { printTable, ratio, whole } from '#tests/bench/table'
import { makeScratchDatabase } from '#tests/helpers/scratch_database'
import { citationTables } from '../../citation_tables.js'
import { linkArchive } from '../../linking/link_archive.js'
import { readText } from '../../linking/read_text.js'
import { fillDecisions, textOfDecision } from './decisions_fill.js'

/** Average characters per text, about as in public archives. */
const CHARACTERS = 12_000
const WORKERS = [1, 2]
/** Size of an archive that must be linked overnight. */
const NIGHT = { opinions: 1_000_000, hours: 10 }
/** Number of texts for the baseline. */
const READ = 1_000

const QUIET = { started: () => {}, progress: () => {} }

/**
 * Prints the results.
 *
 * @param opinions number of opinions to link
 */
export async function benchLinking(app: ApplicationService, opinions: number): Promise<void> {
  const bare = bareReading(opinions)
  const rows = [row('reading, one thread', bare, bare)]
  for (const workers of WORKERS) {
    const scratch = await makeScratchDatabase(app)
    try {
      await fillDecisions(scratch.client, opinions, CHARACTERS)
      const link = async () => {
        const started = performance.now()
        const { signal } = new AbortController()
        await linkArchive({ database: scratch.lucid, workers, signal, reporter: QUIET })
        return opinions / ((performance.now() - started) / 1000)
      }
      const name = workers === 1 ? '1 worker' : `${workers} workers`
      rows.push(row(name, await link(), bare), row(`${name}, a second run`, await link(), bare))
    } finally {
      await scratch.drop()
    }
  }
  console.log(`linking: ${whole(opinions)} opinions of ${whole(CHARACTERS)} characters\n`)
  const hours = `hours for ${whole(NIGHT.opinions)} (at most ${NIGHT.hours})`
  printTable(['linking', 'opinions/s', 'of baseline', hours], rows)
}

function row(name: string, rate: number, bare: number): string[] {
  return [name, whole(rate), ratio(rate / bare), ratio(NIGHT.opinions / rate / 3600)]
}

/** Returns the opinions read per second. */
function bareReading(opinions: number): number {
  const extract = makeExtractor(citationTables())
  const texts = Array.from({ length: READ }, (_, at) =>
    textOfDecision(1 + at, opinions, CHARACTERS)
  )
  const started = performance.now()
  for (const text of texts) readText(extract, text, false)
  return READ / ((performance.now() - started) / 1000)
}
