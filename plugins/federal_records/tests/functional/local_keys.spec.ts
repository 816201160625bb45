/**
 * Rows with IDs in the sheet, and rows with generated IDs.
 */
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { DEFAULT_FIRST_KEY } from '#app/database/local_keys'
import { makeTemporaryFolder } from '#tests/helpers/environment'
import { makeScratchDatabase } from '#tests/helpers/scratch_database'
import { importDocketSheets } from '../../docket_sheet/import.js'

const sheet = (docket: object, own: Record<string, number | undefined> = {}) => ({
  docket: { court_id: 'nysd', ...docket },
  docket_entries: [
    {
      id: own.entry,
      entry_number: 1,
      date_filed: '2024-01-02',
      documents: [{ id: own.document, document_type: 1, document_number: '1' }],
    },
  ],
  parties: [
    {
      id: own.party,
      name: 'One',
      type: 'Plaintiff',
      attorneys: [
        {
          id: own.attorney,
          name: own.attorney ? 'A. Lawyer' : 'B. Counsel',
          roles: [{ role: 2 }],
          organizations: [{ id: own.firm, name: own.firm ? 'A Firm LLP' : 'B LLP' }],
        },
      ],
    },
  ],
})

test.group('dockets:import, keys', () => {
  test('generated IDs do not collide with IDs in sheets', async ({ assert, cleanup }) => {
    const scratch = await makeScratchDatabase(app)
    const folder = makeTemporaryFolder()
    cleanup(async () => {
      await scratch.drop()
      rmSync(folder, { recursive: true, force: true })
    })
    await scratch.client.query(
      `INSERT INTO courts (id, position, short_name, full_name, jurisdiction) VALUES ('nysd', 1, 'S.D.N.Y.', 'Southern District of New York', 'FD')`
    )
    const given = { entry: 31, document: 41, party: 51, attorney: 61, firm: 71 }
    const path = join(folder, 'dockets.jsonl')
    for (const one of [
      sheet({ id: 21, docket_number: '1:24-cv-00001' }, given),
      sheet({ docket_number: '1:24-cv-00002' }),
    ]) {
      writeFileSync(path, JSON.stringify(one))
      const { refused } = await importDocketSheets([path], {
        connection: scratch.connection,
        refused: (_file, _line, reason) => assert.fail(reason),
      })
      assert.equal(refused, 0)
    }
    for (const [table, own] of [
      ['dockets', 21],
      ['docket_entries', given.entry],
      ['archive_documents', given.document],
      ['parties', given.party],
      ['attorneys', given.attorney],
      ['attorney_organizations', given.firm],
    ]) {
      const { rows } = await scratch.client.query(`SELECT id::float FROM ${table} ORDER BY id`)
      assert.deepEqual(
        rows.map(({ id }) => id),
        [own, DEFAULT_FIRST_KEY],
        String(table)
      )
    }
  })
})
