/** `mirror:compare`: records that an upstream without a feed has deleted, and missed ones. */
import { test } from '@japa/runner'
import pg from 'pg'
import { ADVISORY_LOCK_NAMES } from '#app/support/advisory_locks'
import { Interrupted } from '#app/support/interrupted'
import type { ComparedList } from '../../sync/key_comparison.js'
import { MIRROR_COLUMNS } from '../../sync/states.js'
import { endMirror, useMirror, type UsedMirror } from '../use_mirror.js'
import type { PublicService } from '../simulator/public_service.js'
import { fillService } from '../simulator/sample.js'

const LIMIT = 60_000
/** Dockets without other records, enough for several pages. */
const DOCKETS = { first: 5_001, last: 5_065 }

const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, at) => first + at)

function found(lists: readonly ComparedList[], path: string) {
  const { stored, vanished } = lists.find(({ resource }) => resource === path)!
  return { stored, vanished }
}

interface Deletion {
  name: string
  ids: number[]
  gone?: { status: number; location?: string }
  isLast?: boolean
}

const DELETIONS: Deletion[] = [
  { name: 'the first one', ids: [DOCKETS.first] },
  { name: 'the last one', ids: [DOCKETS.last] },
  { name: 'the last one of a page', ids: [5_020] },
  { name: 'the first one of a page', ids: [5_021] },
  { name: 'a whole page', ids: range(5_021, 5_040) },
  { name: 'several pages', ids: range(5_002, 5_063) },
  { name: 'every second one', ids: range(5_001, 5_065).filter((id) => id % 2) },
  { name: 'a merged one', ids: [5_010], gone: { status: 301, location: '/dockets/5011/' } },
  { name: 'a sealed one', ids: [5_011], gone: { status: 410 } },
  { name: 'one with entries and documents', ids: [1], isLast: true },
]

test.group('comparison of IDs', (group) => {
  let mirror: UsedMirror
  let service: PublicService

  group.each.setup(async () => {
    mirror = await useMirror()
    ;({ service } = mirror)
    fillDockets(service)
    return () => endMirror(mirror)
  })

  test('an equal archive stays unchanged', async ({ assert }) => {
    await mirror.run()
    const before = service.requests.length
    const lists = await mirror.compare({ deletes: true })
    assert.isAbove(lists.length, 10)
    for (const { resource, stored, vanished } of lists)
      assert.deepEqual([stored, vanished], [0, 0], resource)
    const dockets = lists.find(({ resource }) => resource === 'dockets')!
    assert.equal(dockets.compared, service.records('dockets').length)
    // A request for each page of IDs.
    assert.isBelow(service.requests.length - before, 80)
    assert.deepEqual(await mirror.differences(), [])
  }).timeout(LIMIT)

  test('stores records that were missed', async ({ assert }) => {
    await mirror.run()
    await mirror.query(
      `DELETE FROM dockets WHERE id IN (${DOCKETS.first}, 5030, 5031, ${DOCKETS.last});
       DELETE FROM opinions_cited WHERE id = (SELECT min(id) FROM opinions_cited)`
    )
    assert.isNotEmpty(await mirror.differences())
    const lists = await mirror.compare()
    assert.deepEqual(found(lists, 'dockets'), { stored: 4, vanished: 0 })
    assert.deepEqual(found(lists, 'opinions-cited'), { stored: 1, vanished: 0 })
    assert.deepEqual(await mirror.differences(), [])
  }).timeout(LIMIT)

  test('records of this server and records that exist upstream stay', async ({ assert }) => {
    await mirror.run()
    await mirror.query(
      `INSERT INTO dockets (id, court_id, case_name, source) VALUES (1900000000, 'nysd', 'Local', 0)`
    )
    // The list omits it, but the record exists.
    service.onList = (path) => {
      if (path === 'dockets') service.remove('dockets', 5_007)
    }
    const { fault } = service
    service.fault = (path, count) => {
      if (path === 'dockets/5007/') putDocket(service, 5_007)
      return fault(path, count)
    }
    assert.deepEqual(found(await mirror.compare({ deletes: true }), 'dockets'), {
      stored: 0,
      vanished: 0,
    })
    const rows = await mirror.query('SELECT id::int FROM dockets WHERE id IN (5007, 1900000000)')
    assert.lengthOf(rows, 2)
  }).timeout(LIMIT)

  test('continues an interrupted comparison', async ({ assert }) => {
    await mirror.run()
    for (const id of [5_003, 5_033, 5_063]) service.remove('dockets', id)
    let interrupted = 0
    const before = service.requests.length
    for (;;) {
      const lists = await mirror.compare({ deletes: true, requests: 7 }).catch((error: Error) => {
        assert.instanceOf(error, Interrupted)
      })
      if (lists) break
      assert.isBelow(++interrupted, 40)
    }
    const compared = service.requests.length - before
    assert.isAbove(interrupted, 3)
    assert.deepEqual(await mirror.query('SELECT * FROM dockets WHERE id IN (5003, 5033, 5063)'), [])
    const whole = service.requests.length
    await mirror.compare({ deletes: true })
    // At most two requests were repeated after each interruption.
    assert.isAtMost(compared, service.requests.length - whole + 3 + 2 * interrupted)
  }).timeout(LIMIT)

  test('runs of a mirror compare after the given days', async ({ assert }) => {
    const compareDays = 30
    const shown = async () => {
      const [{ vanished }] = await mirror.query(`SELECT ${MIRROR_COLUMNS} FROM mirrors m`)
      return Number(vanished)
    }
    const compareAfter = (date: string) =>
      mirror.query(`UPDATE mirrors SET date_compared = ${date}`)
    await mirror.run()
    for (const id of [5_003, 5_033, 5_063]) service.remove('dockets', id)

    for (const [date, days] of [
      ['now()', compareDays],
      [`now() - interval '29 days 23 hours'`, compareDays],
      [`now() - interval '300 days'`, 0],
      ['NULL', 0],
    ] as const) {
      await compareAfter(date)
      await mirror.run({ compareDays: days })
      assert.equal(await shown(), 0, date)
    }

    await compareAfter(`now() - interval '30 days 1 minute'`)
    const reported = mirror.reports.length
    await mirror.run({ compareDays })
    assert.equal(await shown(), 3)
    const lines = mirror.reports.slice(reported).filter((one) => !one.includes("can't be compared"))
    assert.deepEqual(lines, [
      `comparing the IDs of ${service.url}`,
      ...[5_003, 5_033, 5_063].map((id) => `dockets ${id} no longer exists upstream`),
      `compared the IDs of ${service.url}: 0 missing records stored, 3 records no longer upstream`,
    ])
    assert.lengthOf(await mirror.query('SELECT FROM dockets WHERE id IN (5003, 5033, 5063)'), 3)

    // The next one is due a month later, or after changes were missed.
    const before = mirror.reports.length
    await mirror.run({ compareDays })
    assert.lengthOf(mirror.reports, before)
    await compareAfter('NULL')
    await mirror.run({ compareDays })
    assert.isAbove(mirror.reports.length, before)
    assert.equal(await shown(), 3)

    await mirror.compare({ deletes: true })
    assert.equal(await shown(), 0)
    assert.deepEqual(await mirror.differences(), [])
  }).timeout(LIMIT)

  test('counts vanished records of an interrupted comparison once', async ({ assert }) => {
    await mirror.run()
    for (const id of [5_003, 5_033, 5_063]) service.remove('dockets', id)
    while (!(await mirror.compare({ requests: 9 }).catch(() => undefined)));
    const [{ vanished }] = await mirror.query(`SELECT ${MIRROR_COLUMNS} FROM mirrors m`)
    assert.equal(Number(vanished), 3)
  }).timeout(LIMIT)

  test('two comparisons don’t run at once', async ({ assert, cleanup }) => {
    await mirror.run()
    const other = new pg.Client(mirror.scratch.connection)
    await other.connect()
    cleanup(() => other.end())
    await other.query(
      `SELECT pg_advisory_lock(hashtextextended('${ADVISORY_LOCK_NAMES.comparedMirror}' || id, 0)) FROM mirrors`
    )
    await mirror.query('UPDATE mirrors SET date_compared = NULL')
    await assert.rejects(() => mirror.compare(), 'another connection is comparing the IDs')
    await mirror.run({ compareDays: 30 })
    await other.query('SELECT pg_advisory_unlock_all()')
    assert.isNotEmpty(await mirror.compare())
  }).timeout(LIMIT)
})

test.group('comparison of IDs, deleted records', () => {
  test('finds deleted dockets, and stores dockets that are there again', async ({
    assert,
    cleanup,
  }) => {
    const mirror = await useMirror({ resources: ['dockets', 'docket-entries'] })
    cleanup(() => endMirror(mirror))
    const { service } = mirror
    fillDockets(service)
    await mirror.run()
    for (const { name, ids, gone, isLast } of DELETIONS) {
      const reported = mirror.reports.length
      for (const id of ids) service.remove('dockets', id, gone)
      const vanished = { stored: 0, vanished: ids.length }
      assert.deepEqual(found(await mirror.compare(), 'dockets'), vanished, name)
      assert.deepEqual(
        mirror.reports.slice(reported).filter((one) => one.endsWith('no longer exists upstream')),
        ids.slice(0, 20).map((id) => `dockets ${id} no longer exists upstream`)
      )
      const here = `SELECT count(*)::int AS n FROM dockets WHERE id = ANY ('{${ids.join()}}')`
      assert.deepEqual(await mirror.query(here), [{ n: ids.length }], name)
      assert.deepEqual(found(await mirror.compare({ deletes: true }), 'dockets'), vanished, name)
      assert.deepEqual(await mirror.query(here), [{ n: 0 }], name)
      const [{ n }] = await mirror.query('SELECT count(*)::int AS n FROM dockets')
      assert.equal(n, service.records('dockets').length, name)
      if (isLast) return
      for (const id of ids) putDocket(service, id)
      const stored = { stored: ids.length, vanished: 0 }
      assert.deepEqual(found(await mirror.compare({ deletes: true }), 'dockets'), stored, name)
      assert.deepEqual(await mirror.differences(), [], name)
    }
  }).timeout(4 * LIMIT)
})

test.group('comparison of IDs, filtered mirror', (group) => {
  let mirror: UsedMirror

  group.each.setup(async () => {
    mirror = await useMirror({ root: 'dockets', filters: [['court', 'nysd']] })
    fillService(mirror.service)
    return () => endMirror(mirror)
  })

  test('leaves records alone that don’t match the filter', async ({ assert }) => {
    const { service } = mirror
    for (const id of [6_001, 6_002]) putDocket(service, id)
    await mirror.run()
    await mirror.query(
      `INSERT INTO courts SELECT (json_populate_record(c, '{"id": "other"}')).* FROM courts c LIMIT 1;
       INSERT INTO dockets (id, court_id, case_name, source) VALUES (7001, 'other', 'From elsewhere', 0)`
    )
    service.remove('dockets', 6_001)
    const lists = await mirror.compare({ deletes: true })
    assert.equal(lists.find(({ resource }) => resource === 'dockets')!.vanished, 1)
    const kept = await mirror.query(
      'SELECT id::int FROM dockets WHERE id IN (6001, 6002, 7001) ORDER BY 1'
    )
    assert.deepEqual(kept, [{ id: 6002 }, { id: 7001 }])
  }).timeout(LIMIT)
})

function fillDockets(service: PublicService): void {
  fillService(service)
  for (const id of range(DOCKETS.first, DOCKETS.last)) putDocket(service, id)
}

function putDocket(service: PublicService, id: number): void {
  service.put('dockets', {
    id,
    court: service.link('courts', 'nysd'),
    court_id: 'nysd',
    case_name: `Docket ${id}`,
    source: 0,
  })
}
