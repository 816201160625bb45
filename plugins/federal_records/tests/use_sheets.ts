/**
 * Shared by specs of docket sheets: a separate database, emptied for each test, and a sheet.
 */
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import app from '@adonisjs/core/services/app'
import type { Group } from '@japa/runner/core'
import { makeTemporaryFolder } from '#tests/helpers/environment'
import { makeScratchDatabase, type ScratchDatabase } from '#tests/helpers/scratch_database'
import { importDocketSheets } from '../docket_sheet/import.js'
import type { DocketSheet } from '../docket_sheet/schema.js'

/** Counts of an import that changes nothing. */
export const NOTHING = { entries: 0, documents: 0, parties: 0, attorneys: 0 }

export const sheet = (changes: Partial<DocketSheet> = {}): DocketSheet => ({
  docket: { court_id: 'nysd', docket_number: '1:24-cv-00001', case_name: 'One v. Two' },
  docket_entries: [
    {
      entry_number: 1,
      date_filed: '2024-01-02',
      description: 'COMPLAINT',
      documents: [
        { document_type: 1, document_number: '1', registry_doc_id: '127012345678' },
        { document_type: 2, document_number: '1', attachment_number: 1 },
      ],
    },
    { entry_number: null, date_filed: '2024-01-03', description: 'Case designated ECF.' },
  ],
  parties: [
    {
      name: 'One',
      type: 'Plaintiff',
      attorneys: [
        {
          name: 'A. Lawyer',
          contact_raw: 'Somewhere\n',
          roles: [{ role: 2, role_raw: 'LEAD ATTORNEY' }],
          organizations: [{ name: 'A Firm LLP', city: 'New York' }],
        },
      ],
    },
    {
      name: 'Two',
      type: 'Defendant',
      criminal_counts: [{ name: 'A count (1)', status: 1 }],
    },
  ],
  ...changes,
})

/** Sets up a database with courts for a group; each test starts without dockets. */
export function useSheets(group: Group) {
  let scratch: ScratchDatabase
  let folder: string

  group.setup(async () => {
    scratch = await makeScratchDatabase(app)
    folder = makeTemporaryFolder()
    await scratch.client.query(
      `INSERT INTO courts (id, position, short_name, full_name, jurisdiction)
       VALUES ('nysd', 1, 'S.D.N.Y.', 'Southern District of New York', 'FD'),
              ('cand', 2, 'N.D. Cal.', 'Northern District of California', 'FD'),
              ('deb', 3, 'D. Del.', 'Bankruptcy Court of Delaware', 'FB'),
              ('ca2', 4, '2d Cir.', 'Second Circuit', 'F')`
    )
    return async () => {
      await scratch.drop()
      rmSync(folder, { recursive: true, force: true })
    }
  })
  group.each.setup(async () => {
    await scratch.client.query(
      'TRUNCATE dockets, parties, attorneys, attorney_organizations CASCADE'
    )
  })

  const write = (content: string | Buffer, name = 'dockets.jsonl') => {
    const path = join(folder, name)
    writeFileSync(path, content)
    return path
  }
  const runFiles = async (...paths: string[]) => {
    const refusals: [line: number, reason: string][] = []
    const result = await importDocketSheets(paths, {
      connection: scratch.connection,
      refused: (_file, line, reason) => void refusals.push([line, reason]),
    })
    return { ...result, refusals }
  }
  return {
    get scratch() {
      return scratch
    },
    write,
    runFiles,
    /** Imports lines: sheets, or verbatim text. */
    run: (...lines: unknown[]) =>
      runFiles(
        write(
          lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n')
        )
      ),
    rows: async (sql: string) => (await scratch.client.query(sql)).rows,
    /** The rows of each statement; a connection runs one at a time. */
    allRows: (statements: string[]) =>
      Array.fromAsync(statements, async (sql) => (await scratch.client.query(sql)).rows),
  }
}
