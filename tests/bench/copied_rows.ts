/** Baseline for COPY: existing rows are copied into tables of the same shape. */
import { finished, pipeline } from 'node:stream/promises'
import { Readable } from 'node:stream'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { ident } from '#app/support/sql_text'
import { getBenchTableName, dropCopies, makeCopies } from './same_shape.js'

/**
 * @param tables parents before children
 * @returns the seconds that COPY takes to fill copies of the tables with their rows
 */
export async function copiedRows(client: pg.Client, tables: string[]): Promise<number> {
  await makeCopies(client, tables)
  let seconds = 0
  for (const table of tables) {
    const rows: Buffer[] = []
    const source = client.query(copyTo(`COPY ${ident(table)} TO STDOUT`))
    source.on('data', (chunk: Buffer) => rows.push(chunk))
    await finished(source)
    const started = performance.now()
    await pipeline(
      Readable.from(rows),
      client.query(copyFrom(`COPY ${ident(getBenchTableName(table))} FROM STDIN`))
    )
    seconds += (performance.now() - started) / 1000
  }
  await dropCopies(client, tables)
  return seconds
}
