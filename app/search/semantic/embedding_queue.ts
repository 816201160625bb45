/**
 * The queue of texts to embed, and the removal of vectors of deleted texts.
 */
import type { Database } from '@adonisjs/lucid/database'
import type { SearchIndexDefinition } from '../define_search_index.js'
import type { SearchTypeDefinition } from '../define_search_type.js'
import { buildFirstTextSql } from '../indexer/statements.js'

type Client = Pick<Database, 'rawQuery'>

/** First and last key of each range. */
export type Runs = [first: number, last: number][]

export interface WaitingText {
  key: number
  mark: string
  /** Null if the text was deleted. */
  content: string | null
  isHtml: boolean
  /** Summary of the record that is embedded with the text; may be empty. */
  summary: string
  /** Hash of the text, and of the text with the summary. */
  hash: string
  wholeHash: string
  /** Hash of the text last embedded, and the model. */
  knownHash: string | null
  knownModel: string | null
}

/** Bytes of texts per read, unless a single text exceeds it. */
const MAX_BYTES = 4 * 1024 * 1024

export class EmbeddingQueue {
  constructor(
    readonly database: Client,
    readonly texts: EmbeddedTexts
  ) {}

  /** Queues every text without vectors of this model, except rejected texts. */
  async addMissing(model: string): Promise<void> {
    await this.#run(
      `INSERT INTO search_to_embed (index_name, key)
       SELECT ?, t.key FROM ${this.texts.sql} t
       WHERE NOT EXISTS (SELECT 1 FROM search_embedded e WHERE e.index_name = ? AND e.key = t.key AND e.model = ?)
       ON CONFLICT DO NOTHING`,
      [this.texts.index, this.texts.index, model]
    )
  }

  /** Whether no text has vectors of this model, or some have those of another one. */
  async lacksModel(model: string): Promise<boolean> {
    const { index } = this.texts
    const { rows } = await this.#run<{ rows: { lacks: boolean }[] }>(
      `SELECT NOT EXISTS (SELECT 1 FROM search_embedded WHERE index_name = ? AND model = ?)
         OR EXISTS (SELECT 1 FROM search_embedded WHERE index_name = ? AND model < ?)
         OR EXISTS (SELECT 1 FROM search_embedded WHERE index_name = ? AND model > ?) AS lacks`,
      [index, model, index, model, index, model]
    )
    return rows[0]!.lacks
  }

  /** Queues rejected texts again. */
  async retryRefused(): Promise<void> {
    await this.#run(
      'UPDATE search_to_embed SET error = NULL WHERE index_name = ? AND error IS NOT NULL',
      [this.texts.index]
    )
  }

  /**
   * Queues texts that may have changed.
   *
   * @param trx transaction to use
   * @param newOnes whether to include texts without vectors
   * @returns whether any texts were queued
   */
  async addChanged(trx: Client, runs: Runs, newOnes: boolean): Promise<boolean> {
    const { index, sql } = this.texts
    const source = newOnes ? sql : 'search_embedded'
    const { rowCount } = await this.#run<{ rowCount: number }>(
      `INSERT INTO search_to_embed (index_name, key)
       SELECT DISTINCT ?, t.key FROM ${WITHIN_RUNS} JOIN ${source} t ON t.key BETWEEN first AND last
       ${newOnes ? '' : 'WHERE t.index_name = ?'}
       ON CONFLICT (index_name, key) DO UPDATE SET mark = excluded.mark, error = NULL`,
      [index, ...valuesOf(runs), ...(newOnes ? [] : [index])],
      trx
    )
    return rowCount > 0
  }

  /**
   * Queues the texts of parents whose summary may have changed.
   *
   * @param trx transaction to use
   * @returns whether any texts were queued
   */
  async addChangedSummaries(trx: Client, runs: Runs): Promise<boolean> {
    const { index, sql } = this.texts
    const { rowCount } = await this.#run<{ rowCount: number }>(
      `INSERT INTO search_to_embed (index_name, key)
       SELECT DISTINCT ?, t.key FROM ${WITHIN_RUNS} JOIN ${sql} t ON t.parent BETWEEN first AND last
         JOIN search_embedded e ON e.index_name = ? AND e.key = t.key
       WHERE e.text_hash <> ${WHOLE_HASH}
       ON CONFLICT (index_name, key) DO UPDATE SET mark = excluded.mark, error = NULL`,
      [index, ...valuesOf(runs), index],
      trx
    )
    return rowCount > 0
  }

  /** Removes the vectors of deleted texts. */
  async removeGone(trx: Client, runs: Runs): Promise<void> {
    const { index, sql } = this.texts
    for (const table of ['search_embedded', 'search_to_embed']) {
      await this.#run(
        `DELETE FROM ${table} gone USING ${WITHIN_RUNS}
         WHERE gone.index_name = ? AND gone.key BETWEEN first AND last
           AND NOT EXISTS (SELECT 1 FROM ${sql} t WHERE t.key = gone.key)`,
        [...valuesOf(runs), index],
        trx
      )
    }
  }

  /** Number of queued texts. */
  async waiting(): Promise<number> {
    const { rows } = await this.#run<{ rows: { count: string }[] }>(
      'SELECT count(*) FROM search_to_embed WHERE index_name = ? AND error IS NULL',
      [this.texts.index]
    )
    return Number(rows[0]!.count)
  }

  /**
   * The next texts, in queue order.
   *
   * @param limit maximum number of texts
   * @param maxBytes maximum size of all texts, unless a single text exceeds it
   */
  async next(limit: number, maxBytes = MAX_BYTES): Promise<WaitingText[]> {
    const { index, sql } = this.texts
    const { rows } = await this.#run<{ rows: (Omit<WaitingText, 'key'> & { key: string })[] }>(
      `WITH waiting AS MATERIALIZED (
         SELECT key, mark FROM search_to_embed WHERE index_name = ? AND error IS NULL ORDER BY mark LIMIT ?
       ), sized AS MATERIALIZED (
         SELECT w.key, w.mark, sum(octet_length(t.content)) OVER (ORDER BY w.mark) AS up_to, octet_length(t.content) AS bytes
         FROM waiting w LEFT JOIN ${sql} t ON t.key = w.key
       )
       SELECT s.key, s.mark, t.content, coalesce(t.is_html, false) AS "isHtml", coalesce(t.summary, '') AS summary,
              ${TEXT_HASH} AS hash, ${WHOLE_HASH} AS "wholeHash",
              e.text_hash AS "knownHash", e.model AS "knownModel"
       FROM sized s LEFT JOIN ${sql} t ON t.key = s.key
         LEFT JOIN search_embedded e ON e.index_name = ? AND e.key = s.key
       WHERE coalesce(s.up_to - s.bytes, 0) < ? ORDER BY s.mark`,
      [index, limit, index, maxBytes]
    )
    return rows.map((row) => ({ ...row, key: Number(row.key) }))
  }

  /** Removes texts from the queue, unless they were queued again since they were read. */
  async done(trx: Client, texts: Pick<WaitingText, 'key' | 'mark'>[]): Promise<void> {
    await this.#run(
      `DELETE FROM search_to_embed q USING unnest(?::bigint[], ?::bigint[]) d (key, mark)
       WHERE q.index_name = ? AND q.key = d.key AND q.mark = d.mark`,
      [texts.map(({ key }) => key), texts.map(({ mark }) => mark), this.texts.index],
      trx
    )
  }

  /** Skips a text until it changes or is requested again. */
  async refuse({ key, mark }: Pick<WaitingText, 'key' | 'mark'>, error: string): Promise<void> {
    await this.#run(
      'UPDATE search_to_embed SET error = ? WHERE index_name = ? AND key = ? AND mark = ?',
      [error, this.texts.index, key, mark]
    )
  }

  #run<T>(sql: string, values: unknown[], client: Client = this.database): Promise<T> {
    return client.rawQuery<T>(sql, values as never[])
  }
}

const WITHIN_RUNS = 'unnest(?::bigint[], ?::bigint[]) runs (first, last)'

function valuesOf(runs: Runs): [number[], number[]] {
  return [runs.map(([first]) => first), runs.map(([, last]) => last)]
}

/** Hashes of a text `t`: without, and with its summary if it has one. */
const TEXT_HASH = 'md5(t.content)'
const WHOLE_HASH = `md5(t.content || coalesce(chr(30) || nullif(t.summary, ''), ''))`
/** Whether passages of a text `t` are current, with `e` for its row in `search_embedded`. */
export const IS_CURRENT = `e.text_hash IN (${TEXT_HASH}, ${WHOLE_HASH})`

export interface EmbeddedTexts {
  /** Name of the index. */
  index: string
  /** Rows with a text, joined as `texts` (key, parent, content, is_html, summary). */
  sql: string
  /** Whether some have a summary. */
  hasSummaries: boolean
}

/** One for each index with vectors. */
export function embeddedTexts(
  indexes: SearchIndexDefinition[],
  types: SearchTypeDefinition[]
): EmbeddedTexts[] {
  const settings = new Map(
    types.flatMap(({ index, semantic }) => (semantic ? [[index, semantic] as const] : []))
  )
  return Array.from(settings, ([name, { field, summary }]) => {
    const { documents, fields: declared } = indexes.find((index) => index.name === name)!
    const { children } = documents
    const sources = declared[field]?.texts
    if (!children || !sources)
      throw new Error(`"${field}" of the search index "${name}" isn't a long text of its children`)
    const { from, key, parent, where } = children
    return {
      index: name,
      hasSummaries: summary !== undefined,
      sql: `(SELECT ${key} AS key, ${parent} AS parent, ${summary ?? `''`} AS summary, ${buildFirstTextSql(sources, ({ column }) => column, `''`)} AS content,
               ${buildFirstTextSql(sources, ({ html }) => String(html), 'false')} AS is_html
             FROM ${from}${where ? ` WHERE ${where}` : ''})`,
    }
  })
}
