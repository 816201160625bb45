/** A mirror of a simulated public service: copies, changes, limits, and failures. */
import { test } from '@japa/runner'
import { CommandRefusal, Interrupted } from '#app/support/interrupted'
import { endMirror, useMirror, type UsedMirror } from '../use_mirror.js'
import type { Fault, PublicService } from '../simulator/public_service.js'
import { fillService } from '../simulator/sample.js'

const MINUTE = 60_000

test.group('mirror of the public service', (group) => {
  let mirror: UsedMirror
  let service: PublicService
  let clock = Date.parse('2026-05-01T12:00:00Z')

  group.each.setup(async () => {
    mirror = await useMirror()
    ;({ service } = mirror)
    clock = Date.parse('2026-05-01T12:00:00Z')
    service.now = () => new Date(clock)
    fillService(service)
    clock += 60 * MINUTE
    return () => endMirror(mirror)
  })

  test('copies all records, and reads only changes afterward', async ({ assert }) => {
    await mirror.run()
    assert.deepEqual(await mirror.differences(), [])
    const [{ count }] = await mirror.query('SELECT count(*)::int AS count FROM opinions')
    assert.equal(count, 25)
    assert.deepEqual(await mirror.query('SELECT * FROM mirror_pending'), [])

    clock += 60 * MINUTE
    service.put('dockets', { id: 3, case_name: 'Changed' })
    service.put('recap-documents', { id: 101, plain_text: 'Changed' })
    service.put('bankruptcy-information', { id: 5, chapter: '7' })
    service.put('people', { id: 9, name_first: 'New', name_last: 'Yew', gender: 'm' })
    service.put('opinions-cited', {
      id: 99,
      citing_opinion: service.link('opinions', 52),
      cited_opinion: service.link('opinions', 51),
      depth: 2,
    })
    const { requests } = service
    const before = requests.length
    await mirror.run()
    assert.deepEqual(await mirror.differences(), [])
    const some = requests.slice(before)
    assert.include(
      some,
      'dockets/?date_modified__gte=2026-05-01T12:45:00Z&order_by=id',
      some.join('\n')
    )
    assert.include(some, 'opinions-cited/?id__gt=24&order_by=id')
    assert.include(some, 'bankruptcy-information/?order_by=-date_modified')
    assert.isTrue(some.some((one) => one.startsWith('docket-entries/?recap_documents__date')))
    // Lists that didn't change cost one request.
    assert.isBelow(some.length, 50)
  }).timeout(60_000)

  test('storing the same records again changes nothing', async ({ assert }) => {
    await mirror.run()
    const read = () =>
      mirror.query(`SELECT 'd' AS t, id, xmin::text FROM dockets UNION ALL SELECT 'o', id, xmin::text FROM opinions
        UNION ALL SELECT 'e', id, xmin::text FROM docket_entries UNION ALL SELECT 'p', id, xmin::text FROM parties
        UNION ALL SELECT 'c', id, xmin::text FROM citations ORDER BY 1, 2`)
    const before = await read()
    await mirror.query('DELETE FROM mirror_copies')
    await mirror.run()
    assert.deepEqual(await read(), before)
  }).timeout(60_000)

  test('continues an interrupted copy after any request', async ({ assert }) => {
    for (const requests of [1, 4, 9, 5, 7]) {
      const error = await mirror.run({ requests }).then(
        () => undefined,
        (thrown: Error) => thrown
      )
      assert.instanceOf(error, Interrupted)
    }
    const copied = mirror.reports.filter((one) => one.startsWith('copied'))
    await mirror.run()
    assert.deepEqual(await mirror.differences(), [])
    assert.deepEqual(
      mirror.reports.filter((one, at, all) => one.startsWith('copied') && all.indexOf(one) !== at),
      []
    )
    assert.isAbove(copied.length, 0)
  }).timeout(60_000)

  test('rows that change between pages aren’t lost', async ({ assert }) => {
    let changes = 0
    service.onList = (path, query) => {
      if (path !== 'dockets' || !query.get('cursor') || changes > 4) return
      changes++
      clock += MINUTE
      service.put('dockets', { id: changes, case_name: `Moved ${changes}` })
      service.put('dockets', {
        id: 1_000 + changes,
        court: service.link('courts', 'ca2'),
        court_id: 'ca2',
        case_name: 'New',
        source: 0,
      })
    }
    await mirror.run()
    assert.isAbove(changes, 1)
    assert.deepEqual(await mirror.differences(), [])
    changes = 0
    clock += 60 * MINUTE
    for (let id = 1; id <= 45; id++) service.put('dockets', { id, case_name: `Again ${id}` })
    await mirror.run()
    assert.isAbove(changes, 1)
    service.onList = () => {}
    await mirror.run()
    assert.deepEqual(await mirror.differences(), [])
  }).timeout(60_000)

  test('equal and missing dates', async ({ assert }) => {
    await mirror.run()
    clock += 60 * MINUTE
    // More rows than an offset of a cursor can skip.
    for (let id = 1; id <= 60; id++)
      service.put('originating-court-information', { id, docket_number: `equal ${id}` })
    for (let id = 2_000; id < 2_003; id++)
      service.put('dockets', {
        id,
        court: service.link('courts', 'nysd'),
        court_id: 'nysd',
        case_name: 'Without a date',
        source: 0,
        date_modified: null,
      })
    await mirror.run()
    const missing = await mirror.differences()
    assert.lengthOf(missing, 3)
    assert.match(missing[0]!, /dockets 2000: missing/)
    // IDs are read once per day.
    await mirror.query(`UPDATE mirror_copies SET date_keys_read = now() - interval '2 days'`)
    await mirror.run()
    const found = await mirror.differences()
    assert.isTrue(
      found.every((one) => /dockets 200\d date_modified: null/.test(one)),
      found.join()
    )
  }).timeout(60_000)

  test('survives limits, failures, cut connections, and lost positions', async ({ assert }) => {
    const soon = () => new Date(Date.now() + 600).toISOString()
    const faults: (() => Fault)[] = [
      () => ({ status: 429, headers: { 'retry-after': '1' } }),
      () => ({
        status: 429,
        body: '{"detail":"Request was throttled. Rate limit exceeded: 5/min. Expected available in 1 second."}',
      }),
      () => ({ status: 429, body: `{"error_message":"Too many","wait_until":"${soon()}"}` }),
      () => ({ status: 429, body: 'slow down' }),
      () => ({ status: 502 }),
      () => 'cut',
      () => ({ status: 500, body: '' }),
    ]
    let cursors = 0
    service.fault = (path, count) => {
      if (path === 'api-usage/') return undefined
      if (count % 11 === 0) return faults.shift()?.()
      return undefined
    }
    service.onList = (path, query) => {
      if (path === 'docket-entries' && query.get('cursor') && cursors++ < 1)
        query.set('cursor', 'bz0yMA==')
    }
    await mirror.run()
    assert.lengthOf(faults, 0)
    assert.isAbove(cursors, 1)
    assert.deepEqual(await mirror.differences(), [])
    assert.isTrue(service.requests.some((one) => one.startsWith('docket-entries/?id__gt=20')))
  }).timeout(120_000)

  test('reads the limits of the account, and refuses a blocked one', async ({ assert }) => {
    service.usage = [
      { scope: 'user', remaining: 0, reset_at: new Date(Date.now() + 1_500).toISOString() },
      { scope: 'citations', remaining: 0, reset_at: new Date(Date.now() + 9e6).toISOString() },
    ]
    const start = Date.now()
    await mirror.upstream().awaitFreeRequest()
    await mirror.upstream().list('courts', '')
    service.usage = [{ scope: 'user', remaining: 0, reset_at: null, blocked: true }]
    await assert.rejects(() => mirror.run(), /has blocked the account/)
    await mirror.run().catch((error: unknown) => assert.instanceOf(error, CommandRefusal))
    assert.isAbove(Date.now(), start)
    assert.equal(service.requests[0], 'api-usage/')
  }).timeout(60_000)

  test('rejects records with IDs of this server', async ({ assert }) => {
    service.put('people', { id: 1_900_000_001, name_first: 'Local', name_last: 'Fir' })
    await assert.rejects(() => mirror.run(), /ID 1900000001 in "people".*start at 1900000000/)
  }).timeout(60_000)
})
