/**
 * Records that were changed on this server since a mirror stored them, and what the mirror does
 * when the upstream changes them, too. Local edits are the changes in the change log that neither
 * a mirror made nor a component derived from other rows.
 */
import type pg from 'pg'
import { ChangeLog } from '#app/events/change_log'
import { CursorTooOld } from '#app/events/cursor'
import { CommandRefusal } from '#app/support/interrupted'
import { ident } from '#app/support/sql_text'
import type { RecordSource } from '#api/record_changes'
import type { Resource } from '#api/resource'
import type { JsonRecord } from '../upstream/upstream.js'
import type { StoredResource } from './mirrored_resources.js'
import { differingFields } from './same_record.js'

/** The server whose record wins; with `report`, the upstream, and the local values are listed. */
const POLICIES = ['upstream', 'local', 'report'] as const
export type EditPolicy = (typeof POLICIES)[number]

/** Before the ID of a mirror: the consumer whose position keeps later changes in the log. */
export const EDITS_CONSUMER = 'mirror.'
/** Keys of the change log that are read at once. */
const KEYS = 5_000
/** Overwritten values that are kept per mirror, and characters of each. */
const OVERWRITTEN = { values: 1_000, characters: 500 }
/** Fields that change with every write. */
const DATES = ['date_created', 'date_modified']

export interface EditServices {
  client: pg.ClientBase
  mirrorId: string
  policy: EditPolicy
  /** Topics of the mirrored resources. */
  sources: readonly RecordSource[]
  describe: (resource: Resource) => StoredResource
  /** IDs from here on belong to records of this server. */
  firstLocalKey: number
  report: (message: string) => void
}

/** @throws CommandRefusal for an unknown policy */
export function readPolicy(text: string): EditPolicy {
  const policy = POLICIES.find((name) => name === text)
  if (!policy)
    throw new CommandRefusal(`--local-edits must be ${POLICIES.join(', ')}, not "${text}"`)
  return policy
}

/** Notes that the changes of the current transaction aren't local edits of any mirror. */
export async function markMirrored(client: pg.ClientBase): Promise<void> {
  await client.query(
    `INSERT INTO mirror_transactions SELECT pg_current_xact_id()
     WHERE EXISTS (SELECT FROM mirrors WHERE local_edits <> 'upstream') ON CONFLICT DO NOTHING`
  )
}

export class LocalEdits {
  readonly #log: ChangeLog

  constructor(readonly services: EditServices) {
    const { client } = services
    const rawQuery = (sql: string, values: unknown[] = []) => {
      let at = 0
      return client.query(
        sql.replaceAll('?', () => `$${++at}`),
        values
      )
    }
    this.#log = new ChangeLog({ rawQuery } as never)
  }

  /** Locks records, so that they don't change before the caller's transaction ends. */
  async lock({ table, key }: Resource, keys: readonly string[]): Promise<void> {
    const type = key.type === 'string' ? 'text' : 'bigint'
    const column = ident(key.column)
    await this.services.client.query(
      `SELECT FROM ${ident(table)} WHERE ${column} = ANY ($1::${type}[]) ORDER BY ${column} FOR UPDATE`,
      [keys]
    )
  }

  /**
   * Decides about locked records that differ from the upstream's.
   *
   * @param records all records of the upstream, and those of them that differ
   * @param local the local records by key
   * @returns the records to store
   */
  async settle(
    resource: Resource,
    { records, differing }: Record<'records' | 'differing', readonly JsonRecord[]>,
    local: Map<string, JsonRecord>
  ): Promise<JsonRecord[]> {
    const same = records.filter((record) => !differing.includes(record))
    await this.#mark(resource, same, false)
    if (!differing.length) return []
    await this.refresh()
    const edited = await this.#edited(resource, differing)
    const kept = differing.filter(({ id }) => edited.has(String(id)))
    if (this.services.policy === 'local') {
      await this.#mark(resource, kept, true)
      return differing.filter((record) => !kept.includes(record))
    }
    for (const record of kept) await this.#list(resource, record, local.get(String(record.id)))
    await this.forget(resource, keysOf(kept))
    return [...differing]
  }

  /** Reads the change log up to now. */
  async refresh(): Promise<void> {
    const { client, mirrorId, sources, report } = this.services
    const { rows } = await client.query<{ cursor: string | null }>(
      'SELECT edits_cursor AS cursor FROM mirrors WHERE id = $1',
      [mirrorId]
    )
    let cursor = rows[0]?.cursor ?? null
    const tables = [...new Set(sources.map(({ topic }) => topic))]
    for (let more = cursor !== null; more;) {
      const batch = await this.#log
        .read({ after: cursor, keys: KEYS, tables })
        .catch((error: unknown) => {
          if (error instanceof CursorTooOld) return null
          throw error
        })
      if (!batch) {
        report('earlier local edits are unknown, because the change log no longer has them')
        cursor = null
        break
      }
      for (const change of batch.changes) await this.#add(change)
      ;({ cursor, more } = batch)
    }
    cursor ??= await this.#log.now()
    await client.query('UPDATE mirrors SET edits_cursor = $2 WHERE id = $1', [mirrorId, cursor])
    // Keeps later changes in the log.
    await this.#log.savePosition(EDITS_CONSUMER + mirrorId, cursor)
    // Read changes, and transactions from before a restored backup.
    await client.query(
      `DELETE FROM mirror_transactions WHERE xid < (SELECT deleted_below FROM change_log_state)
         OR (xid >= pg_snapshot_xmax(pg_current_snapshot()) AND xid IS DISTINCT FROM pg_current_xact_id_if_assigned())`
    )
  }

  async #add(change: Awaited<ReturnType<ChangeLog['read']>>['changes'][number]): Promise<void> {
    const { client, mirrorId, sources, firstLocalKey } = this.services
    const { table, kind, isQuiet, origin, transaction, ids, keys } = change
    if (isQuiet || origin !== null || kind === 'moved') return
    for (const { topic, resource, role } of sources) {
      if (topic !== table || (role !== 'record' && role !== 'part')) continue
      await client.query(
        `INSERT INTO mirror_local_edits (mirror_id, resource, key)
         SELECT $1, $2, key FROM (
           SELECT generate_series(first, least(last, $7))::text AS key FROM unnest($3::bigint[], $4::bigint[]) AS run (first, last)
           UNION SELECT unnest($5::text[])) AS keys
         WHERE NOT EXISTS (SELECT FROM mirror_transactions WHERE xid = $6::xid8)
         ON CONFLICT DO NOTHING`,
        [
          mirrorId,
          resource.path,
          ids.map(([first]) => first),
          ids.map(([, last]) => last),
          keys,
          transaction,
          firstLocalKey - 1,
        ]
      )
    }
  }

  async #edited({ path }: Resource, records: readonly JsonRecord[]): Promise<Set<string>> {
    const { client, mirrorId } = this.services
    const { rows } = await client.query<{ key: string }>(
      'SELECT key FROM mirror_local_edits WHERE mirror_id = $1 AND resource = $2 AND key = ANY ($3)',
      [mirrorId, path, keysOf(records)]
    )
    return new Set(rows.map(({ key }) => key))
  }

  async #mark(
    { path }: Resource,
    records: readonly JsonRecord[],
    isDifferent: boolean
  ): Promise<void> {
    const { client, mirrorId } = this.services
    await client.query(
      `UPDATE mirror_local_edits SET is_different = $4
       WHERE mirror_id = $1 AND resource = $2 AND key = ANY ($3) AND is_different <> $4`,
      [mirrorId, path, keysOf(records), isDifferent]
    )
  }

  /** Forgets that records were edited, because the upstream's replace them. */
  async forget({ path }: Resource, keys: readonly string[]): Promise<void> {
    const { client, mirrorId } = this.services
    await client.query(
      'DELETE FROM mirror_local_edits WHERE mirror_id = $1 AND resource = $2 AND key = ANY ($3)',
      [mirrorId, path, keys]
    )
  }

  /** Lists the local values that the upstream's replace. */
  async #list(resource: Resource, record: JsonRecord, local?: JsonRecord): Promise<void> {
    const { client, mirrorId, describe } = this.services
    const names = local
      ? differingFields(describe(resource), record, local).filter((name) => !DATES.includes(name))
      : [null]
    // Texts of documents that are sealed later must not remain here.
    const text = (name: string | null) =>
      name === null || resource.seals
        ? null
        : JSON.stringify(local![name] ?? null).slice(0, OVERWRITTEN.characters)
    await client.query(
      `INSERT INTO mirror_overwritten (mirror_id, resource, key, field, value)
       SELECT $1, $2, $3, name, value FROM unnest($4::text[], $5::text[]) AS given (name, value)`,
      [mirrorId, resource.path, String(record.id), names, names.map(text)]
    )
    await client.query(
      `DELETE FROM mirror_overwritten WHERE mirror_id = $1 AND id <=
         (SELECT id FROM mirror_overwritten WHERE mirror_id = $1 ORDER BY id DESC OFFSET ${OVERWRITTEN.values} LIMIT 1)`,
      [mirrorId]
    )
  }
}

function keysOf(records: readonly JsonRecord[]): string[] {
  return records.map(({ id }) => String(id))
}
