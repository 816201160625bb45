/** Single records and filtered mirrors of a simulated public service. */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { Mirrors } from '../../sync/mirrors.js'
import { pullRecord, readTarget } from '../../sync/pull.js'
import { fillService } from '../simulator/sample.js'
import type { PublicService } from '../simulator/public_service.js'
import { endMirror, useMirror, type UsedMirror } from '../use_mirror.js'

const MINUTE = 60_000

test.group('records of another server', (group) => {
  let mirror: UsedMirror
  let service: PublicService
  let clock = 0

  const use = async (given: Parameters<typeof useMirror>[0]) => {
    mirror = await useMirror(given)
    ;({ service } = mirror)
    clock = Date.parse('2026-05-01T12:00:00Z')
    service.now = () => new Date(clock)
    fillService(service)
    clock += 60 * MINUTE
  }
  group.each.teardown(() => endMirror(mirror))

  const ids = async (table: string) =>
    (await mirror.query(`SELECT id FROM ${table} ORDER BY id`)).map(({ id }) =>
      table === 'courts' ? id : Number(id)
    )

  const pull = async (path: string) => {
    const upstream = mirror.upstream()
    const mirrors = await app.container.make(Mirrors)
    const api = await mirrors.apis.read(upstream, [])
    const { connection } = mirror.scratch
    const target = readTarget(service.url + path)
    const { storage } = mirror
    return Object.fromEntries(
      await pullRecord(target, { api, upstream, connection, storage, filesUrl: null })
    )
  }

  test('pulls a docket with its entries, documents, parties, and decisions', async ({ assert }) => {
    await use({})
    const counts = await pull('/docket/1/ash-v-1/?page=2')
    assert.deepEqual(counts, {
      'dockets': 1,
      'clusters': 1,
      'docket-entries': 15,
      'parties': 1,
      'attorneys': 1,
      'opinions': 1,
      'opinions-cited': 1,
    })
    assert.deepEqual(await ids('dockets'), [1])
    assert.deepEqual(await ids('courts'), ['nysd'])
    // The judge of the docket, the author and panel of the decision, and those who joined.
    assert.deepEqual(await ids('people'), [1, 2, 3])
    assert.deepEqual(await ids('opinions'), [51])
    assert.lengthOf(await ids('archive_documents'), 15)
    assert.lengthOf(await ids('party_types'), 1)
    assert.lengthOf(await ids('attorney_roles'), 1)
    // It cites a decision that isn't here.
    assert.lengthOf(await ids('opinions_cited'), 0)
    assert.deepEqual(
      (await mirror.differences()).filter((one) => !one.endsWith(': missing')),
      []
    )
    assert.isBelow(service.requests.length, 25)

    const read = () => mirror.query('SELECT id, xmin::text FROM docket_entries ORDER BY id')
    const before = await read()
    await pull('/api/rest/v4/dockets/1/')
    assert.deepEqual(await read(), before)
  }).timeout(60_000)

  test('pulls a decision and a person', async ({ assert }) => {
    await use({})
    await pull('/opinion/3/ash-v-3/')
    assert.deepEqual(await ids('opinion_clusters'), [3])
    assert.deepEqual(await ids('opinions'), [53])
    // The docket that it needs, without its entries.
    assert.deepEqual(await ids('dockets'), [3])
    assert.deepEqual(await ids('docket_entries'), [])
    await pull('/person/1/ann-oak/')
    assert.deepEqual(await ids('positions'), [1])
    assert.deepEqual(await ids('retention_events'), [4])
    await pull('/opinion/4/')
    assert.deepEqual(await ids('opinion_clusters'), [3, 4])
  }).timeout(60_000)

  test('pulls the record that another one was merged into', async ({ assert }) => {
    await use({})
    for (const [id, status, location] of [
      [5, 301, '/api/rest/v4/clusters/6/'],
      [6, 308, '/api/rest/v4/clusters/4/'],
    ] as const)
      service.remove('clusters', id, { status, location })
    await pull('/opinion/5/ash-v-5/')
    assert.deepEqual(await ids('opinion_clusters'), [4])
  }).timeout(60_000)

  test('refuses other URLs and missing records', async ({ assert }) => {
    await use({})
    service.remove('clusters', 5, { status: 301, location: '/api/rest/v4/clusters/6/' })
    service.remove('clusters', 6, { status: 410 })
    for (const path of ['/opinion/5/x/', '/opinion/6/'])
      await assert.rejects(() => pull(path), /clusters\/6\/ was sealed/)
    await assert.rejects(
      () => pull('/api/rest/v4/dockets/99999/'),
      /dockets\/99999\/ doesn't exist: it was deleted, or it never existed/
    )
    for (const [id, into] of [
      [7, 7],
      [8, 9],
      [9, 8],
    ]) {
      const location = `/api/rest/v4/clusters/${into}/`
      service.remove('clusters', id!, { status: 301, location })
    }
    for (const id of [7, 8])
      await assert.rejects(() => pull(`/opinion/${id}/`), /redirects too often/)
    assert.deepEqual(await ids('opinion_clusters'), [])
    await assert.rejects(() => pull('/api/rest/v4/tags/1/'), /"tags" can't be pulled/)
    for (const url of [
      'x',
      'ftp://a.example/docket/1/',
      'https://a.example/',
      'https://u:p@a.example/docket/1/',
    ])
      assert.throws(() => readTarget(url), /isn't the URL of a docket/)
    assert.deepEqual(readTarget('https://a.example/courtlistener/api/rest/v3/courts/a%2Fb/'), {
      server: 'https://a.example/courtlistener',
      path: 'courts',
      key: 'a/b',
    })
  }).timeout(60_000)

  test('a filtered mirror has the matching dockets and everything they need', async ({
    assert,
  }) => {
    await use({ root: 'dockets', filters: [['court', 'nysd']] })
    await mirror.run()
    const odd = Array.from({ length: 25 }, (_, at) => at * 2 + 1)
    assert.deepEqual(await ids('dockets'), odd)
    assert.deepEqual(await ids('courts'), ['nysd'])
    assert.deepEqual(await ids('people'), [1, 2, 3])
    assert.deepEqual(
      await ids('opinion_clusters'),
      odd.filter((id) => id <= 25)
    )
    assert.lengthOf(await ids('docket_entries'), 30)
    assert.lengthOf(await ids('archive_documents'), 30)
    const known = (await mirror.differences()).filter((one) => !one.endsWith(': missing'))
    assert.deepEqual(known, [])

    clock += 60 * MINUTE
    service.put('dockets', { id: 1, case_name: 'Changed' })
    service.put('dockets', { id: 2, case_name: 'Elsewhere' })
    service.put('courts', { id: 'nysd', full_name: 'Renamed' })
    service.put('courts', { id: 'new', full_name: 'New', jurisdiction: 'F', short_name: 'n' })
    service.put('dockets', {
      id: 101,
      court: service.link('courts', 'nysd'),
      court_id: 'nysd',
      case_name: 'New',
      source: 0,
    })
    service.put('bankruptcy-information', { id: 6, docket: service.link('dockets', 1) })
    service.put('dockets', {
      id: 1,
      bankruptcy_information: service.link('bankruptcy-information', 6),
    })
    await mirror.run()
    assert.deepEqual(await ids('dockets'), [...odd, 101])
    assert.deepEqual(await ids('courts'), ['nysd'])
    assert.deepEqual(await ids('bankruptcy_information'), [6])
    assert.deepEqual(await mirror.query(`SELECT full_name FROM courts`), [{ full_name: 'Renamed' }])
    assert.deepEqual(await mirror.query('SELECT case_name FROM dockets WHERE id = 1'), [
      { case_name: 'Changed' },
    ])
    assert.isFalse(service.requests.some((one) => one.startsWith('gifts/')))
  }).timeout(60_000)
})
