/**
 * Matching the docket of a sheet, and its derived values.
 */
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import pg from 'pg'
import { makeTemporaryFolder } from '#tests/helpers/environment'
import { importDocketSheets } from '../../docket_sheet/import.js'
import { areAlike, getDocketNumberCore } from '../../docket_sheet/find_docket.js'
import { sheet, useSheets } from '../use_sheets.js'
import { OpenDatabase } from '#app/database/connection'

const docket = (court: string, number: string, changes: object = {}) => ({
  docket: { court_id: court, docket_number: number, ...changes },
})

test.group('dockets:import, dockets', (group) => {
  const { run, rows } = useSheets(group)

  test('computes the core of numbers of federal trial courts')
    .with([
      ['1:24-cv-01187-EVC-TRM', '2401187'],
      ['24-cr-256', '2400256'],
      ['2:09-bk-12345', '0912345'],
      ['24-11642', '24011642'],
      ['24-011642-las', '24011642'],
      ['MDL No. 2168', ''],
      [`24-${'1'.repeat(30)}`, ''],
    ])
    .run(({ assert }, [number, core]) => assert.equal(getDocketNumberCore(number!), core))

  test('{0} and {1} can be the same docket: {2}')
    .with<[string, string, boolean][]>([
      ['1:24-cv-00024', '24-cv-24', true],
      ['1:24-cv-00024', '1:24-cv-00024-ABC', true],
      ['8:17-bk-12345', '17-12345-jmm', true],
      ['1:24-cv-00024', '2:24-cv-00024', false],
      ['1:24-cv-00024', '1:24-cr-00024', false],
      ['1:24-cv-00024', '1:24-cv-00001', false],
      ['1:24-cr-00024-1', '1:24-cr-00024-2', false],
      ['8:17-bk-00017', '8:17-ap-00017', false],
      ['24-24', '24-629', false],
      ['MDL No. 2168', 'MDL No. 2168', true],
      ['A-1234-20T1', 'A-1234-20T2', false],
    ])
    .run(({ assert }, [one, other, alike]) => assert.equal(areAlike(one, other), alike))

  test('links a judge if exactly one has the name', async ({ assert }) => {
    const given = docket('nysd', '1:24-cv-00007', { assigned_to_str: 'Ann Van Der Berg, Jr.' })
    const judge = async () => (await rows('SELECT assigned_to_id FROM dockets'))[0].assigned_to_id
    const addJudge = async (first: string) => {
      const [{ id }] = await rows(
        `INSERT INTO people (name_first, name_last) VALUES ('${first}', 'Van Der Berg') RETURNING id`
      )
      await rows(`INSERT INTO positions (person_id, court_id) VALUES (${id}, 'nysd')`)
      return id
    }
    await run(given)
    assert.isNull(await judge())
    const ann = await addJudge('Ann')
    await addJudge('Bea')
    await run(given)
    assert.equal(await judge(), ann)
    // A linked judge is kept, even if another judge now has the same name.
    await addJudge('Ann')
    await run(given)
    assert.equal(await judge(), ann)
    await run(docket('nysd', '1:24-cv-00007', { assigned_to_str: 'Cy Blot' }))
    assert.isNull(await judge())
  })

  test('a newer entry advances the last filing date; a date in the sheet replaces it', async ({
    assert,
  }) => {
    const lastFiling = async (changes: object, days: string[]) => {
      const entries = days.map((day) => ({ date_filed: day, description: day }))
      await run({ ...docket('nysd', '1:24-cv-00008', changes), docket_entries: entries })
      const [row] = await rows('SELECT date_last_filing::text AS day FROM dockets')
      return row.day
    }
    assert.equal(await lastFiling({}, ['2024-01-02', '2024-01-05', '2024-01-03']), '2024-01-05')
    assert.equal(await lastFiling({}, ['2024-01-04']), '2024-01-05')
    assert.equal(await lastFiling({}, []), '2024-01-05')
    assert.equal(await lastFiling({ date_last_filing: '2024-01-01' }, []), '2024-01-01')
  })

  test('derives the slug from the name, and the core from numbers of trial courts', async ({
    assert,
  }) => {
    await run(
      docket('nysd', '1:24-cv-01187', { case_name: 'Müller v. O’Neill & Co., Inc.' }),
      docket('deb', '24-11642'),
      docket('ca2', '24-3816', { case_name: `${'Long '.repeat(30)}v. Two` })
    )
    const found = () =>
      rows('SELECT slug, docket_number_core AS core FROM dockets ORDER BY court_id DESC')
    const [civil, bankruptcy, appeal] = await found()
    assert.deepEqual(civil, { slug: 'muller-v-o-neill-co-inc', core: '2401187' })
    assert.deepEqual(bankruptcy, { slug: '', core: '24011642' })
    assert.equal(appeal.core, '')
    assert.isAtMost(appeal.slug.length, 75)
    await run(docket('deb', '24-11642', { case_name: 'Ferry Company' }))
    await run(docket('deb', '24-11642'))
    assert.equal((await found())[1].slug, 'ferry-company')
  })

  test('finds a docket by ID only', async ({ assert }) => {
    await run(docket('nysd', '1:24-cv-01187', { case_name: 'One v. Two' }))
    const [before] = await rows('SELECT * FROM dockets')
    const id = Number(before.id)
    const { refusals } = await run(
      { docket: { id, cause: '28:1331' } },
      { docket: { id, court_id: 'nysd', jury_demand: 'None' } },
      { docket: { id, docket_number: '1:24-cv-01187', nature_of_suit: 'Contract' } }
    )
    assert.deepEqual(refusals, [])
    const [after] = await rows('SELECT * FROM dockets')
    const changes = { cause: '28:1331', jury_demand: 'None', nature_of_suit: 'Contract' }
    assert.deepEqual(after, { ...before, ...changes, date_modified: after.date_modified })
  })

  test('rejects a docket without an ID or number', async ({ assert }) => {
    const { refusals } = await run(
      { docket: { court_id: 'nysd' } },
      { docket: { docket_number: '1' } },
      { docket: { id: 12345, cause: 'x' } }
    )
    assert.deepEqual(
      refusals.map(([, reason]) => reason),
      [
        'docket.docket_number: required without docket.id',
        'docket.court_id: required without docket.id',
        'docket.court_id: required, because the archive has no docket 12345',
      ]
    )
    assert.isEmpty(await rows('SELECT 1 FROM dockets'))
  })

  test('keeps an existing slug until the name changes', async ({ assert }) => {
    await run(docket('nysd', '1', { case_name: 'One v. Two' }))
    await rows(`UPDATE dockets SET slug = 'theirs', case_name_full = 'Jane One v. John Two'`)
    const slug = async () => (await rows('SELECT slug FROM dockets'))[0].slug
    await run(docket('nysd', '1', { case_name: 'One v. Two' }))
    assert.equal(await slug(), 'theirs')
    await run(docket('nysd', '1', { case_name: '' }))
    assert.equal(await slug(), 'jane-one-v-john-two')
  })

  test('adds a case ID to a docket without one, and ignores an empty one', async ({ assert }) => {
    const found = () =>
      rows('SELECT docket_number AS number, registry_case_id AS case FROM dockets ORDER BY id')
    for (const caseId of [undefined, '', 'n1', '', null, 'n1'])
      await run(docket('nysd', '1', { registry_case_id: caseId }))
    assert.deepEqual(await found(), [{ number: '1', case: 'n1' }])
    await run(docket('nysd', '1', { registry_case_id: 'n2' }), docket('nysd', '1'))
    assert.deepEqual(await found(), [
      { number: '1', case: 'n1' },
      { number: '1', case: 'n2' },
    ])
  })

  test('rejects the ID of another docket with a reason', async ({ assert }) => {
    await run(docket('nysd', '1', { id: 21, registry_case_id: 'n1' }))
    await rows(`UPDATE dockets SET docket_number_raw = '1-ABC'`)
    const { refusals } = await run(
      docket('cand', '1', { id: 21 }),
      docket('nysd', '2', { id: 21 }),
      docket('nysd', '1', { id: 21, registry_case_id: 'n2' }),
      docket('nysd', '1', { id: 22 }),
      docket('nysd', '1', { id: 21 }),
      docket('nysd', '1-ABC', { id: 21, registry_case_id: 'n1' })
    )
    assert.deepEqual(refusals, [
      [1, 'docket.id: 21 is 1 of nysd'],
      [2, 'docket.id: 21 is 1 of nysd'],
      [3, 'docket.id: 21 is the docket with case ID n1'],
      [4, 'docket.id: the archive has this docket as 21'],
    ])
  })
})

test.group('pages of imported dockets', () => {
  test('absolute_url opens each document, with or without a case name')
    .with(['One v. Two', undefined])
    .run(async ({ client, assert, cleanup }, name) => {
      const { connection } = await app.container.make(OpenDatabase)
      const database = new pg.Client(connection)
      await database.connect()
      const folder = makeTemporaryFolder()
      const number = '1:24-cv-99999'
      cleanup(async () => {
        await database.query('DELETE FROM dockets WHERE docket_number = $1', [number])
        await database.end()
        rmSync(folder, { recursive: true, force: true })
      })
      const path = join(folder, 'dockets.jsonl')
      const given = { court_id: 'nysd', docket_number: number, case_name: name }
      writeFileSync(path, JSON.stringify(sheet({ docket: given, parties: [] })))
      await importDocketSheets([path], { connection, refused: (...line) => assert.fail(`${line}`) })

      const { rows } = await database.query(
        `SELECT o.id FROM archive_documents o JOIN docket_entries e ON e.id = docket_entry_id
           JOIN dockets d ON d.id = docket_id WHERE docket_number = $1`,
        [number]
      )
      assert.lengthOf(rows, 2)
      for (const { id } of rows) {
        const document = await client.get(`/api/rest/v4/archive-documents/${id}/`)
        const page = await client.get(document.body().absolute_url)
        page.assertStatus(200)
        assert.include(page.text(), `/api/rest/v4/archive-documents/${id}/`)
      }
      const [docketShown] = (
        await client.get('/api/rest/v4/dockets/').qs({ docket_number: number })
      ).body().results
      const page = await client.get(docketShown.absolute_url)
      page.assertStatus(200)
      assert.include(page.text(), `/api/rest/v4/dockets/${docketShown.id}/`)
      if (name) assert.match(docketShown.absolute_url, /\/one-v-two\/$/)
    })
})
