/**
 * Summary of the archive for the home page: record counts of the kinds that plugins declare, and
 * the newest records of some of them.
 */
import { LRUCache } from 'lru-cache'
import { isDatabaseAway, isPoolFull } from '#app/database/database_unavailable'
import type { Reader } from '#app/database/reader'
import { rowCounts } from '#app/database/stored_tables'
import { ident } from '#app/support/sql_text'
import type { Holding } from './contributions.js'
import { dateInWords } from './dates.js'
import type { PageLink, RecordPages } from './record_pages.js'

/** Cache lifetime in milliseconds. Visitors request it far more often than the archive changes. */
const KEPT = 60_000
const NEWEST = 5
/** Tables with more rows are counted with the rows that visitors don't see. */
const MAX_FILTERED = 100_000

export interface NewestRecords {
  label: string
  records: (PageLink & { date: string; isSample: boolean })[]
}

export interface Summary {
  figures: { label: string; value: string; path: string }[]
  newest: NewestRecords[]
}

export class ArchiveSummary {
  readonly #kept: LRUCache<'summary', Summary>

  constructor(
    readonly holdings: readonly Holding[],
    readonly pages: RecordPages,
    readonly reader: Reader
  ) {
    this.#kept = new LRUCache({ max: 1, ttl: KEPT, fetchMethod: () => this.#load() })
  }

  /** @returns undefined while the database does not respond */
  async get(): Promise<Summary | undefined> {
    try {
      return await this.#kept.fetch('summary')
    } catch (error) {
      if (isDatabaseAway(error) || isPoolFull(error)) return undefined
      throw error
    }
  }

  async #load(): Promise<Summary> {
    const { registry } = this.pages.records
    const tableOf = ({ resource }: Holding) => registry.get(resource).table
    const counts = await rowCounts(this.reader, this.holdings.map(tableOf))
    for (const { resource } of this.holdings) {
      const { table, visible } = registry.get(resource)
      if (visible && counts.get(table)! < MAX_FILTERED) {
        const [row] = await this.reader.rows(
          `SELECT count(*) FROM ${ident(table)} WHERE ${visible}`,
          []
        )
        counts.set(table, Number(row![0]))
      }
    }
    return {
      figures: this.holdings.map((holding) => ({
        label: holding.label,
        path: holding.path,
        value: (counts.get(tableOf(holding)) ?? 0).toLocaleString('en'),
      })),
      newest: (await Promise.all(this.holdings.map((holding) => this.#newestOf(holding)))).filter(
        ({ records }) => records.length
      ),
    }
  }

  async #newestOf({ label, resource, newest }: Holding): Promise<NewestRecords> {
    const found = newest
      ? await this.pages.newest(resource, { order: `-${newest}`, fields: newest, limit: NEWEST })
      : []
    return {
      label,
      records: found.map(({ record, ...link }) => ({
        ...link,
        date: dateInWords(record[newest!]),
      })),
    }
  }
}
