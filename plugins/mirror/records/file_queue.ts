/**
 * The files that a mirror copies: paths that its records name or named. A path is due until the
 * file here agrees with the records that name it.
 */
import type pg from 'pg'
import { fieldColumn } from '#api/columns'
import type { Resource } from '#api/resource'
import { ident } from '#app/support/sql_text'

/** Columns of a resource that name stored files. */
export function listPathColumns({ fields }: Resource): string[] {
  return [...fields].flatMap(([name, field]) =>
    field.kind === 'value' && field.format?.startsWith('storage-') ? [fieldColumn(name, field)] : []
  )
}

/** Adds paths again even if they are being copied, because their records have changed. */
const ADD = `INSERT INTO mirror_files (mirror_id, path)`
const AGAIN = `ON CONFLICT (mirror_id, path) DO UPDATE SET due = clock_timestamp(), attempts = 0, error = NULL`

export class FileQueue {
  constructor(
    readonly client: pg.ClientBase,
    readonly mirrorId: string
  ) {}

  /**
   * Adds the files that records name now, in the caller's transaction.
   *
   * @param isChanged whether files that agreed are compared again
   */
  async add(resource: Resource, keys: readonly string[], isChanged = true): Promise<void> {
    const columns = listPathColumns(resource)
    if (!columns.length) return
    await this.client.query(
      `${ADD} SELECT DISTINCT $1::bigint, path
       FROM ${ident(resource.table)}, unnest(ARRAY[${columns.map(ident).join(', ')}]::text[]) AS path
       WHERE ${ident(resource.key.column)} = ANY ($2) AND path <> '' ${isChanged ? AGAIN : 'ON CONFLICT DO NOTHING'}`,
      [this.mirrorId, keys]
    )
  }

  /**
   * Adds the files of all records of resources, for a mirror of whole lists that didn't copy files
   * before.
   *
   * @param firstLocalKey IDs from here on belong to records of this server
   */
  async addAll(resources: Iterable<Resource>, firstLocalKey: number): Promise<void> {
    for (const resource of resources)
      for (const column of listPathColumns(resource).map(ident))
        await this.client.query(
          `${ADD} SELECT DISTINCT $1::bigint, ${column} FROM ${ident(resource.table)}
           WHERE ${ident(resource.key.column)} < $2 AND ${column} <> '' ${AGAIN}`,
          [this.mirrorId, firstLocalKey]
        )
  }
}
