/**
 * Reads the versions of a record. A version has the earlier values of changed columns; the later
 * ones are those of the next version with the same column, or of the current row.
 */
import { inject } from '@adonisjs/core'
import { ResourceRegistry } from '#api/registry'
import type { Resource } from '#api/resource'
import { Statement } from '#api/statement'
import { Reader } from '#app/database/reader'
import { InvalidValues } from '#app/support/domain_error'
import { ident, literal } from '#app/support/sql_text'
import settings from '../settings.js'
import { memberSql, UPDATED } from '../storage/triggers.js'
import { HistoryFields, type Columns } from './history_fields.js'
import {
  pairVersions,
  pick,
  type CurrentRow,
  type History,
  type HistoryQuery,
  type StoredVersion,
  type Version,
} from './versions.js'

/** Maximum number of characters of the stored values of a page. */
const MAX_LENGTH = 4_000_000

@inject()
export class HistoryReader {
  readonly #fields = new Map<Resource, HistoryFields>()

  constructor(
    readonly reader: Reader,
    readonly registry: ResourceRegistry
  ) {}

  /** The row of a record that the viewer can read. */
  async current(
    resource: Resource,
    key: string,
    viewer: number | undefined
  ): Promise<CurrentRow | undefined> {
    const { table, visible, ownership, seals } = resource
    const { fields, columns } = this.#fieldsOf(resource)
    const statement = new Statement(viewer)
    const own = ownership ? ownership.own('t', statement) : 'TRUE'
    const served = fields.flatMap(({ name, servedIf }) =>
      servedIf ? [`CASE WHEN (${servedIf('t')}) IS NOT TRUE THEN ${literal(name)} END`] : []
    )
    const blocked = resource.fields.has('blocked') ? 't."blocked" IS TRUE' : 'FALSE'
    const members = columns.map((name) => memberSql(name, `t.${ident(name)}`, true))
    const row = members.map((member) => `(${member})`).join(` || ',' || `)
    const [found] = await this.reader.rows(
      `SELECT (${own})::text, (${seals ? `t.${ident(seals)} IS TRUE` : 'FALSE'})::text, (${blocked})::text,
              array_to_json(ARRAY[${served.join(', ')}]::text[])::text, '{' || ${row || `''`} || '}'
       FROM ${ident(table)} t WHERE ${[
         isKey(resource, key, statement),
         ...(visible ? [`(${visible})`] : []),
         ...(ownership ? [ownership.readable('t', statement)] : []),
       ].join(' AND ')}`,
      statement.values
    )
    if (!found) return undefined
    const [isOwn, isSealed, isBlocked, hidden, json] = found
    return {
      isOwn: isOwn === 'true',
      isSealed: isSealed === 'true',
      isBlocked: isBlocked === 'true',
      hidden: new Set((JSON.parse(hidden!) as (string | null)[]).filter((name) => name !== null)),
      columns: JSON.parse(json!) as Columns,
    }
  }

  /** Whether a record was deleted and its versions are stored: it has no row, visible or not. */
  async isDeleted(resource: Resource, key: string): Promise<boolean> {
    const statement = new Statement()
    const row = `SELECT FROM ${ident(resource.table)} t WHERE ${isKey(resource, key, statement)}`
    const [found] = await this.reader.rows(
      `SELECT (NOT EXISTS (${row}) AND EXISTS (
         SELECT FROM record_versions v WHERE table_name = ${literal(resource.table)} AND v.key = ${statement.bind(key, 'text')}
           AND kind = 'deleted' AND changed_at >= ${this.#oldest(resource.table)}))::text`,
      statement.values
    )
    return found![0] === 'true'
  }

  /**
   * A page of versions, newest first.
   *
   * @param current undefined for a deleted record
   * @throws InvalidValues for a time before the stored versions
   */
  async read(
    resource: Resource,
    key: string,
    current: CurrentRow | undefined,
    { base, limit, after, at, includesDeleted }: HistoryQuery
  ): Promise<History> {
    const { since, isComplete } = await this.#extent(resource, at)
    const deletion = includesDeleted ? undefined : await this.#lastDeletion(resource.table, key)
    const scope = { table: resource.table, key, after, at, deletion: deletion?.id ?? '0' }
    const { stored, hasMore } = await this.#versions(scope, limit)
    const newer = await this.#newer(scope)
    const columns = new Set(this.#fieldsOf(resource).columns)
    const pairs = pairVersions(stored, { ...current?.columns, ...newer.columns }, columns)
    const isShown = !current?.isSealed
    const fields = this.#fieldsOf(resource)
    const hidden = current?.hidden ?? new Set<string>()
    const shown = await fields.show(this.reader, isShown ? pairs.flat() : [], { base, hidden })
    const versions = stored.map(({ old: _, ...version }, place): Version => {
      const [before, later] = isShown ? [shown[place * 2]!, shown[place * 2 + 1]!] : [null, null]
      return {
        ...version,
        changed: Object.keys(before ?? {}),
        before,
        after: version.kind === 'deleted' ? null : later,
      }
    })
    const page: History = {
      versions: versions.filter(
        ({ changed, kind }) => !isShown || changed.length || kind === 'deleted'
      ),
      next: hasMore ? stored.at(-1)!.id : undefined,
      since,
      isComplete,
    }
    if (at === undefined) return page
    const past = after === undefined ? newer : await this.#newer({ ...scope, after: undefined })
    const row = { ...current?.columns, ...past.columns }
    const isEarlier = deletion !== undefined && Date.parse(at) <= Date.parse(deletion.date)
    const hasLater = !isEarlier && (!!current || past.count > 0)
    const exists = await this.#existed(scope, at, { row, hasLater })
    const [record] =
      exists && isShown
        ? await fields.show(this.reader, [pick(row, columns)], { base, hidden })
        : []
    return { ...page, record: record ?? null }
  }

  /**
   * From when on versions are stored, and whether some changes weren't: a migration of a newer
   * version drops the triggers.
   */
  async #extent(
    { table }: Resource,
    at: string | undefined
  ): Promise<Pick<History, 'since' | 'isComplete'>> {
    const [row] = await this.reader.rows(
      `SELECT ${iso('since')}, (since <= coalesce($2, since))::text,
              (EXISTS (SELECT FROM pg_trigger WHERE tgrelid = to_regclass(quote_ident($1)) AND tgname = ${literal(UPDATED)})
               AND NOT EXISTS (SELECT FROM record_versions WHERE table_name = $1 AND key = '' AND changed_at >= greatest(since, $2)))::text
       FROM (SELECT ${this.#oldest(table)} AS since) AS stored`,
      [table, at ?? null]
    )
    const [since, isStored, isComplete] = row!
    if (isStored !== 'true')
      throw new InvalidValues({ at: [`Versions are stored since ${since}. Enter a later time.`] })
    return { since: since!, isComplete: isComplete === 'true' }
  }

  /** The last deletion of a record whose ID is used again. */
  async #lastDeletion(
    table: string,
    key: string
  ): Promise<{ id: string; date: string } | undefined> {
    const [row] = await this.reader.rows(
      `SELECT id::text, ${iso('changed_at')} FROM record_versions
       WHERE table_name = $1 AND key = $2 AND kind = 'deleted' ORDER BY id DESC LIMIT 1`,
      [table, key]
    )
    return row && { id: row[0]!, date: row[1]! }
  }

  /** Versions up to the length limit; at least one. */
  async #versions(
    { table, key, after, at, deletion }: Scope,
    limit: number
  ): Promise<{ stored: StoredVersion[]; hasMore: boolean }> {
    const rows = await this.reader.rows(
      `SELECT sized.id::text, ${iso('changed_at')}, kind, source, origin, account_id::text, username, old::text, (count > place)::text
       FROM (SELECT *, row_number() OVER newest AS place, count(*) OVER () AS count,
                    sum(length(old::text)) OVER newest - length(old::text) AS before
             FROM (SELECT * FROM record_versions
                   WHERE table_name = $1 AND key = $2 AND changed_at >= ${this.#oldest(table)}
                     AND ($3::bigint IS NULL OR id < $3) AND ($4::timestamptz IS NULL OR changed_at <= $4) AND id > $5
                   ORDER BY id DESC LIMIT ${limit + 1}) AS page
             WINDOW newest AS (ORDER BY id DESC)) AS sized
       LEFT JOIN accounts a ON a.id = account_id
       WHERE before < ${MAX_LENGTH} AND place <= ${limit} ORDER BY sized.id DESC`,
      [table, key, after ?? null, at ?? null, deletion]
    )
    const stored = rows.map(([id, date, kind, source, origin, account, name, old]) => ({
      id: id!,
      date: date!,
      kind: kind as Version['kind'],
      source: source!,
      origin: origin ?? null,
      account: account ? { id: Number(account), name: name ?? account } : null,
      old: JSON.parse(old!) as Columns,
    }))
    return { stored, hasMore: rows.at(-1)?.[8] === 'true' }
  }

  /** The columns that versions after the scope changed, with their values before those. */
  async #newer({
    table,
    key,
    after,
    at,
    deletion,
  }: Scope): Promise<{ columns: Columns; count: number }> {
    if (after === undefined && at === undefined) return { columns: {}, count: 0 }
    const [row] = await this.reader.rows(
      `SELECT coalesce(json_object_agg(name, value), '{}')::text, count(*)::text
       FROM (SELECT DISTINCT ON (member.key) member.key AS name, member.value
             FROM record_versions v, jsonb_each(v.old) AS member
             WHERE table_name = $1 AND v.key = $2 AND changed_at >= ${this.#oldest(table)}
               AND (id >= $3 OR changed_at > $4) AND id > $5
             ORDER BY member.key, id) AS oldest`,
      [table, key, after ?? null, at ?? null, deletion]
    )
    return { columns: JSON.parse(row![0]!) as Columns, count: Number(row![1]) }
  }

  /** Whether the record existed: creations aren't stored, so its creation date decides. */
  async #existed(
    { table, key }: Scope,
    at: string,
    { row, hasLater }: { row: Columns; hasLater: boolean }
  ): Promise<boolean> {
    if (!hasLater) return false
    const [found] = await this.reader.rows(
      `SELECT coalesce($4::timestamptz <= $3, NOT coalesce((
         SELECT kind = 'deleted' FROM record_versions
         WHERE table_name = $1 AND key = $2 AND changed_at <= $3 ORDER BY id DESC LIMIT 1), FALSE))::text`,
      [table, key, at, row.date_created ?? null]
    )
    return found![0] === 'true'
  }

  #fieldsOf(resource: Resource): HistoryFields {
    const known = this.#fields.get(resource) ?? new HistoryFields(resource, this.registry)
    this.#fields.set(resource, known)
    return known
  }

  /** SQL of the time from which the versions of a table are complete. */
  #oldest(table: string): string {
    return `greatest(now() - interval '${settings.days} days', (SELECT date_started FROM record_version_tables WHERE table_name = ${literal(table)}))`
  }
}

interface Scope {
  table: string
  key: string
  after: string | undefined
  at: string | undefined
  /** ID of a version; only later ones are read. */
  deletion: string
}

function isKey({ key: { column, type } }: Resource, key: string, statement: Statement): string {
  return `t.${ident(column)} = ${statement.bind(key, type === 'string' ? 'text' : 'bigint')}`
}

function iso(column: string): string {
  return `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
}
