/** Histories over HTTP: versions, points in time, hidden values, pagination, and parameters. */
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import app from '@adonisjs/core/services/app'
import type { Database } from '@adonisjs/lucid/database'
import { test } from '@japa/runner'
import { migrate, SCHEMA_TABLES } from '#app/boot/migrate'
import { makeAccount, type TestAccount } from '#tests/helpers/accounts'
import { makeDocket, type OwnDocket } from '#tests/helpers/own_docket'
import settings from '../../settings.js'
import { MAX_VALUE } from '../../storage/triggers.js'
import {
  BASE,
  readHistory,
  readVersions,
  storedRows,
  request,
  setHistory,
  useHistory,
  type ShownVersion,
} from '../use_history.js'

let database: Database
let staff: TestAccount

test.group('history of a record', (group) => {
  let docket: OwnDocket

  group.setup(async () => {
    database = await app.container.make('lucid.db')
    staff = await makeAccount({ rights: ['archive.edit'] })
    return useHistory()
  })
  group.each.setup(async () => {
    docket = await makeDocket({ case_name: 'First' })
    return () => docket.remove()
  })

  const path = (query = '') => `/dockets/${docket.id}/history/${query}`
  const versions = (query?: string) => readVersions(path(query), staff)
  const names = async (query?: string) =>
    (await versions(query)).map(({ before, after }) => [before?.case_name, after?.case_name])
  /** A time after the changes so far. */
  const now = async () => {
    await sleep(5)
    const { rows } = await database.rawQuery(
      `SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS now`
    )
    await sleep(5)
    return rows[0].now as string
  }

  test('lists versions with only the changed fields, newest first', async ({ assert }) => {
    const [{ court_id: court }] = await database
      .from('dockets')
      .where('id', docket.id)
      .select('court_id')
    await docket.change({ case_name: 'Second', date_filed: '2020-01-02' })
    await docket.change({ case_name: 'Third', court_id: 'ca9' })
    const same = { change: 'updated', source: 'server', origin: null, account: null }
    const url = (id: string) => `${BASE}/courts/${id}/`
    assert.deepEqual(await versions(), [
      {
        ...same,
        changed: ['court', 'court_id', 'case_name'],
        before: { court: url(court), court_id: court, case_name: 'Second' },
        after: { court: url('ca9'), court_id: 'ca9', case_name: 'Third' },
      },
      {
        ...same,
        changed: ['date_filed', 'case_name'],
        before: { date_filed: null, case_name: 'First' },
        after: { date_filed: '2020-01-02', case_name: 'Second' },
      },
    ])
    const { next, complete, since } = await readHistory(path(), staff)
    assert.deepEqual([next, complete], [null, true])
    assert.isBelow(Math.abs(Date.parse(since) - Date.now()), 600_000)
  })

  test('is incomplete while the triggers are missing, and a migration creates them again', async ({
    assert,
    cleanup,
  }) => {
    const complete = async () => (await readHistory(path(), staff)).complete as boolean
    await docket.change({ case_name: 'Second' })
    assert.isTrue(await complete())
    // As a command of a newer version does that lacks this plugin.
    await database.rawQuery('DROP TRIGGER carried_history_updated ON dockets')
    assert.isFalse(await complete())
    await setHistory(30)
    assert.isFalse(await complete())
    await database.from('record_versions').where('key', '').delete()
    assert.isTrue(await complete())

    const folder = mkdtempSync(join(tmpdir(), 'curia-migration-'))
    const { migrations } = database.getRawConnection('postgres')!.config
    const paths = migrations!.paths!
    cleanup(async () => {
      migrations!.paths = paths
      rmSync(folder, { recursive: true })
      await database.from(SCHEMA_TABLES.migrations).where('name', 'like', '%later_version').delete()
    })
    const base = import.meta.resolve('@adonisjs/lucid/schema')
    migrations!.paths = [...paths, relative(app.makePath(), folder)]
    let name = 'Second'
    for (const [sql, expected] of [
      ['SELECT no_such_function()', /no_such_function/],
      ['SELECT 1', /^$/],
    ] as const) {
      const file = join(folder, `${sql.length}_later_version.js`)
      writeFileSync(
        file,
        `import { BaseSchema } from '${base}'
         export default class extends BaseSchema { up() { this.schema.raw('${sql}') } }`
      )
      const failure = await migrate(app).then(
        () => '',
        (error: Error) => error.message
      )
      assert.match(failure, expected)
      rmSync(file)
      assert.isFalse(await complete())
      await docket.change({ case_name: sql })
      assert.deepEqual((await names())[0], [name, sql])
      name = sql
    }
  })

  test('stores nothing for new rows, quiet columns, and unchanged values', async ({ assert }) => {
    await docket.change({ view_count: 5, date_last_index: '2026-01-01', date_modified: new Date() })
    await docket.change({ case_name: 'First' })
    assert.deepEqual(await versions(), [])
  })

  test('returns the record as of a time, without later versions', async ({ assert }) => {
    await docket.change({ case_name: 'Second', docket_number: '2' })
    const second = await now()
    await docket.change({ case_name: 'Third' })
    await docket.change({ case_name: 'Fourth', date_filed: '2020-01-02' })
    const { record, at, results } = await readHistory(path(`?at=${second}`), staff)
    assert.deepInclude(record, { case_name: 'Second', docket_number: '2', date_filed: null })
    assert.equal(at, new Date(second).toISOString())
    assert.lengthOf(results, 1)
    const current = await readHistory(path(`?at=${await now()}`), staff)
    const { case_name: name, date_filed: filed } = current.record
    assert.deepEqual([name, filed], ['Fourth', '2020-01-02'])
    const shown = await request(`/dockets/${docket.id}/`, staff)
    for (const [field, value] of Object.entries(current.record))
      if (field !== 'date_modified') assert.deepEqual(value, shown.body[field], field)
  })

  test('returns null for a time before the record, and rejects one before all versions', async ({
    assert,
  }) => {
    const before = await now()
    const later = await makeDocket()
    const { record } = await readHistory(`/dockets/${later.id}/history/?at=${before}`, staff)
    assert.isNull(record)
    await later.remove()
    const { status, body } = await request(path('?at=2020-01-01'), staff)
    assert.equal(status, 400)
    assert.match(body.at[0], /^Versions are stored since \d{4}-/)
  })

  test('pages follow each other without gaps, with later values of the next page', async ({
    assert,
  }) => {
    for (let n = 1; n <= 7; n++) await docket.change({ case_name: `Name ${n}` })
    const all = await names()
    assert.lengthOf(all, 7)
    const paged: unknown[] = []
    let next: string | null = `${BASE}${path('?page_size=3')}`
    while (next) {
      const page = await readHistory(next.slice(BASE.length), staff)
      assert.isAtMost(page.results.length, 3)
      paged.push(
        ...page.results.map(({ before, after }: ShownVersion) => [
          before!.case_name,
          after!.case_name,
        ])
      )
      next = page.next
      await docket.change({ case_name: `Later ${paged.length}` })
    }
    assert.deepEqual(paged, all)
  })

  test('a deleted record has all its last values, for staff', async ({ assert }) => {
    const { entry } = await docket.addEntry('MOTION', [])
    await database.from('docket_entries').where('id', entry).update({ description: 'ORDER' })
    const before = await now()
    await database.from('docket_entries').where('id', entry).delete()
    const deleted = `/docket-entries/${entry}/history/`
    const [last, first] = await readVersions(deleted, staff)
    assert.equal(last!.change, 'deleted')
    assert.deepInclude(last!.before, { description: 'ORDER', entry_number: 1 })
    assert.isNull(last!.after)
    assert.deepEqual(
      [first!.before, first!.after],
      [{ description: 'MOTION' }, { description: 'ORDER' }]
    )
    const { record } = await readHistory(`${deleted}?at=${before}`, staff)
    assert.equal(record.description, 'ORDER')
    assert.isNull((await readHistory(`${deleted}?at=${await now()}`, staff)).record)
    settings.isPublic = true
    const open = await request(deleted, await makeAccount())
    settings.isPublic = false
    assert.equal(open.status, 404)
    assert.isNotNull(open.headers.get('curia-deleted'))
  })

  test('a record with the ID of a deleted one shows the versions of that only to staff', async ({
    assert,
    cleanup,
  }) => {
    cleanup(() => void (settings.isPublic = false))
    settings.isPublic = true
    const { entry } = await docket.addEntry('WITHDRAWN', [])
    const change = (description: string) =>
      database.from('docket_entries').where('id', entry).update({ description })
    await change('WITHDRAWN TOO')
    const before = await now()
    const row = await database.from('docket_entries').where('id', entry).firstOrFail()
    await database.from('docket_entries').where('id', entry).delete()
    const between = await now()
    await database
      .table('docket_entries')
      .insert({ ...row, description: 'NEW', date_created: new Date() })
    await change('NEWER')
    const versioned = `/docket-entries/${entry}/history/`
    const reader = await makeAccount()
    const queries = ['', '?page_size=1', `?at=${before}`, `?at=${between}`, `?at=${await now()}`]
    for (const query of queries) {
      const { status, body } = await request(versioned + query, reader)
      assert.equal(status, 200)
      assert.notInclude(JSON.stringify(body), 'WITHDRAWN', query)
      if (query.startsWith('?at=') && query !== queries.at(-1)) assert.isNull(body.record, query)
    }
    const shown = (await readVersions(versioned, reader)).map(({ before: old }) => old?.description)
    assert.deepEqual(shown, ['NEW'])
    assert.include(JSON.stringify(await readVersions(versioned, staff)), 'WITHDRAWN')
  })

  test('a sealed document shows no values', async ({ assert }) => {
    const { documents } = await docket.addEntry('MOTION')
    const [id] = documents as [number]
    const change = (values: object) =>
      database.from('archive_documents').where({ id }).update(values)
    await change({ plain_text: 'Secret', description: 'Secret' })
    await change({ plain_text: 'Other' })
    const document = `/archive-documents/${id}/history/`
    assert.equal((await readVersions(document, staff))[0]!.before!.plain_text, 'Secret')
    await change({ is_sealed: true })
    const { status, body } = await request(`${document}?at=${await now()}`, staff)
    assert.equal(status, 200)
    assert.notInclude(JSON.stringify(body), 'Secret')
    assert.isNull(body.record)
    assert.deepEqual(
      body.results.map(({ changed, before, after }: ShownVersion) => [changed, before, after]),
      Array.from({ length: 3 }, () => [[], null, null])
    )
    assert.notInclude(JSON.stringify((await request(document, staff)).body), 'Other')

    // The values are deleted, so they don't appear when the document is unsealed or deleted.
    await change({ plain_text: 'Third' })
    const values = async () =>
      (await storedRows(database, 'archive_documents'))
        .filter(({ key }) => key === String(id))
        .map(({ old }) => old)
    assert.deepEqual(await values(), [{}, {}, {}])
    await change({ is_sealed: null })
    assert.deepEqual((await values()).at(-1), { is_sealed: true })
    const unsealed = await request(document, staff)
    assert.notMatch(JSON.stringify(unsealed.body), /Secret|Other/)
    await change({ is_sealed: true })
    await database.from('archive_documents').where({ id }).delete()
    assert.deepEqual((await values()).at(-1), {})
    assert.notMatch(JSON.stringify(await values()), /Secret|Other|Third/)
  })

  test('a blocked record shows values only to staff', async ({ assert }) => {
    await docket.change({ case_name: 'Second', blocked: true })
    settings.isPublic = true
    const open = await readVersions(path(), await makeAccount())
    settings.isPublic = false
    assert.deepEqual([open[0]!.before, open[0]!.changed], [null, []])
    assert.equal((await versions())[0]!.before!.case_name, 'First')
  })

  test('long values are a length and a hash', async ({ assert }) => {
    const { documents } = await docket.addEntry('MOTION')
    const [id] = documents as [number]
    const text = 'é'.repeat(MAX_VALUE)
    const change = (values: object) =>
      database.from('archive_documents').where({ id }).update(values)
    await change({ plain_text: text })
    await change({ description: 'Short' })
    await change({ plain_text: 'Short' })
    const summary = { length: MAX_VALUE, sha256: createHash('sha256').update(text).digest('hex') }
    const found = await readVersions(`/archive-documents/${id}/history/`, staff)
    assert.deepEqual(
      found.map(({ before, after }) => [before, after]),
      [
        [{ plain_text: summary }, { plain_text: 'Short' }],
        [{ description: '' }, { description: 'Short' }],
        [{ plain_text: '' }, { plain_text: summary }],
      ]
    )
  })

  test('keys of text, and several rows of one statement', async ({ assert }) => {
    const courts = await database
      .from('courts')
      .whereIn('id', ['ca1', 'ca2'])
      .select('id', 'short_name')
    assert.lengthOf(courts, 2)
    await database.from('courts').whereIn('id', ['ca1', 'ca2']).update({ short_name: 'Changed' })
    for (const { id, short_name: name } of courts) {
      const [version] = await readVersions(`/courts/${id}/history/`, staff)
      assert.deepEqual(
        [version!.before, version!.after],
        [{ short_name: name }, { short_name: 'Changed' }]
      )
      await database.from('courts').where({ id }).update({ short_name: name })
    }
  })

  test('rejects invalid parameters, methods, and keys', async ({ assert }) => {
    for (const [query, status, name] of [
      ['?at=yesterday', 400, 'at'],
      ['?page_size=0', 400, 'page_size'],
      ['?page_size=101', 400, 'page_size'],
      ['?court=scotus', 400, 'unknown_params'],
      ['?cursor=x', 404, 'detail'],
      ['?cursor=WyJhIl0', 404, 'detail'],
    ] as const) {
      const answer = await request(path(query), staff)
      assert.equal(answer.status, status, query)
      assert.property(answer.body, name, query)
    }
    for (const key of ['999999999999', 'x', '1%00', '9'.repeat(30)])
      assert.equal((await request(`/dockets/${key}/history/`, staff)).status, 404, key)
    const ignored = await request(path('?order_by=id&fields=id'), staff)
    assert.equal(ignored.status, 200)
    assert.match(ignored.headers.get('warning')!, /order_by, fields/)
    const headers = { authorization: staff.authorization }
    const post = await fetch(BASE + path(), { method: 'POST', headers })
    assert.deepEqual([post.status, post.headers.get('allow')], [405, 'GET, HEAD, OPTIONS'])
    const options = await fetch(BASE + path(), { method: 'OPTIONS', headers })
    assert.property(((await options.json()) as any).parameters, 'at')
  })

  test('returns 501 without stored versions', async ({ assert, cleanup }) => {
    cleanup(() => setHistory(30))
    await docket.change({ case_name: 'Second' })
    await setHistory(0)
    assert.equal((await request(path(), staff)).status, 501)
    const { rows } = await database.rawQuery(
      `SELECT FROM pg_trigger WHERE starts_with(tgname::text, 'carried_history_')`
    )
    assert.lengthOf(rows, 0)
    assert.equal((await request(path())).status, 401)
  })
})
