/**
 * Restores the rows of a backup into the tables created by the migrations.
 */
import { pipeline } from 'node:stream/promises'
import { from as copyFrom } from 'pg-copy-streams'
import type pg from 'pg'
import { CommandRefusal, Interrupted } from '#app/support/interrupted'
import { ident, literal } from '#app/support/sql_text'
import { quoted, setSequence } from '#app/database/stored_tables'
import { readConstraints, type Constraint } from '#app/database/table_rules'
import { restorePositions } from '#app/events/saved_positions'
import type { ArchiveReader } from './archive_reader.js'
import { JOB_TABLE, type BackupReporter } from './create_backup.js'
import { tableEntry, type Manifest, type SavedTable } from './format.js'

/**
 * Replaces the rows of all tables in the caller's transaction. Foreign keys are checked at the
 * end; triggers don't run.
 *
 * @throws CommandRefusal if rows are missing or damaged
 */
export async function restoreRows(
  client: pg.Client,
  archive: ArchiveReader,
  manifest: Manifest,
  { signal, reporter }: { signal: AbortSignal; reporter: BackupReporter }
): Promise<void> {
  const tables = manifest.tables.filter(({ name }) => name !== JOB_TABLE)
  const names = tables.map(({ name }) => quoted(name))
  reporter.started(
    'tables',
    manifest.tables.reduce((sum, { bytes }) => sum + bytes, 0)
  )
  const keys = await dropForeignKeys(client, tables)
  for (const name of names) await client.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`)
  await client.query(`TRUNCATE ${names.join(', ')}`)
  let done = 0
  const count = (name: string) => (bytes: number) => reporter.progress(name, (done += bytes))
  for (const table of tables) {
    const rows = await copyRows(client, { archive, table, signal }, count(table.name))
    if (rows !== table.rows)
      throw new CommandRefusal(
        `${archive.file} is damaged: ${table.name} has ${rows} rows, not ${table.rows}`
      )
  }
  await restoreJobs(client, { archive, manifest, signal }, count(JOB_TABLE))
  for (const name of names) await client.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`)
  reporter.progress('foreign keys', done)
  for (const { table, name, definition } of keys)
    await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${ident(name)} ${definition}`)
  for (const sequence of manifest.sequences) await setSequence(client, sequence)
  await restorePositions(client, manifest)
}

async function dropForeignKeys(
  client: pg.Client,
  tables: readonly SavedTable[]
): Promise<Constraint[]> {
  const keys: Constraint[] = []
  for (const { name } of tables) {
    const constraints = await readConstraints(client, name.split('.').slice(1).join('.'))
    keys.push(...constraints.filter(({ type }) => type === 'f'))
  }
  for (const { table, name } of keys)
    await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${ident(name)}`)
  return keys
}

/** Omits jobs of queues that this version doesn't have. */
async function restoreJobs(
  client: pg.Client,
  {
    archive,
    manifest,
    signal,
  }: { archive: ArchiveReader; manifest: Manifest; signal: AbortSignal },
  count: (bytes: number) => void
): Promise<void> {
  const table = manifest.tables.find(({ name }) => name === JOB_TABLE)
  if (!table) return
  const { rows } = await client.query<{ name: string }>(
    `SELECT name FROM ${quoted(JOB_TABLE.replace(/\w+$/, 'queue'))} ORDER BY name`
  )
  const queues = literal(`{${rows.map(({ name }) => JSON.stringify(name)).join(',')}}`)
  // Jobs that are sent at every startup are sent again at the next one.
  await client.query(`DELETE FROM ${quoted(JOB_TABLE)}`)
  const where = ` WHERE name = ANY (${queues}::text[])`
  await copyRows(client, { archive, table, signal, where }, count)
}

async function copyRows(
  client: pg.Client,
  {
    archive,
    table,
    signal,
    where = '',
  }: { archive: ArchiveReader; table: SavedTable; signal: AbortSignal; where?: string },
  count: (bytes: number) => void
): Promise<number> {
  const columns = table.columns.map(ident).join(', ')
  const copy = client.query(copyFrom(`COPY ${quoted(table.name)} (${columns}) FROM STDIN${where}`))
  const source = async function* (): AsyncGenerator<Buffer> {
    for await (const chunk of archive.read(tableEntry(table), table)) {
      if (signal.aborted) throw new Interrupted()
      count(chunk.length)
      yield chunk
    }
  }
  await pipeline(source, copy)
  return copy.rowCount
}
