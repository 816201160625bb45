import { existsSync, readFileSync } from 'node:fs'
import app from '@adonisjs/core/services/app'
import type { ApplicationService } from '@adonisjs/core/types'
import pg from 'pg'
import { settings } from '#start/env'
import { importDocketSheets } from './docket_sheet/import.js'
import type { DocketSheet } from './docket_sheet/schema.js'
import { Reader } from '#app/database/reader'
import { OpenDatabase } from '#app/database/connection'
import { startStep } from '#app/support/progress_display'

/**
 * Imports the docket sheets of the sample archive if it has the sample's dockets and no entries
 * yet, and deletes their people after those dockets were replaced.
 */
export default async function prepare({ container }: ApplicationService): Promise<void> {
  const file = app.makePath('database/sample/dockets.jsonl')
  if (!existsSync(file)) return
  const reader = await container.make(Reader)
  const sheets = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as DocketSheet)
  const there = await reader.rows(
    `SELECT 1 FROM dockets JOIN json_to_recordset($1) AS sample (id bigint, docket_number text) USING (id, docket_number)`,
    [JSON.stringify(sheets.map(({ docket }) => docket))]
  )
  const { connection } = await container.make(OpenDatabase)
  if (there.length === 0) return removePeople(connection, sheets)

  const [entry] = await reader.rows('SELECT 1 FROM docket_entries LIMIT 1', [])
  if (settings.sampleArchive !== 'off' && !entry && there.length === sheets.length)
    await startStep('importing the docket sheets of the sample archive', () =>
      importDocketSheets([file], {
        connection,
        refused: (_file, line, reason) => {
          throw new Error(`dockets.jsonl of the sample archive, line ${line}: ${reason}`)
        },
      })
    )
  await noteSheets(reader, connection)
}

/** Stores which rows belong to the invented dockets of the sample, unless that is stored. */
async function noteSheets(reader: Reader, connection: pg.ClientConfig): Promise<void> {
  const [missing] = await reader.rows(
    `SELECT 1 WHERE EXISTS (SELECT FROM sample_records WHERE table_name = 'dockets')
     AND NOT EXISTS (SELECT FROM sample_records WHERE table_name = 'docket_entries')`,
    []
  )
  if (!missing) return
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await client.query(NOTE_SHEETS)
  } finally {
    await client.end()
  }
}

const NOTE_SHEETS = `
  WITH d AS (SELECT id FROM sample_records WHERE table_name = 'dockets' AND invented)
  INSERT INTO sample_records (table_name, id, invented)
  SELECT 'docket_entries', e.id, true FROM docket_entries e JOIN d ON d.id = e.docket_id
  UNION ALL
  SELECT 'archive_documents', a.id, true FROM archive_documents a
    JOIN docket_entries e ON e.id = a.docket_entry_id JOIN d ON d.id = e.docket_id
  UNION ALL
  SELECT DISTINCT 'parties', t.party_id, true FROM party_types t JOIN d ON d.id = t.docket_id
  UNION ALL
  SELECT DISTINCT 'attorneys', r.attorney_id, true FROM attorney_roles r JOIN d ON d.id = r.docket_id
  ON CONFLICT DO NOTHING`

/** Deletes parties and attorneys of the sample that no docket refers to. */
async function removePeople(connection: pg.ClientConfig, sheets: DocketSheet[]): Promise<void> {
  const parties = sheets.flatMap(({ parties: given = [] }) => given)
  const attorneys = parties.flatMap(({ attorneys: given = [] }) => given)
  const firms = attorneys.flatMap(({ organizations = [] }) => organizations)
  const client = new pg.Client(connection)
  await client.connect()
  try {
    for (const [table, join, column, people] of [
      ['parties', 'party_types', 'party_id', parties],
      ['attorneys', 'attorney_roles', 'attorney_id', attorneys],
      ['attorney_organizations', 'attorney_organization_links', 'attorney_organization_id', firms],
    ] as const) {
      await client.query(
        `DELETE FROM ${table} p USING json_to_recordset($1) AS sample (id bigint, name text)
         WHERE p.id = sample.id AND p.name = sample.name
           AND NOT EXISTS (SELECT 1 FROM ${join} j WHERE j.${column} = p.id)`,
        [JSON.stringify(people.map(({ id, name }) => ({ id, name })))]
      )
    }
  } finally {
    await client.end()
  }
}
