/**
 * References of the dockets of a synthetic archive.
 */
import { test } from '@japa/runner'
import type { GeneratedRow } from '../../table_generator.js'
import { loadHost } from '#core/plugin_loader'
import { generatedRows } from '../../writing/archive.js'

test.group('links of generated dockets', () => {
  test('{$self} dockets: dependent rows belong to dockets of the right court')
    .with([100, 113, 199, 2000])
    .run(async ({ assert }, dockets) => {
      const { bulkTables } = await loadHost()
      const tables = bulkTables.map(({ declaration }) => declaration)
      const rows = (stem: string): GeneratedRow[] => {
        const table = tables.find((one) => one.stem === stem)!
        return [...generatedRows(table, { tables, dockets, seed: 5 })]
      }
      const cases = rows('dockets')
      const kinds = new Map(rows('courts').map(({ id, jurisdiction }) => [id, jurisdiction]))
      const pointingAt = (column: string) =>
        new Map(
          cases
            .filter((docket) => docket[column] !== null)
            .map((docket) => [docket[column], docket])
        )

      const byRecord = pointingAt('idb_data_id')
      const records = rows('fjc-integrated-database')
      assert.sameMembers(
        [...byRecord.keys()],
        records.map(({ id }) => id)
      )
      for (const record of records) {
        const docket = byRecord.get(record.id)!
        assert.equal(docket.court_id, record.district_id)
        assert.equal(docket.docket_number_core, record.docket_number)
        if (docket.date_filed) assert.equal(docket.date_filed, record.date_filed)
        if (record.date_terminated)
          assert.isAbove(
            Date.parse(String(record.date_terminated)),
            Date.parse(String(record.date_filed))
          )
      }

      const byOrigin = pointingAt('originating_court_information_id')
      const origins = rows('originating-court-information').map(({ id }) => id)
      assert.sameMembers([...byOrigin.keys()], origins)
      for (const { court_id: court } of byOrigin.values())
        assert.notMatch(String(kinds.get(court!)), /^F[DB]$/)

      const judges = new Set(rows('people-db-people').map(({ id }) => id))
      const assigned = cases.flatMap(({ assigned_to_id: judge }) => judge ?? [])
      assert.isAbove(assigned.length, dockets / 4)
      assert.isTrue(assigned.every((judge) => judges.has(judge)))
      assert.isTrue(
        cases.every(({ assigned_to_id: judge, assigned_to_str: name }) => judge === null || name)
      )
    })

  test('dockets refer only to tables of the archive', async ({ assert }) => {
    const { bulkTables } = await loadHost()
    const tables = bulkTables
      .filter(({ plugin }) => plugin === 'case_law')
      .map(({ declaration }) => declaration)
    const table = tables.find(({ stem }) => stem === 'dockets')!
    for (const docket of generatedRows(table, { tables, dockets: 200, seed: 5 }))
      for (const column of ['idb_data_id', 'originating_court_information_id', 'assigned_to_id'])
        assert.isNull(docket[column])
  })
})
