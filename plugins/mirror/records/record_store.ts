/**
 * Stores records of the upstream under their IDs. Records that equal the local ones are left
 * alone, so that storing them again changes nothing.
 */
import type pg from 'pg'
import type { MergedRecords } from '#api/define_resource'
import { parseFilters } from '#api/filters/parse'
import { getQueryCompiler, ROW } from '#api/query'
import type { ResourceRegistry } from '#api/registry'
import type { Resource } from '#api/resource'
import { Selection } from '#api/select/selection'
import { ident } from '#app/support/sql_text'
import type { JsonRecord } from '../upstream/upstream.js'
import { markMirrored, type LocalEdits } from './local_edits.js'
import type { FileQueue } from './file_queue.js'
import { describeStorage, type StoredResource } from './mirrored_resources.js'
import { NestedRows } from './nested_rows.js'
import { MARK, removeSampleMarks, storeSampleMarks } from './sample_marks.js'
import { isSameRecord, listRecords } from './same_record.js'
import { filled, TableRows, type Row, type TableColumn } from './table_rows.js'

/** Records to store again when another record exists; without a target, when anything changes. */
export type Pending = {
  resource: Resource
  key: string
  target?: { resource: Resource; key: string }
}[]

/** SQLSTATE of a row that others refer to: restrict_violation, foreign_key_violation. */
const NEEDED = ['23001', '23503']

export class RecordStore {
  readonly #tables: TableRows
  readonly #nested: NestedRows
  readonly #stored = new Map<string, StoredResource>()
  /** Undefined if the upstream wins. */
  edits: LocalEdits | undefined
  /** Undefined if files aren't copied. */
  files: FileQueue | undefined

  /**
   * @param base URL of the upstream's version, which links in its records begin with
   */
  constructor(
    readonly client: pg.ClientBase,
    readonly registry: ResourceRegistry,
    readonly base: string
  ) {
    this.#tables = new TableRows(client)
    this.#nested = new NestedRows(client, this.#tables)
  }

  /**
   * Stores records with everything they contain, in the caller's transaction.
   *
   * @param hidden values of columns that the records don't show, by column
   * @returns records to store again when others exist
   */
  async store(
    resource: Resource,
    records: readonly JsonRecord[],
    hidden: Row = {}
  ): Promise<Pending> {
    if (!records.length) return []
    const changed = await this.#changed(resource, records, hidden)
    await storeSampleMarks(this.client, resource, records)
    await this.#addFiles(
      resource,
      records.filter((record) => !changed.includes(record))
    )
    if (!changed.length) return []
    await markMirrored(this.client)
    const keys = changed.map(({ id }) => String(id))
    await this.files?.add(resource, keys)
    const { columns, rows, contained } = this.describe(resource)
    const pending: Pending = []
    const wait = (record: JsonRecord, target: Resource, key: string) =>
      pending.push({ resource, key: String(record.id), target: { resource: target, key } })
    // Columns that the upstream doesn't show keep their values.
    const shown = columns.filter(({ read }) => changed.some((one) => read(one) !== undefined))
    const values = await this.#tables.read(shown, changed, wait)
    for (const row of values) Object.assign(row, hidden)
    const stored = new Set(await this.#write(resource, values))
    if (resource.merges?.sealed) await this.#unseal(resource.merges, [...stored])
    await this.files?.add(resource, keys)
    for (const record of changed) {
      const key = String(record.id)
      if (!stored.has(key)) {
        // Unless it waits for a record that it needs, another record has a value that must be unique.
        if (!pending.some((one) => one.resource === resource && one.key === key))
          pending.push({ resource, key })
        continue
      }
      for (const part of rows.filter(({ name }) => record[name] !== undefined)) {
        const displaced = await this.#nested.replace(part, key, record, (target, missing) =>
          wait(record, target, missing)
        )
        for (const other of displaced) pending.push({ resource, key: other })
      }
      for (const { name, resource: inner, column } of contained) {
        // Records in fields don't show their own mark.
        const mark = record[MARK] === undefined ? {} : { [MARK]: record[MARK] }
        const below = ((record[name] ?? []) as JsonRecord[]).map((one) => ({ ...mark, ...one }))
        pending.push(...(await this.store(inner, below, { [column]: record.id })))
      }
    }
    return pending
  }

  /** Removes the marks of records that exist again. */
  async #unseal({ table, from, into }: MergedRecords, keys: readonly string[]): Promise<void> {
    await this.client.query(
      `DELETE FROM ${ident(table)} WHERE ${ident(from)} = ANY ($1::bigint[]) AND ${ident(into)} IS NULL`,
      [keys]
    )
  }

  /** Adds the files of records that were the same already. */
  async #addFiles(resource: Resource, records: readonly JsonRecord[]): Promise<void> {
    if (!this.files || !records.length) return
    const keys = records.map(({ id }) => String(id))
    await this.files.add(resource, keys, false)
    for (const { name, resource: inner } of this.describe(resource).contained)
      await this.#addFiles(
        inner,
        records.flatMap((record) => listRecords(record[name])) as JsonRecord[]
      )
  }

  /**
   * Deletes records that no longer exist upstream, in the caller's transaction.
   *
   * @returns the keys of records that are kept, because other records here need them
   */
  async remove(resource: Resource, keys: readonly string[]): Promise<string[]> {
    if (!keys.length) return []
    await markMirrored(this.client)
    if (await this.#delete(resource, keys)) return []
    const kept: string[] = []
    for (const key of keys) if (!(await this.#delete(resource, [key]))) kept.push(key)
    return kept
  }

  /** @returns whether no other record needs one of them; if one does, nothing is deleted */
  async #delete(resource: Resource, keys: readonly string[]): Promise<boolean> {
    const { client } = this
    await client.query('SAVEPOINT mirror_deletion')
    try {
      await this.edits?.forget(resource, keys)
      await this.files?.add(resource, keys)
      await removeSampleMarks(client, resource, keys)
      // They may have been sealed.
      await client.query(
        'UPDATE mirror_overwritten SET value = NULL WHERE resource = $1 AND key = ANY ($2)',
        [resource.path, keys]
      )
      await client.query(`DELETE FROM ${ident(resource.table)} WHERE ${hasKey(resource)}`, [keys])
    } catch (error) {
      if (!NEEDED.includes((error as { code?: string }).code ?? '')) throw error
      await client.query('ROLLBACK TO SAVEPOINT mirror_deletion')
      return false
    }
    await client.query('RELEASE SAVEPOINT mirror_deletion')
    return true
  }

  /** Redirects the ID of a merged record, if the resource has redirections. */
  async redirect(resource: Resource, key: string, into: string): Promise<void> {
    const {
      merges,
      table,
      key: { column },
    } = resource
    // They may be rows of the remaining record.
    if (!merges || this.describe(resource).rows.some((part) => part.table === merges.table)) return
    await this.client.query(
      `INSERT INTO ${ident(merges.table)} (${ident(merges.from)}, ${ident(merges.into)})
       SELECT $1, ${ident(column)} FROM ${ident(table)} WHERE ${ident(column)} = $2
       ON CONFLICT (${ident(merges.from)}) DO UPDATE SET ${ident(merges.into)} = excluded.${ident(merges.into)}`,
      [key, into]
    )
  }

  /** Marks the ID of a sealed record, if the resource marks them by a redirection without a target. */
  async seal({ merges }: Resource, key: string): Promise<void> {
    if (!merges?.sealed) return
    const { table, from, into, sealed } = merges
    const names = [from, into, ...Object.keys(sealed)].map(ident)
    const values = [key, null, ...Object.values(sealed)]
    await this.client.query(
      `INSERT INTO ${ident(table)} (${names.join(', ')}) VALUES (${values.map((_, at) => `$${at + 1}`).join(', ')})
       ON CONFLICT (${ident(from)}) DO UPDATE SET ${names.map((name) => `${name} = excluded.${name}`).join(', ')}`,
      values
    )
  }

  /** Keys that exist. */
  existing(resource: Resource, keys: readonly string[]): Promise<Set<string>> {
    return this.#tables.existing(resource, keys)
  }

  /** Columns without which a record can't be stored. */
  async neededColumns({ table }: Resource): Promise<Set<string>> {
    const columns = await this.#tables.columns(table)
    return new Set(
      [...columns].flatMap(([name, { fallback }]) => (fallback === null ? [name] : []))
    )
  }

  /** How records of a resource are stored. */
  describe(resource: Resource): StoredResource {
    const known = this.#stored.get(resource.path)
    if (known) return known
    const described = describeStorage(resource, this.registry)
    this.#stored.set(resource.path, described)
    return described
  }

  /** Records to store: they differ from the local ones, as this server would show them at the upstream's URL. */
  async #changed(
    resource: Resource,
    records: readonly JsonRecord[],
    hidden: Row
  ): Promise<JsonRecord[]> {
    const keys = records.map(({ id }) => String(id))
    await this.edits?.lock(resource, keys)
    const moved = await this.#moved(resource, records, hidden)
    const { statement, values } = getQueryCompiler(this.registry).byKeys(resource, keys, {
      base: this.base,
      suffix: '/',
      viewer: undefined,
      selection: Selection.everything,
      filters: parseFilters(resource, new Map()).tree,
    })
    const { rows } = await this.client.query<(string | null)[]>({
      text: statement.text,
      values: values as unknown as unknown[],
      rowMode: 'array',
    })
    const local = new Map(rows.map((row) => [row[ROW.key]!, JSON.parse(row[ROW.document]!)]))
    const differing = records.filter(
      (record) =>
        moved.has(String(record.id)) ||
        !isSameRecord(resource, record, local.get(String(record.id)), (one) => this.describe(one))
    )
    return this.edits ? this.edits.settle(resource, { records, differing }, local) : differing
  }

  /** Keys of records with other values in columns that they don't show. */
  async #moved(
    resource: Resource,
    records: readonly JsonRecord[],
    hidden: Row
  ): Promise<Set<string>> {
    const [column] = Object.keys(hidden)
    if (column === undefined) return new Set()
    const { rows } = await this.client.query<{ key: string }>(
      `SELECT ${ident(resource.key.column)}::text AS key FROM ${ident(resource.table)}
       WHERE ${hasKey(resource)} AND ${ident(column)} IS DISTINCT FROM $2`,
      [records.map(({ id }) => String(id)), hidden[column]]
    )
    return new Set(rows.map((row) => row.key))
  }

  /**
   * Updates and inserts rows.
   *
   * @returns keys of the rows that exist now; the others have no value for a required column
   */
  async #write({ table, key }: Resource, rows: readonly Row[]): Promise<string[]> {
    const columns = await this.#tables.columns(table)
    const names = Object.keys(rows[0]!)
    const record = names.map((name) => `${ident(name)} ${columns.get(name)!.type}`).join(', ')
    const given = names.map((name) => filled(name, columns.get(name)!)).join(', ')
    const source = `(SELECT ${given} FROM json_to_recordset($1) AS raw (${record})) AS given`
    const own = ident(key.column)
    const values = names.filter((name) => name !== key.column).map(ident)
    const json = JSON.stringify(rows)
    await this.client.query(
      `UPDATE ${ident(table)} AS t SET ${values.map((name) => `${name} = given.${name}`).join(', ')}
       FROM ${source} WHERE t.${own} = given.${own} AND (${this.#required(names, columns, 'given')})`,
      [json]
    )
    const missing = [...columns].some(
      ([name, { fallback }]) => fallback === null && !names.includes(name)
    )
    if (!missing)
      await this.client.query(
        `INSERT INTO ${ident(table)} (${names.map(ident).join(', ')})
         SELECT ${names.map((name) => `given.${ident(name)}`).join(', ')} FROM ${source}
         WHERE (${this.#required(names, columns, 'given')}) ON CONFLICT DO NOTHING`,
        [json]
      )
    const { rows: stored } = await this.client.query<{ key: string }>(
      `SELECT t.${own}::text AS key FROM ${ident(table)} t JOIN ${source} USING (${own})
       WHERE (${this.#required(names, columns, 'given')})`,
      [json]
    )
    return stored.map((row) => row.key)
  }

  /** SQL condition: the row has all values that can't be null. */
  #required(names: readonly string[], columns: Map<string, TableColumn>, alias: string): string {
    const required = names.filter((name) => columns.get(name)!.fallback === null)
    return ['TRUE', ...required.map((name) => `${alias}.${ident(name)} IS NOT NULL`)].join(' AND ')
  }
}

/** SQL condition: the record has one of the keys in $1. The type lets an index be used. */
function hasKey({ key }: Resource): string {
  return `${ident(key.column)} = ANY ($1::${key.type === 'string' ? 'text' : 'bigint'}[])`
}
