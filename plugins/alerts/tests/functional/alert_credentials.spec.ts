/** Secret keys of alerts work without a login, so read-only callers can't see them. */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { IssueToken } from '#app/accounts/actions/tokens'
import { makeAccount, type TestAccount } from '#tests/helpers/accounts'
import { makeDocket, type OwnDocket } from '#tests/helpers/own_docket'
import { searchReady } from '#tests/helpers/search_indexes'
import { downloadAccountData } from '#tests/helpers/take_out'
import { signedIn } from '#tests/helpers/visitor'
import { apiWrite } from '#tests/helpers/write_paths'
import { connect } from '#plugins/oauth/tests/client'
import { post } from '#plugins/tool_server/tests/rpc'

const OWN = '/api/rest/v4/'

/** Every way to read records: lists, records, selections, expansions, formats, versions, and roots. */
const WAYS = [
  'LIST',
  'LIST?fields=secret_key',
  'LIST?fields=id,secret_key',
  'LIST?omit=id',
  'LIST?order_by=date_created',
  'LIST?page=1',
  'LIST?format=csv',
  'LIST?format=jsonl',
  'LIST?format=xml',
  'LIST.json',
  'RECORD',
  'RECORD?fields=secret_key',
  'RECORD?format=xml',
  'RECORD?format=api',
  'V3LIST',
  'V3RECORD',
  'PUBLICLIST',
  'PUBLICRECORD',
]

/**
 * v3 selections that look like a read-only caller's selection when their texts are
 * joined. v3 only warns about unknown names.
 */
const CONFUSING = [
  'fields=NAMES%20%20&expand=read&include=only',
  'fields=NAMES%20%20&expand=read%20only',
  'fields=NAMES&omit=%20read%20only',
  'fields=NAMES&include=read%20only',
  'fields=NAMES%20%20%20read%20only',
]

test.group('keys of alerts', (group) => {
  let account: TestAccount
  let docket: OwnDocket
  let keys: string[]
  let records: { path: string; id: number }[]
  /** Values of Authorization headers for read-only and for other access. */
  let readers: string[]
  let writers: string[]

  group.setup(searchReady)
  group.setup(async () => {
    account = await makeAccount()
    docket = await makeDocket()
    const alert = { name: 'Ink', query: 'q=ink', rate: 'dly' }
    const made = [
      ['alerts', await write('alerts/', alert)],
      ['docket-alerts', await write('docket-alerts/', { docket: docket.id })],
    ] as const
    keys = made.map(([, { secret_key: key }]) => key)
    records = made.map(([path, { id }]) => ({ path, id }))
    const database = await app.container.make('lucid.db')
    const token = await database.transaction((trx) =>
      new IssueToken().handle(trx, account.id, { name: 'reader', readOnly: true, expiresAt: null })
    )
    const visitor = await signedIn(account)
    const bearer = async (scope: string) =>
      `Bearer ${(await connect(visitor, { scope })).access_token}`
    readers = [`Token ${token}`, await bearer('api:read')]
    writers = [account.authorization, account.basic, await bearer('api')]
    return () => docket.remove()
  })

  const write = async (path: string, body: object) =>
    JSON.parse((await apiWrite(account, 'POST', OWN + path, body)()).text)
  const read = async (path: string, headers: Record<string, string>) => {
    const response = await fetch(`http://${process.env.HOST}:${process.env.PORT}${path}`, {
      headers,
    })
    return { response, text: await response.text() }
  }
  const pathOf = (way: string, { path, id }: { path: string; id: number }) =>
    way.replace(/^(V3|PUBLIC)?(LIST|RECORD)/, (_, place: string | undefined, kind: string) => {
      const root = { V3: '/api/rest/v3/', PUBLIC: `/courtlistener${OWN}` }[place ?? ''] ?? OWN
      return `${root}${path}${kind === 'LIST' ? (way.startsWith('LIST.') ? '' : '/') : `/${id}/`}`
    })

  for (const way of WAYS) {
    test(`are empty for read-only credentials: ${way}`, async ({ assert }) => {
      for (const [at, record] of records.entries()) {
        const path = pathOf(way, record)
        for (const authorization of readers) {
          const { response, text } = await read(path, { authorization })
          assert.equal(response.status, 200, text)
          assert.include(text, 'secret_key', path)
          for (const key of keys) assert.notInclude(text, key, path)
        }
        for (const authorization of writers)
          assert.include((await read(path, { authorization })).text, keys[at]!, path)
      }
    })
  }

  test('stay empty after requests with similar selections: {$self}')
    .with(CONFUSING)
    .run(async ({ assert }, confusing) => {
      // Used by no other test, because selections are cached.
      const names = `secret_key,id,date_created,q${CONFUSING.indexOf(confusing)}`
      const query = confusing.replace('NAMES', names)
      for (const record of records) {
        for (const authorization of [...readers, ...writers])
          await read(`${pathOf('V3LIST', record)}?${query}`, { authorization })
        for (const authorization of readers) {
          const path = `${pathOf('LIST', record)}?fields=${names}`
          const { response, text } = await read(path, { authorization })
          assert.equal(response.status, 200, text)
          for (const key of keys) assert.notInclude(text, key, query)
        }
      }
    })

  test('are not included in the data export', async ({ assert }) => {
    const file = JSON.stringify(await downloadAccountData(await signedIn(account), account))
    assert.include(file, '"secret_key":""')
    for (const key of keys) assert.notInclude(file, key)
  })

  test('change the ETag of records', async ({ assert }) => {
    const path = pathOf('RECORD', records[0]!)
    const { response } = await read(path, { authorization: account.authorization })
    const etag = response.headers.get('etag')!
    const known = { 'authorization': readers[0]!, 'if-none-match': etag }
    const { response: other, text } = await read(path, known)
    assert.equal(other.status, 200)
    assert.equal(JSON.parse(text).secret_key, '')
    assert.notEqual(other.headers.get('etag'), etag)
  })

  test("can't be used to filter or sort", async ({ assert }) => {
    for (const record of records)
      for (const query of [
        `secret_key=${keys[0]}`,
        `secret_key__startswith=a`,
        'order_by=secret_key',
      ])
        assert.equal(
          (await read(`${pathOf('LIST', record)}?${query}`, { authorization: readers[0]! }))
            .response.status,
          400
        )
  })

  test('are visible to their owner only, whatever the permissions of others', async ({
    assert,
  }) => {
    const staff = await makeAccount({ rights: ['*'] })
    for (const record of records) {
      for (const way of ['RECORD', 'V3RECORD', 'PUBLICRECORD']) {
        const { response } = await read(pathOf(way, record), { authorization: staff.authorization })
        assert.equal(response.status, 404)
      }
      const { text } = await read(pathOf('LIST', record), { authorization: staff.authorization })
      for (const key of keys) assert.notInclude(text, key)
    }
  })

  test('are not included in the bodies of webhook deliveries', async ({ assert }) => {
    const url = 'https://receiver.example/'
    const { id: webhook } = await write('webhooks/', { url, event_type: 2 })
    const { id } = await write('webhook-deliveries/', { webhook })
    const bodies = async (authorization: string) => {
      const list = JSON.parse((await read(`${OWN}webhook-deliveries/`, { authorization })).text)
      const one = await read(`${OWN}webhook-deliveries/${id}/`, { authorization })
      return [list.results[0].body, JSON.parse(one.text).body]
    }
    for (const authorization of readers) assert.deepEqual(await bodies(authorization), ['', ''])
    for (const authorization of writers)
      for (const body of await bodies(authorization)) assert.include(body, 'secret_key')
  })

  test('are not included in tool results for read-only connections', async ({ assert, client }) => {
    const callTool = async (authorization: string, name: string, args: object) => {
      const params = { name, arguments: args }
      const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
      return (await post(client, call, { authorization })).text()
    }
    for (const { path, id } of records) {
      for (const [name, args] of [
        ['call_endpoint', { endpoint_id: path }],
        ['get_endpoint_item', { endpoint_id: path, item_id: String(id) }],
      ] as const) {
        for (const authorization of readers) {
          const text = await callTool(authorization, name, args)
          assert.include(text, 'secret_key', `${name} ${path}`)
          for (const key of keys) assert.notInclude(text, key, `${name} ${path}`)
        }
      }
    }
  })
})
