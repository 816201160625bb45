/** The change feed over HTTP: kinds of changes, cursors, parameters, waiting, and streams. */
import { setTimeout as sleep } from 'node:timers/promises'
import app from '@adonisjs/core/services/app'
import type { Database } from '@adonisjs/lucid/database'
import { test } from '@japa/runner'
import { OPERATOR, StaffActions } from '#app/accounts/staff_actions'
import { ChangeLog } from '#app/events/change_log'
import { RecordChanges } from '#api/record_changes'
import { ResourceRegistry } from '#api/registry'
import { makeAccount, withLimits, type TestAccount } from '#tests/helpers/accounts'
import { makeDocket, type OwnDocket } from '#tests/helpers/own_docket'
import { searchReady } from '#tests/helpers/search_indexes'
import { noteSecrets } from '#tests/helpers/secrets'
import { signedIn } from '#tests/helpers/visitor'
import { parseEvents, FeedClient, short, type Page } from '../feed_client.js'

let database: Database
let feed: FeedClient

async function useFeed(): Promise<void> {
  database = await app.container.make('lucid.db')
  feed = FeedClient.ofTestServer((await makeAccount()).authorization)
}

test.group('change feed', (group) => {
  let docket: OwnDocket
  let cursor: string

  group.setup(useFeed)
  group.each.setup(async () => {
    docket = await makeDocket()
    cursor = await feed.now()
    return () => docket.remove()
  })

  const told = async (resource: string) => (await feed.since(cursor, { resource })).map(short)

  test('lists created, updated, and deleted records in order', async ({ assert }) => {
    const { entry, documents } = await docket.addEntry('MOTION', [{}, {}])
    await docket.change({ case_name: 'Other' })
    await database.from('archive_documents').where('id', documents[1]!).delete()
    const changes = await feed.since(cursor, {
      resource: 'dockets,docket-entries,archive-documents',
    })
    assert.deepEqual(changes.map(short), [
      `created docket-entries ${entry}`,
      `created archive-documents ${documents[0]}`,
      `created archive-documents ${documents[1]}`,
      `updated dockets ${docket.id}`,
      `deleted archive-documents ${documents[1]}`,
    ])
    const [{ resource_uri: url, date }] = changes as [(typeof changes)[0]]
    assert.equal(url, `${feed.base}/api/rest/v4/docket-entries/${entry}/`)
    assert.isBelow(Math.abs(Date.parse(date) - Date.now()), 600_000)
  })

  test('lists rows of a record as an update of the record, once per transaction', async ({
    assert,
  }) => {
    const [person] = await database
      .table('people')
      .insert({ name_last: 'Ash', slug: 'ash' })
      .returning('id')
    const [party] = await database
      .table('parties')
      .insert({ name: 'Ash', extra_info: '' })
      .returning('id')
    const [attorney] = await database.table('attorneys').insert({ name: 'Elm' }).returning('id')
    cursor = await feed.now()
    let type = 0
    await database.transaction(async (trx) => {
      const [row] = await trx
        .table('party_types')
        .insert({ docket_id: docket.id, party_id: party.id, name: 'Plaintiff' })
        .returning('id')
      type = Number(row.id)
      await trx.from('party_types').where('id', type).update({ extra_info: 'x' })
    })
    await database
      .table('criminal_counts')
      .insert({ party_type_id: type, name: 'Count', status: 1 })
    await database
      .table('attorney_roles')
      .insert({ docket_id: docket.id, party_id: party.id, attorney_id: attorney.id, role: 1 })
    await database.from('party_types').where('id', type).delete()
    assert.deepEqual(await told('parties'), [
      `updated parties ${party.id}`,
      `updated parties ${party.id}`,
      `updated parties ${party.id}`,
      `updated parties ${party.id}`,
    ])
    assert.deepEqual(await told('attorneys'), [`updated attorneys ${attorney.id}`])
    const [position] = await database
      .table('positions')
      .insert({ person_id: person.id, job_title: 'Judge' })
      .returning('id')
    await database.from('positions').where('id', position.id).delete()
    assert.deepEqual(await told('positions'), [
      `created positions ${position.id}`,
      `deleted positions ${position.id}`,
    ])
    await database.from('attorney_roles').where('attorney_id', attorney.id).delete()
    await database.from('attorneys').where('id', attorney.id).delete()
    await database.from('parties').where('id', party.id).delete()
    await database.from('people').where('id', person.id).delete()
  })

  test('lists seals in addition to the update', async ({ assert }) => {
    const { documents } = await docket.addEntry('SEALED')
    const [id] = documents as [number]
    cursor = await feed.now()
    const change = (values: object) =>
      database.from('archive_documents').where({ id }).update(values)
    await change({ is_sealed: true })
    await change({ description: 'still sealed' })
    await change({ is_sealed: false })
    assert.sameMembers(await told('archive-documents'), [
      `updated archive-documents ${id}`,
      `sealed archive-documents ${id}`,
      `updated archive-documents ${id}`,
      `updated archive-documents ${id}`,
      `unsealed archive-documents ${id}`,
    ])
  })

  test('lists merged records instead of deleted ones, and redirects their URLs', async ({
    assert,
    client,
  }) => {
    const one = await docket.addEntry('MOTION')
    const other = await docket.addEntry('MOTION')
    const last = await docket.addEntry('MOTION')
    cursor = await feed.now()
    const merge = (from: number, into: number) =>
      database.transaction(async (trx) => {
        await trx.table('docket_entry_redirections').insert({ id: from, kept_id: into })
        await trx.from('docket_entry_redirections').where('kept_id', from).update({ kept_id: into })
        await trx.from('docket_entries').where('id', from).delete()
      })
    await merge(one.entry, other.entry)
    await merge(other.entry, last.entry)
    const found = await told('docket-entries')
    assert.equal(found.at(-1), `merged docket-entries ${one.entry} into ${last.entry}`)
    assert.include(found, `merged docket-entries ${other.entry} into ${last.entry}`)
    assert.isFalse(found.some((text) => text.startsWith('deleted')))
    for (const id of [one.entry, other.entry]) {
      const answer = await client.get(`/api/rest/v4/docket-entries/${id}/?fields=id`).redirects(0)
      assert.equal(answer.status(), 308)
      assert.equal(
        answer.header('location'),
        `${feed.base}/api/rest/v4/docket-entries/${last.entry}/`
      )
    }
  })

  test('lists merged and sealed clusters', async ({ assert, client }) => {
    const make = async () => {
      const [row] = await database
        .table('opinion_clusters')
        .insert({ docket_id: docket.id, date_filed: '2026-01-02', case_name: 'Ash' })
        .returning('id')
      return Number(row.id)
    }
    const [kept, merged, sealed] = [await make(), await make(), await make()]
    cursor = await feed.now()
    for (const [id, into] of [
      [merged, kept],
      [sealed, null],
    ] as const)
      await database.transaction(async (trx) => {
        await trx.from('opinion_clusters').where({ id }).delete()
        await trx
          .table('cluster_redirections')
          .insert({ deleted_cluster_id: id, cluster_id: into, reason: 1 })
      })
    assert.sameMembers(await told('clusters'), [
      `merged clusters ${merged} into ${kept}`,
      `updated clusters ${kept}`,
      `sealed clusters ${sealed}`,
    ])
    const status = async (id: number) =>
      (await client.get(`/api/rest/v4/clusters/${id}/`).redirects(0)).status()
    assert.deepEqual([await status(merged), await status(sealed)], [301, 410])
    await database
      .from('cluster_redirections')
      .whereIn('deleted_cluster_id', [merged, sealed])
      .delete()
  })

  test('includes the current record on request', async ({ assert }) => {
    const { entry, documents } = await docket.addEntry('MOTION', [{}, {}])
    await database.from('archive_documents').where('id', documents[1]!).delete()
    const changes = await feed.since(cursor, {
      resource: 'docket-entries,archive-documents',
      include: 'record',
    })
    const [first] = changes
    assert.equal(first!.record!.id, entry)
    assert.equal(first!.record!.description, 'MOTION')
    const plain = await fetch(first!.resource_uri, { headers: feed.headers })
    assert.deepEqual(first!.record, await plain.json())
    assert.deepEqual(
      changes.filter(({ id }) => id === documents[1]).map(({ record }) => record),
      [null, null]
    )
  })

  test('adds the mark of sample records on request', async ({ assert }) => {
    await docket.addEntry('MOTION', [{}])
    const read = async (include: string) =>
      (await feed.since(cursor, { resource: 'docket-entries', include }))[0]!.record!
    assert.notProperty(await read('record'), 'sample_kind')
    const marked = await read('sample_kind,record')
    assert.isNull(marked.sample_kind)
    assert.notProperty(marked, 'sample')
    assert.isFalse((await read('record,sample')).sample)
  })

  test('each cursor continues after its change', async ({ assert }) => {
    const { entry } = await docket.addEntry(
      'ENTRY',
      Array.from({ length: 3 }, () => ({}))
    )
    await database.rawQuery(
      `INSERT INTO archive_documents (docket_entry_id, document_type, document_number, registry_doc_id)
       SELECT ?, 1, 100 + n, 'cursor ' || n FROM generate_series(1, 40) AS n`,
      [entry]
    )
    await database.rawQuery(
      `DELETE FROM archive_documents WHERE docket_entry_id = ? AND document_number::int % 3 = 0`,
      [entry]
    )
    await docket.change({ case_name: 'End' })
    const query = { resource: 'dockets,docket-entries,archive-documents' }
    const all = await feed.since(cursor, query)
    assert.isAbove(all.length, 55)
    for (const limit of [1, 7, 1000]) {
      const paged = await feed.since(cursor, { ...query, limit })
      assert.deepEqual(paged.map(short), all.map(short), `limit ${limit}`)
    }
    for (const [at, { cursor: after }] of all.entries())
      assert.deepEqual(
        (await feed.since(after, query)).map(short),
        all.slice(at + 1).map(short),
        `after change ${at}`
      )
  })

  test('a cursor applies to any choice of resources', async ({ assert }) => {
    const { entry } = await docket.addEntry('MOTION')
    await docket.change({ case_name: 'Other' })
    const [first] = await feed.since(cursor)
    assert.equal(short(first!), `created docket-entries ${entry}`)
    const after = first!.cursor
    assert.deepEqual((await feed.since(after, { resource: 'dockets' })).map(short), [
      `updated dockets ${docket.id}`,
    ])
    assert.isEmpty(await feed.since(after, { resource: 'docket-entries' }))
  })

  test('follows "next" to the end', async ({ assert }) => {
    for (let count = 0; count < 5; count++) await docket.change({ case_name: `Name ${count}` })
    let page = await feed.page({ since: cursor, resource: 'dockets', limit: 2, include: 'record' })
    const found = [...page.results]
    while (page.more) {
      page = (await (await fetch(page.next, { headers: feed.headers })).json()) as Page
      assert.isAtMost(page.results.length, 2)
      found.push(...page.results)
    }
    assert.lengthOf(found, 5)
    assert.isTrue(found.every(({ record }) => record?.id === docket.id))
  })

  test('leaves out records that the API does not show', async ({ assert }) => {
    await database.table('courts').insert({
      id: 'feedtest',
      jurisdiction: 'T',
      full_name: 'Test',
      short_name: 'Test',
      position: 900_000,
    })
    await database.from('courts').where('id', 'feedtest').update({ full_name: 'Other' })
    assert.deepEqual(await told('courts'), ['deleted courts feedtest'])
    await database.from('courts').where('id', 'feedtest').update({ jurisdiction: 'F' })
    cursor = await feed.now()
    await database.from('courts').where('id', 'feedtest').update({ full_name: 'Third' })
    assert.deepEqual(await told('courts'), ['updated courts feedtest'])
    await database.from('courts').where('id', 'feedtest').delete()
  })

  test('uses the names of the requested root', async ({ assert }) => {
    const { documents } = await docket.addEntry('MOTION')
    const url = `${feed.base}/courtlistener/api/rest/v4/changes/?since=${cursor}&resource=recap-documents&include=record`
    const { results } = (await (await fetch(url, { headers: feed.headers })).json()) as Page
    assert.deepEqual(results.map(short), [`created recap-documents ${documents[0]}`])
    assert.property(results[0].record, 'pacer_doc_id')
    assert.equal(
      results[0].resource_uri,
      `${feed.base}/courtlistener/api/rest/v4/recap-documents/${documents[0]}/`
    )
  })

  test('gives the deletion date of a record in a header of its 404 response', async ({
    assert,
    client,
  }) => {
    const { entry, documents } = await docket.addEntry('MOTION')
    await database.from('archive_documents').where('id', documents[0]!).delete()
    const answer = await client.get(`/api/rest/v4/archive-documents/${documents[0]}/`)
    answer.assertStatus(404)
    answer.assertBody({ detail: 'No ArchiveDocument matches the given query.' })
    const deleted = answer.header('curia-deleted')!
    assert.match(deleted, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/)
    assert.isBelow(Math.abs(Date.parse(deleted) - Date.now()), 600_000)
    for (const path of ['archive-documents/999999999', 'courts/nosuch', `docket-entries/${entry}1`])
      assert.isUndefined((await client.get(`/api/rest/v4/${path}/`)).header('curia-deleted'), path)
  })

  for (const [name, query, message] of [
    ['a text that is no cursor', { since: 'abc' }, /cursor/],
    ['an empty-looking cursor', { since: '!!!' }, /cursor/],
    ['a number as cursor', { since: 17 }, /cursor/],
    ['a cut cursor', { since: Buffer.from('1/5:6').toString('base64url') }, /cursor/],
    ['a forged snapshot', { since: Buffer.from('1/9:5:').toString('base64url') }, /cursor/],
    [
      'a forged number',
      { since: Buffer.from(`1/5:6:/5:6:/${'9'.repeat(30)}`).toString('base64url') },
      /cursor/,
    ],
    ['an unknown resource', { resource: 'docket' }, /Did you mean "dockets"/],
    ['a resource of lookups', { resource: 'archive-query' }, /no resource/],
    ['a resource with secrets', { resource: 'webhooks' }, /no resource/],
    ['a long wait', { wait: 61 }, /from 0 to 60/],
    ['a negative wait', { wait: -1 }, /from 0 to 60/],
    ['a wait that is no number', { wait: '1e1' }, /from 0 to 60/],
    ['a large limit', { limit: 1001 }, /from 1 to 1000/],
    ['a limit of zero', { limit: 0 }, /from 1 to 1000/],
    ['an unknown parameter', { resources: 'dockets' }, /"did_you_mean":\{"resources":"resource"\}/],
    ['a filter', { court: 'scotus' }, /unknown_params/],
    ['an unknown include', { include: 'text' }, /record/],
  ] as const)
    test(`rejects ${name}`, async ({ assert }) => {
      const { status, body } = await feed.get(query as Record<string, string>)
      assert.equal(status, 400)
      assert.match(JSON.stringify(body).replaceAll('\\"', '"'), message)
    })

  test('a cursor that is too old or from another database returns 410 with advice', async ({
    assert,
  }) => {
    const foreign = Buffer.from('1/5:6:').toString('base64url')
    const { status, body } = await feed.get({ since: foreign })
    assert.equal(status, 410)
    assert.match(body.detail, /no longer available.*without "since".*continue/)
    const log = await app.container.make(ChangeLog)
    await docket.change({ case_name: 'Pruned' })
    const { rows } = await database.rawQuery('SELECT deleted_below FROM change_log_state')
    await database.rawQuery(
      'UPDATE change_log_state SET deleted_below = pg_snapshot_xmax(pg_current_snapshot())'
    )
    assert.equal((await feed.get({ since: cursor })).status, 410)
    const stream = await feed.stream({ since: cursor }, { until: () => true })
    assert.equal(stream.status, 410)
    assert.equal((await feed.get({ since: 'oldest' })).status, 200)
    await database.rawQuery('UPDATE change_log_state SET deleted_below = ?', [
      rows[0].deleted_below,
    ])
    assert.equal((await feed.get({ since: cursor })).status, 200)
    // Kept although all consumers have read them.
    await log.savePosition('changes.test', await log.now())
    const others = await database.from('change_cursors').whereNot('name', 'changes.test')
    await database.from('change_cursors').whereNot('name', 'changes.test').delete()
    await log.prune(30, 7)
    assert.equal((await feed.get({ since: cursor })).status, 200)
    assert.isNotEmpty(await feed.since(cursor, { resource: 'dockets' }))
    await database.table('change_cursors').multiInsert(others)
    await log.forget('changes.test')
  })

  test('a long poll ends with the first change of its resources, and with the wait', async ({
    assert,
  }) => {
    const query = { since: cursor, resource: 'docket-entries', wait: 60 }
    const polled = feed.page(query)
    await docket.change({ case_name: 'Not an entry' })
    await sleep(200)
    const { entry } = await docket.addEntry('MOTION')
    const { results, cursor: after } = await polled
    assert.deepEqual(results.map(short), [`created docket-entries ${entry}`])
    const { results: none, more } = await feed.page({ ...query, since: after, wait: 1 })
    assert.isEmpty(none)
    assert.isFalse(more)
  })

  test('waiting requests use no database connections and are limited per caller', async ({
    assert,
  }) => {
    const accounts = await Promise.all(Array.from({ length: 3 }, () => makeAccount()))
    const clients = accounts.map(({ authorization }) => FeedClient.ofTestServer(authorization))
    // One more than an account can have: it is refused once 20 requests are pending.
    const requests = clients.map((waiting) =>
      Array.from({ length: 21 }, () =>
        waiting.get({ since: cursor, resource: 'dockets', wait: 60 })
      )
    )
    for (const refused of await Promise.all(requests.map((all) => Promise.race(all)))) {
      assert.equal(refused.status, 429)
      assert.equal(refused.headers.get('retry-after'), '5')
    }
    // More requests wait than the pools have connections.
    assert.lengthOf((await feed.page({ since: cursor })).results, 0)
    await docket.change({ case_name: 'Now' })
    const responses = await Promise.all(requests.flat())
    const answered = responses.filter(({ status }) => status === 200)
    assert.lengthOf(answered, 60)
    for (const { body } of answered)
      assert.deepEqual(body.results.map(short), [`updated dockets ${docket.id}`])
    assert.equal((await clients[0]!.get()).status, 200)
  })

  test('streams changes as events, and continues with Last-Event-ID', async ({ assert }) => {
    const { entry } = await docket.addEntry('FIRST')
    const query = { since: cursor, resource: 'docket-entries,dockets', include: 'record' }
    const streamed = feed.stream(query, { until: (text) => parseEvents(text).length === 3 })
    await sleep(300)
    await docket.change({ case_name: 'Streamed' })
    await docket.change({ case_name: 'Streamed again' })
    const { text, headers } = await streamed
    assert.match(headers['content-type']!, /^text\/event-stream/)
    assert.equal(headers['cache-control'], 'no-store')
    const events = parseEvents(text)
    assert.deepEqual(
      events.map(({ data }) => short(data)),
      [
        `created docket-entries ${entry}`,
        `updated dockets ${docket.id}`,
        `updated dockets ${docket.id}`,
      ]
    )
    assert.isTrue(events.every(({ id, data }) => id === data.cursor))
    assert.equal(events[0]!.data.record!.id, entry)
    const resumed = await feed.stream(query, {
      lastEventId: events[1]!.id,
      until: (part) => parseEvents(part).length === 1,
    })
    assert.equal(parseEvents(resumed.text)[0]!.id, events[2]!.id)
    const idle = await feed.stream({}, { until: (part) => /^id: /m.test(part) })
    const [, position] = /^id: (\S+)$/m.exec(idle.text)!
    assert.isEmpty(await feed.since(position!))
  })

  test('has a HEAD, OPTIONS, and formats', async ({ assert, client }) => {
    const path = '/api/rest/v4/changes/'
    assert.equal((await client.head(path)).status(), 200)
    const options = await client.options(path)
    assert.deepEqual(Object.keys(options.body().parameters), [
      'since',
      'resource',
      'include',
      'wait',
      'limit',
    ])
    await docket.change({ case_name: 'Formats' })
    const xml = await client.get(`${path}?format=xml&since=${cursor}`)
    assert.match(xml.text(), /<change>updated<\/change>/)
    assert.equal((await client.post(path).json({})).status(), 405)
    assert.equal((await client.get('/api/rest/v3/changes/')).status(), 404)
    const head = await fetch(feed.url('changes/stream/'), { method: 'HEAD', headers: feed.headers })
    assert.equal(head.headers.get('content-type'), 'text/event-stream; charset=utf-8')
  })

  test('covers each resource of the API except lookups and secrets', async ({ assert }) => {
    const registry = await app.container.make(ResourceRegistry)
    const changes = await app.container.make(RecordChanges)
    const followed = new Set(changes.sources(registry).map(({ resource }) => resource.path))
    assert.deepEqual(
      registry
        .all()
        .map(({ path }) => path)
        .filter((path) => !followed.has(path) && !path.startsWith('fixture-')),
      ['archive-query', 'webhooks', 'webhook-secrets', 'webhook-deliveries']
    )
  })

  test('counts requests against the scope of users', async ({ assert }) => {
    const account = await makeAccount({ overrides: { user: ['2/hour'] } })
    const limited = FeedClient.ofTestServer(account.authorization)
    await withLimits(async () => {
      assert.equal((await limited.get()).status, 200)
      assert.equal((await limited.get({ since: cursor })).status, 200)
      assert.equal((await limited.get({ wait: 'x' })).status, 429)
    })
    const streaming = await makeAccount({ overrides: { user: ['1/hour'] } })
    await withLimits(async () => {
      const caller = FeedClient.ofTestServer(streaming.authorization)
      const { status } = await caller.stream({}, { until: (text) => text.includes('id:') })
      assert.equal(status, 200)
      assert.equal((await caller.get()).status, 429)
    })
  })
})

test.group('change feed of accounts', (group) => {
  group.setup(searchReady)
  group.setup(useFeed)

  const write = async (
    { authorization }: TestAccount,
    method: string,
    path: string,
    body?: object
  ) => {
    const response = await fetch(feed.url(path), {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    return (response.status === 204 ? undefined : await response.json()) as { id: number }
  }

  test('owned records appear only to their owner', async ({ assert, client }) => {
    const [owner, other, staff] = await Promise.all([
      makeAccount(),
      makeAccount(),
      makeAccount({ rights: ['*'] }),
    ])
    const cursor = await feed.now()
    const shared = await write(owner, 'POST', 'tags/', { name: 'shared', published: true })
    const secret = await write(owner, 'POST', 'tags/', { name: 'secret' })
    const alert = await write(owner, 'POST', 'alerts/', { name: 'a', query: 'q=x', rate: 'off' })
    await write(owner, 'PATCH', `tags/${secret.id}/`, { name: 'renamed' })
    await write(owner, 'DELETE', `tags/${secret.id}/`)
    const expected = [
      `created tags ${shared.id}`,
      `created tags ${secret.id}`,
      `created alerts ${alert.id}`,
      `updated tags ${secret.id}`,
      `deleted tags ${secret.id}`,
    ]
    const seen = async (caller: FeedClient) => (await caller.since(cursor)).map(short)
    const own = FeedClient.ofTestServer(owner.authorization)
    assert.deepEqual(await seen(own), expected)
    for (const account of [other, staff])
      assert.isEmpty(await seen(FeedClient.ofTestServer(account.authorization)))
    assert.isEmpty(await seen(FeedClient.ofTestServer()))
    const anonymous = await FeedClient.ofTestServer().get({ since: cursor, resource: 'tags' })
    assert.equal(anonymous.status, 401)
    const records = await own.since(cursor, { include: 'record', resource: 'tags' })
    assert.deepEqual(
      records.map(({ record }) => record?.name ?? null),
      ['shared', null, null, null]
    )
    const header = async (authorization: string) =>
      (
        await client.get(`/api/rest/v4/tags/${secret.id}/`).header('authorization', authorization)
      ).header('curia-deleted')
    assert.isString(await header(owner.authorization))
    assert.isUndefined(await header(other.authorization))
    assert.isUndefined(await header(staff.authorization))
  })

  test('a waiting request ends when its credentials are revoked', async ({ assert }) => {
    const account = await makeAccount()
    const revoked = FeedClient.ofTestServer(account.authorization)
    const visitor = await signedIn(account)
    const cursor = await feed.now()
    const query = { since: cursor, include: 'record', resource: 'tags', wait: 50 }
    const polled = revoked.get(query)
    const streamed = revoked.stream({ since: cursor, include: 'record' }, { until: () => false })
    const bySession = visitor.get(`/api/rest/v4/changes/?${new URLSearchParams(query as never)}`)
    await sleep(500)
    const token = await new StaffActions(database, OPERATOR).replaceToken(account.id)
    noteSecrets('token', [token])
    await visitor.submit('/sign-out/', {}, { from: '/profile/' })
    const renewed = { ...account, authorization: `Token ${token}` }
    await write(renewed, 'POST', 'tags/', { name: 'kept-from-old-token' })
    assert.equal((await polled).status, 401)
    assert.notInclude((await streamed).text, 'kept-from-old-token')
    const { status, text } = await bySession
    assert.equal(status, 401, text)
    assert.lengthOf(await FeedClient.ofTestServer(renewed.authorization).since(cursor), 1)
  })

  test('a private tag of a docket changes nothing for others', async ({ assert }) => {
    const docket = await makeDocket()
    const owner = await makeAccount()
    const tag = await write(owner, 'POST', 'tags/', { name: 'private' })
    const cursor = await feed.now()
    const row = await write(owner, 'POST', 'docket-tags/', { docket: docket.id, tag: tag.id })
    assert.isEmpty((await feed.since(cursor)).map(short))
    const own = FeedClient.ofTestServer(owner.authorization)
    assert.include((await own.since(cursor)).map(short), `created docket-tags ${row.id}`)
    await docket.remove()
  })

  test('a read-only token gets records without credentials', async ({ assert }) => {
    const owner = await makeAccount()
    const { IssueToken } = await import('#app/accounts/actions/tokens')
    const token = await database.transaction((trx) =>
      new IssueToken().handle(trx, owner.id, { name: 'reads', readOnly: true, expiresAt: null })
    )
    const cursor = await feed.now()
    await write(owner, 'POST', 'alerts/', { name: 'a', query: 'q=x', rate: 'off' })
    const key = async (authorization: string) => {
      const [created] = await FeedClient.ofTestServer(authorization).since(cursor, {
        include: 'record',
        resource: 'alerts',
      })
      return created!.record!.secret_key as string
    }
    assert.isNotEmpty(await key(owner.authorization))
    assert.equal(await key(`Token ${token}`), '')
  })
})
