import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { DEFAULT_FIRST_KEY } from '#app/database/local_keys'
import type { DocketSheet } from '../../docket_sheet/schema.js'
import { NOTHING, sheet, useSheets } from '../use_sheets.js'

test.group('dockets:import', (group) => {
  const sheets = useSheets(group)
  const { run, rows, allRows } = sheets

  test('creates the docket and its rows; importing it again changes nothing', async ({
    assert,
  }) => {
    const first = await run(sheet())
    assert.deepEqual(first.added, { entries: 2, documents: 2, parties: 2, attorneys: 1 })
    const state = () =>
      allRows([
        'SELECT * FROM dockets',
        'SELECT * FROM docket_entries ORDER BY id',
        'SELECT * FROM archive_documents ORDER BY id',
        'SELECT * FROM parties ORDER BY id',
        'SELECT * FROM party_types ORDER BY id',
        'SELECT * FROM criminal_counts ORDER BY id',
        'SELECT * FROM attorneys ORDER BY id',
        'SELECT * FROM attorney_roles ORDER BY id',
        'SELECT * FROM attorney_organizations ORDER BY id',
        'SELECT * FROM attorney_organization_links ORDER BY id',
      ])
    const before = await state()
    const second = await run(sheet())
    assert.deepEqual([second.added, second.changed], [NOTHING, NOTHING])
    assert.deepEqual(await state(), before)
    assert.lengthOf(before[9]!, 1)
  })

  test('a newer sheet updates rows that differ and keeps unlisted ones', async ({ assert }) => {
    await run(sheet())
    const result = await run(
      sheet({
        docket: { court_id: 'nysd', docket_number: '1:24-cv-00001', case_name: 'One v. Three' },
        docket_entries: [
          {
            entry_number: 1,
            date_filed: '2024-01-02',
            description: 'COMPLAINT, amended text',
            documents: [{ document_type: 1, document_number: '1', page_count: 12 }],
          },
          { entry_number: 2, date_filed: '2024-02-01', description: 'ANSWER' },
        ],
        parties: [
          {
            name: 'One',
            type: 'Plaintiff',
            attorneys: [{ name: 'B. Counsel', roles: [{ role: 1 }] }],
          },
          { name: 'Two', type: 'Defendant', criminal_counts: [] },
        ],
      })
    )
    assert.deepEqual(result.added, { entries: 1, documents: 0, parties: 0, attorneys: 1 })
    assert.deepEqual(result.changed, { entries: 1, documents: 1, parties: 0, attorneys: 0 })
    assert.deepEqual(
      await rows('SELECT entry_number::int AS n, description FROM docket_entries ORDER BY id'),
      [
        { n: 1, description: 'COMPLAINT, amended text' },
        { n: null, description: 'Case designated ECF.' },
        { n: 2, description: 'ANSWER' },
      ]
    )
    assert.deepEqual(await rows('SELECT case_name FROM dockets'), [{ case_name: 'One v. Three' }])
    assert.deepEqual(
      await rows(
        'SELECT a.name FROM attorney_roles r JOIN attorneys a ON a.id = r.attorney_id ORDER BY 1'
      ),
      [{ name: 'B. Counsel' }]
    )
    assert.deepEqual(await rows('SELECT 1 FROM criminal_counts'), [])
  })

  test('rejects an invalid line with its number and reason, and imports the others', async ({
    assert,
  }) => {
    const wrong = sheet() as unknown as { docket_entries: { documents: unknown[] }[] }
    wrong.docket_entries[0]!.documents = [{ document_type: 3, document_number: 1 }]
    const result = await run(
      '{"docket":',
      '',
      { docket: { court_id: 'nysd' } },
      wrong,
      sheet({ docket: { court_id: 'nowhere', docket_number: '1' } }),
      sheet({ docket_entries: [{ date_filed: '2024-02-30' }] }),
      sheet()
    )
    assert.deepEqual(
      result.refusals.map(([line]) => line),
      [1, 3, 4, 5, 6]
    )
    const [json, number, values, court, day] = result.refusals.map(([, reason]) => reason)
    assert.match(json!, /^not JSON: /)
    assert.match(number!, /docket\.docket_number/)
    assert.match(values!, /docket_entries\.0\.documents\.0\.document_type/)
    assert.match(court!, /the archive has no court "nowhere"/)
    assert.match(day!, /2024-02-30/)
    assert.equal(result.added.entries, 2)
  })

  test('merges two parties with the same name and type', async ({ assert }) => {
    const twice = sheet({
      parties: [
        { name: 'John Doe', type: 'Defendant', type_extra_info: 'first' },
        { name: 'John Doe', type: 'Defendant', type_extra_info: 'second' },
      ],
    })
    assert.deepEqual((await run(twice)).refusals, [])
    assert.deepEqual(await rows('SELECT name, extra_info FROM party_types'), [
      { name: 'Defendant', extra_info: 'second' },
    ])
    assert.deepEqual((await run(twice)).changed, NOTHING)
  })

  test('keeps IDs in a sheet; generated IDs are higher', async ({ assert }) => {
    await run(
      sheet({
        docket: { id: 77, court_id: 'nysd', docket_number: '1:24-cv-00001' },
        docket_entries: [{ id: 9000, entry_number: 1 }],
      })
    )
    assert.deepEqual(await rows('SELECT id::int, docket_id::int FROM docket_entries'), [
      { id: 9000, docket_id: 77 },
    ])
    await run(
      sheet({
        docket: { id: 77, court_id: 'nysd', docket_number: '1:24-cv-00001' },
        docket_entries: [{ entry_number: 2 }],
      })
    )
    const [first, second] = await rows('SELECT id::float FROM docket_entries ORDER BY id')
    assert.equal(first.id, 9000)
    assert.isAtLeast(second.id, DEFAULT_FIRST_KEY)
  })

  test('generated keys do not collide with keys of earlier sheets', async ({ assert }) => {
    const other = { court_id: 'nysd', docket_number: '1:24-cv-00002' }
    await run(
      sheet({ docket_entries: [{ id: 3, entry_number: 1 }], parties: [] }),
      sheet({ docket: other, docket_entries: [1, 2, 3].map((n) => ({ entry_number: n })) }),
      sheet({ docket_entries: [{ id: 9, entry_number: 2 }], parties: [] }),
      sheet({
        docket: other,
        docket_entries: [4, 5, 6, 7].map((n) => ({ entry_number: n })),
        parties: [],
      })
    )
    assert.deepEqual(
      await rows(
        `SELECT docket_number AS docket, array_agg(entry_number::int ORDER BY entry_number) AS numbers
         FROM docket_entries e JOIN dockets d ON d.id = e.docket_id GROUP BY 1 ORDER BY 1`
      ),
      [
        { docket: '1:24-cv-00001', numbers: [1, 2] },
        { docket: '1:24-cv-00002', numbers: [1, 2, 3, 4, 5, 6, 7] },
      ]
    )
  })

  test('merges duplicates in a sheet into one row', async ({ assert }) => {
    const twice = sheet({
      docket_entries: [
        { id: 5, entry_number: 1, description: 'first' },
        { id: 5, entry_number: 1, description: 'second' },
      ],
      parties: [
        {
          name: 'One',
          type: 'Plaintiff',
          attorneys: [{ name: 'A', roles: [{ role: 1 }, { role: 1 }] }],
        },
      ],
    })
    assert.deepEqual((await run(twice)).refusals, [])
    const state = () =>
      allRows([
        'SELECT id::int, description FROM docket_entries',
        'SELECT id::int FROM attorney_roles',
      ])
    const before = await state()
    assert.deepEqual(before[0], [{ id: 5, description: 'second' }])
    assert.deepEqual((await run(twice)).changed, NOTHING)
    assert.deepEqual(await state(), before)
  })

  test('rejects only the line with a value that is too long for an index', async ({ assert }) => {
    const { refusals, added } = await run(
      sheet({ parties: [{ name: randomBytes(9000).toString('hex'), type: 'Plaintiff' }] }),
      sheet()
    )
    assert.lengthOf(refusals, 1)
    assert.match(refusals[0]![1], /index/)
    assert.equal(added.parties, 2)
  })

  test('imports the sheets of the sample archive twice', async ({ assert }) => {
    const lines = readFileSync(app.makePath('database/sample/dockets.jsonl'), 'utf8')
      .trim()
      .split('\n')
    const courts = [
      ...new Set(lines.map((line) => (JSON.parse(line) as DocketSheet).docket.court_id)),
    ]
    for (const [place, id] of courts.entries()) {
      await sheets.scratch.client.query(
        `INSERT INTO courts (id, position, short_name, full_name, jurisdiction) VALUES ($1, $2, '', '', 'F') ON CONFLICT DO NOTHING`,
        [id, place + 2]
      )
    }
    const first = await run(...lines)
    assert.deepEqual(first.refusals, [])
    assert.isAbove(first.added.documents, 100)
    const second = await run(...lines)
    assert.deepEqual([second.added, second.changed], [NOTHING, NOTHING])
  })
})
