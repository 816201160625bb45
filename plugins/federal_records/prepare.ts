import { existsSync, readFileSync } from 'node:fs'
import app from '@adonisjs/core/services/app'
import type { ApplicationService } from '@adonisjs/core/types'
import { settings } from '#start/env'
import { importDocketSheets } from './docket_sheet/import.js'
import type { DocketSheet } from './docket_sheet/schema.js'

/**
 * The docket sheets of the sample archive, where the archive holds its
 * dockets and no entries yet.
 */
export default async function prepare({ container }: ApplicationService): Promise<void> {
  const sheets = app.makePath('database/sample/dockets.jsonl')
  if (settings.sampleArchive === 'off' || !existsSync(sheets)) return
  const reader = await container.make('curia.reader')
  const [entry] = await reader.rows('SELECT 1 FROM docket_entries LIMIT 1', [])
  if (entry) return

  const dockets = readFileSync(sheets, 'utf8')
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as DocketSheet).docket)
  const there = await reader.rows(
    `SELECT 1 FROM dockets JOIN json_to_recordset($1) AS sample (id bigint, docket_number text) USING (id, docket_number)`,
    [JSON.stringify(dockets)]
  )
  if (there.length !== dockets.length) return
  const { connection } = await container.make('curia.database')
  await importDocketSheets([sheets], {
    connection,
    refused: (_file, line, reason) => {
      throw new Error(`dockets.jsonl of the sample archive, line ${line}: ${reason}`)
    },
  })
}
