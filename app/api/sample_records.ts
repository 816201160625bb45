/**
 * The records of the sample archive, which responses and pages mark, because they look like law.
 * The import of the sample archive stores their keys, and removing the sample deletes them.
 */
import { f } from './fields.js'
import type { ValueField } from './field_definitions.js'
import type { Reader } from '#app/database/reader'
import { ident, literal } from '#app/support/sql_text'

/** `invented`: nothing of it is real. `summary`: public facts, with texts written for the sample. */
export type SampleKind = 'invented' | 'summary'

/** Milliseconds after which the keys are read again; another process may import other data. */
const KEPT = 5_000

type Kinds = Map<string, Map<string, SampleKind>>

/** A digest of all rows. */
const STATE = `
  SELECT sum(hashtextextended(concat_ws(' ', table_name, id, invented), 0))::text FROM sample_records`

const NONE: ReadonlyMap<string, SampleKind> = new Map()

export class SampleRecords {
  #kinds: Kinds = new Map()
  #state: string | null | undefined
  #readAt = -Infinity
  #reading: Promise<void> | undefined

  constructor(readonly reader: Pick<Reader, 'rows'>) {}

  /**
   * The sample records of a table, by key. Waits for the database only the first time; later
   * changes appear within seconds.
   */
  async of(table: string): Promise<ReadonlyMap<string, SampleKind>> {
    if (performance.now() - this.#readAt > KEPT) {
      const isFirst = this.#readAt === -Infinity
      this.#reading ??= this.#read().finally(() => (this.#reading = undefined))
      if (isFirst) await this.#reading
      // The next call reads them again.
      else this.#reading.catch(() => {})
    }
    return this.#kinds.get(table) ?? NONE
  }

  async #read(): Promise<void> {
    const [found] = await this.reader.rows(STATE, [])
    this.#readAt = performance.now()
    if (found![0] === this.#state) return
    const rows = await this.reader.rows(
      'SELECT table_name, id::text, invented::text FROM sample_records',
      []
    )
    const kinds: Kinds = new Map()
    for (const [table, id, invented] of rows) {
      const known = kinds.get(table!) ?? new Map<string, SampleKind>()
      kinds.set(table!, known.set(id!, invented === 'true' ? 'invented' : 'summary'))
    }
    this.#kinds = kinds
    this.#state = found![0]!
  }
}

/**
 * The header that counts the sample records of a response.
 *
 * @param keys of the records in the response
 */
export function buildSampleHeader(
  samples: ReadonlyMap<string, SampleKind>,
  keys: Iterable<string>
): Record<string, string> {
  if (!samples.size) return {}
  let count = 0
  for (const key of keys) if (samples.has(key)) count++
  return count ? { 'curia-sample-records': String(count) } : {}
}

/** The mark of a sample record after a title or citation: `[sample record, not law]`. */
export function formatSampleMark(sample: SampleKind): string {
  return sample === 'invented' ? '[sample record, not law]' : '[sample archive: a summary]'
}

/** A title of a feed with its mark, if it is a sample record. */
export function formatSampleTitle(title: string, sample: SampleKind | undefined): string {
  return sample ? `${title} ${formatSampleMark(sample)}` : title
}

/**
 * Fields of a resource's marks: `sample` with `include=sample`, and `sample_kind` with
 * `include=sample_kind`.
 *
 * @param table of the resource
 */
export function sampleFields(table: string): Record<'sample' | 'sample_kind', ValueField> {
  const mark = (column: string, alias: string) =>
    `SELECT ${column} FROM sample_records s WHERE s.table_name = ${literal(table)} AND s.id = ${alias}.${ident('id')}`
  return {
    sample: f.boolean({
      help: 'Whether this record is part of the sample archive.',
      readOnly: true,
      include: 'sample',
      sql: (alias) => `EXISTS (${mark('', alias)})`,
    }),
    sample_kind: f.text({
      nullable: true,
      help: '`invented`, `summary` (public facts, with texts written for the sample), or null.',
      readOnly: true,
      include: 'sample_kind',
      sql: (alias) => `(${mark(`CASE WHEN s.invented THEN 'invented' ELSE 'summary' END`, alias)})`,
    }),
  }
}
