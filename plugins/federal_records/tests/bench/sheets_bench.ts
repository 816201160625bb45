/**
 * Measures imports of docket sheets and merges of pages, compared with plain INSERTs of the same
 * rows (one transaction per docket) and with COPY, each in a separate database.
 */
import { join } from 'node:path'
import type { ApplicationService } from '@adonisjs/core/types'
import pg from 'pg'
import { ident } from '#app/support/sql_text'
import { importDocketSheets, type SheetsResult } from '../../docket_sheet/import.js'
import type { PageToMerge } from '../../public/merging.js'
import { writeDocketSheets } from '#plugins/federal_records/tests/docket_sheets'
import { makeScratchDatabase, type ScratchDatabase } from '#tests/helpers/scratch_database'
import { copiedRows } from '#tests/bench/copied_rows'
import { docketPages, mergePages } from './merged_pages.js'
import { getBenchTableName, dropCopies, makeCopies } from '#tests/bench/same_shape'
import { printTable, ratio, whole } from '#tests/bench/table'

/** Per docket. */
const SIZE = { entries: 20, parties: 4 }

/** SQL conditions for the rows `t` of each table that belong to docket `$1`, parents before children. */
const ROWS_OF_DOCKET = {
  dockets: 't.id = $1',
  docket_entries: 't.docket_id = $1',
  archive_documents: 't.docket_entry_id IN (SELECT id FROM docket_entries WHERE docket_id = $1)',
  parties: 't.id IN (SELECT party_id FROM party_types WHERE docket_id = $1)',
  party_types: 't.docket_id = $1',
  attorneys: 't.id IN (SELECT attorney_id FROM attorney_roles WHERE docket_id = $1)',
  attorney_roles: 't.docket_id = $1',
  attorney_organizations:
    't.id IN (SELECT attorney_organization_id FROM attorney_organization_links WHERE docket_id = $1)',
  attorney_organization_links: 't.docket_id = $1',
}
const TABLES = Object.keys(ROWS_OF_DOCKET)

export interface SheetsBench {
  app: ApplicationService
  folder: string
  dockets: number
}

/** Imports generated sheets twice and prints the results. */
export async function benchSheets({ app, folder, dockets }: SheetsBench): Promise<void> {
  const scratch = await makeScratchDatabase(app)
  try {
    const courts = await makeCourts(scratch.client)
    const path = join(folder, 'dockets.jsonl')
    await writeDocketSheets(path, { ...SIZE, dockets, courts })
    await measure(scratch, path, dockets)
  } finally {
    await scratch.drop()
  }
  const other = await makeScratchDatabase(app)
  try {
    const courts = await makeCourts(other.client)
    await measurePages(other, docketPages({ ...SIZE, dockets, courts }))
  } finally {
    await other.drop()
  }
}

async function makeCourts(client: pg.Client): Promise<string[]> {
  const courts = ['nysd', 'cand', 'txsd', 'ilnd', 'deb']
  await client.query(
    `INSERT INTO courts (id, position, short_name, full_name, jurisdiction)
     SELECT court, place, court, court, 'FD' FROM unnest($1::text[]) WITH ORDINALITY AS given (court, place)`,
    [courts]
  )
  return courts
}

async function measure(
  { client, connection }: ScratchDatabase,
  path: string,
  dockets: number
): Promise<void> {
  const run = () =>
    timed(() => importDocketSheets([path], { connection, refused: (...line) => fail(line) }))
  const first = await run()
  const again = await run()
  expectNothingNew(again.result)
  const inserts = await plainInserts(client, connection)
  const { entries, documents } = first.result.added
  const floor = { INSERT: inserts, COPY: await copiedRows(client, TABLES) }
  print('docket sheets, a second', { dockets, entries, documents }, floor, [
    ['first', first.seconds],
    ['unchanged', again.seconds],
  ])
}

async function measurePages(scratch: ScratchDatabase, pages: PageToMerge[]): Promise<void> {
  const run = () => timed(() => mergePages(scratch, pages))
  const first = await run()
  const again = await run()
  if (again.result.writes) fail(again.result)
  const { entries, documents } = first.result
  const floor = { COPY: await copiedRows(scratch.client, TABLES) }
  print('pages of dockets, a second', { dockets: pages.length, entries, documents }, floor, [
    ['first', first.seconds],
    ['unchanged', again.seconds],
  ])
}

type Seconds = [title: string, seconds: number]

/** Rows per second of each baseline and each run, and the ratio of each run to the last baseline. */
function print(
  title: string,
  counts: Record<string, number>,
  floor: Record<string, number>,
  runs: Seconds[]
): void {
  const floors = Object.entries(floor)
  const [, least] = floors.at(-1)!
  printTable(
    [title, 'rows', ...floors.map(([name]) => name), ...runs.flatMap(([name]) => [name, 'ratio'])],
    Object.entries(counts).map(([name, rows]) => [
      name,
      whole(rows),
      ...floors.map(([, seconds]) => whole(rows / seconds)),
      ...runs.flatMap(([, seconds]) => [whole(rows / seconds), ratio(least / seconds)]),
    ])
  )
}

async function timed<T>(work: () => Promise<T>): Promise<{ result: T; seconds: number }> {
  const started = performance.now()
  const result = await work()
  return { result, seconds: (performance.now() - started) / 1000 }
}

function fail(details: unknown): never {
  throw new Error(`the bench of docket sheets is broken: ${JSON.stringify(details)}`)
}

function expectNothingNew({ added, changed }: SheetsResult): void {
  const numbers = [added, changed].flatMap((counts) => Object.values(counts))
  if (numbers.some((number) => number > 0)) fail({ added, changed })
}

/** @returns the seconds needed to insert the imported rows into copies of their tables */
async function plainInserts(source: pg.Client, connection: pg.ClientConfig): Promise<number> {
  await makeCopies(source, TABLES)
  const target = new pg.Client({ ...connection, options: '-c synchronous_commit=off' })
  await target.connect()
  const { rows: dockets } = await source.query<{ id: string }>('SELECT id FROM dockets ORDER BY id')
  let seconds = 0
  for (const { id } of dockets) {
    const statements: pg.QueryConfig[] = []
    for (const [table, condition] of Object.entries(ROWS_OF_DOCKET))
      statements.push(...(await insertion(source, table, condition, id)))
    const { seconds: taken } = await timed(async () => {
      await target.query('BEGIN')
      for (const statement of statements) await target.query(statement)
      await target.query('COMMIT')
    })
    seconds += taken
  }
  await target.end()
  await dropCopies(source, TABLES)
  return seconds
}

/** The statement that inserts a docket's rows into the copy of their table; empty without rows. */
async function insertion(
  source: pg.Client,
  table: string,
  condition: string,
  docket: string
): Promise<pg.QueryConfig[]> {
  const { rows, fields } = await source.query<(string | null)[]>({
    name: `rows of ${table}`,
    // Attorneys are in many dockets; each is inserted with the first one.
    text: `SELECT * FROM ${ident(table)} AS t
           WHERE ${condition} AND NOT EXISTS (SELECT FROM ${ident(getBenchTableName(table))} AS c WHERE c.id = t.id)`,
    values: [docket],
    rowMode: 'array',
    types: { getTypeParser: () => (text: string) => text },
  } as pg.QueryArrayConfig)
  if (!rows.length) return []
  const lines = rows.map(
    (_, line) => `(${fields.map((_field, place) => `$${line * fields.length + place + 1}`).join()})`
  )
  return [
    {
      name: `${table} ${rows.length}`,
      text: `INSERT INTO ${ident(getBenchTableName(table))} (${fields.map(({ name }) => ident(name)).join()}) VALUES ${lines.join()}`,
      values: rows.flat(),
    },
  ]
}
