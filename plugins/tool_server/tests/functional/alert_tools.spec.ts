/**
 * Tools that create and delete alerts (tool server, tools 13 to 16).
 */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { IssueToken } from '#app/accounts/actions/tokens'
import { makeAccount } from '#tests/helpers/accounts'
import { makeDocket } from '#tests/helpers/own_docket'
import { searchReady } from '#tests/helpers/search_indexes'
import { noteSecrets } from '#tests/helpers/secrets'
import { call, callForObject, post, type Headers } from '../rpc.js'

async function headersOfNewAccount(): Promise<Headers> {
  const { authorization } = await makeAccount()
  return { authorization }
}

const ALERT = { name: 'Habeas', query: { q: 'habeas', court: 'scotus' }, rate: 'dly' }

const TOOLS = [
  ['create_search_alert', ALERT],
  ['delete_search_alert', { id: 1 }],
  ['subscribe_to_docket_alert', { docket: 2001 }],
  ['unsubscribe_from_docket_alert', { docket: 2001 }],
] as const

test.group('tools of search alerts', (group) => {
  group.setup(searchReady)

  const created = async (client: any, args: object, headers: Headers) => {
    const alert = await callForObject(client, 'create_search_alert', args, headers)
    noteSecrets('alert key', [alert.secret_key])
    return alert
  }

  test('create the same alert as the API', async ({ client, assert }) => {
    const headers = await headersOfNewAccount()
    const alert = await created(client, ALERT, headers)
    assert.deepInclude(alert, { name: 'Habeas', rate: 'dly', alert_type: 'o' })
    const query = new URLSearchParams(alert.query)
    assert.deepEqual(Object.fromEntries(query), { type: 'o', q: 'habeas', court: 'scotus' })
    assert.isNumber(alert.estimated_hits)
    const response = await client
      .get(`/api/rest/v4/alerts/${alert.id}/`)
      .header('authorization', headers.authorization!)
    response.assertStatus(200)
  })

  test('accept the query string of a search and labels of codes', async ({ client, assert }) => {
    const headers = await headersOfNewAccount()
    const query = '?q=motion&type=r&order_by=score+desc&highlight=on'
    const args = { ...ALERT, query, alert_type: 'd' }
    const alert = await created(client, args, headers)
    assert.equal(alert.alert_type, 'd')
    assert.deepEqual(Object.fromEntries(new URLSearchParams(alert.query)), {
      type: 'r',
      q: 'motion',
    })
    const labels = {
      ...ALERT,
      query: { q: 'x', court: ['Supreme Court of the United States', 'ca9'] },
    }
    assert.include((await created(client, labels, headers)).query, 'court=scotus%2Cca9')
  })

  test('use the search type of the alert', async ({ client, assert }) => {
    const headers = await headersOfNewAccount()
    const args = { ...ALERT, query: 'q=motion', alert_type: 'r' }
    assert.deepInclude(await created(client, args, headers), {
      alert_type: 'r',
      query: 'type=r&q=motion',
    })
  })

  test('reject the same queries as search', async ({ client, assert }) => {
    const headers = await headersOfNewAccount()
    for (const [query, problem] of [
      [{ q: 'x', party_name: 'Doe' }, "party_name: not valid for type 'o'"],
      [{ q: 'x', court: 'nowhere' }, "court: 'nowhere' is not one of"],
      [{ q: 'x', type: 'zz' }, "query.type: 'zz' is not one of [o, "],
      [{ q: { deep: 1 } }, 'query'],
      ['x'.repeat(2501), 'query'],
    ] as const) {
      const { text, isError } = await call(
        client,
        'create_search_alert',
        { ...ALERT, query },
        headers
      )
      assert.isTrue(isError, text)
      assert.include(text, problem)
    }
  })

  test('describe errors of the API', async ({ client, assert }) => {
    const headers = await headersOfNewAccount()
    for (const [args, reason] of [
      [{ ...ALERT, query: { court: '' } }, 'This query matches everything.'],
      [{ ...ALERT, query: { type: 'p', q: 'x' } }, 'Unsupported alert type: p'],
      [{ ...ALERT, query: { type: 'r', q: 'x' } }, 'For federal cases, enter r'],
    ] as const) {
      const { text, isError } = await call(client, 'create_search_alert', args, headers)
      assert.isFalse(isError)
      assert.isTrue(text.startsWith('Could not create search alert: '), text)
      assert.include(text, reason)
    }
    const realTime = await call(client, 'create_search_alert', { ...ALERT, rate: 'rt' }, headers)
    assert.isTrue(realTime.isError)
    assert.match(
      realTime.text,
      /^Curia API error: HTTP 403: Real-time alerts require a membership\./
    )
  })

  test('reject arguments beyond their limits', async ({ client, assert }) => {
    const headers = await headersOfNewAccount()
    for (const [args, problem] of [
      [{ name: 'x'.repeat(76) }, 'name: '],
      [{ rate: 'hourly' }, "rate: 'hourly' is not one of ['rt', 'dly', 'wly', 'mly', 'off']"],
      [{ alert_type: 'p' }, "alert_type: 'p' is not one of"],
    ] as const) {
      const sent = { ...ALERT, ...args }
      const { text, isError } = await call(client, 'create_search_alert', sent, headers)
      assert.isTrue(isError)
      assert.include(text, problem)
    }
  })

  test('delete only alerts of the account', async ({ client, assert }) => {
    const headers = await headersOfNewAccount()
    const others = await headersOfNewAccount()
    const { id } = await created(client, ALERT, headers)
    const missing = { isError: false, text: `No alert found with ID ${id}.` }
    assert.deepInclude(await call(client, 'delete_search_alert', { id }, others), missing)
    assert.deepInclude(await call(client, 'delete_search_alert', { id }, headers), {
      isError: false,
      text: `Deleted search alert ${id}.`,
    })
    assert.deepInclude(await call(client, 'delete_search_alert', { id }, headers), missing)
  })
})

test.group('tools of docket alerts', () => {
  const subscribe = async (client: any, docket: number, headers: Headers) => {
    const alert = await callForObject(client, 'subscribe_to_docket_alert', { docket }, headers)
    noteSecrets('alert key', [alert.secret_key])
    return alert
  }

  test('follow a docket once', async ({ client, assert, cleanup }) => {
    const headers = await headersOfNewAccount()
    const { id: docket, remove } = await makeDocket()
    cleanup(remove)
    const alert = await subscribe(client, docket, headers)
    assert.deepInclude(alert, { docket, alert_type: 1 })
    assert.notProperty(alert, 'already_subscribed')
    assert.deepEqual(await subscribe(client, docket, headers), {
      ...alert,
      already_subscribed: true,
    })
  })

  test('follow a docket again after unsubscribing', async ({ client, assert, cleanup }) => {
    const headers = await headersOfNewAccount()
    const { id: docket, remove } = await makeDocket()
    cleanup(remove)
    const { id } = await subscribe(client, docket, headers)
    const database = await app.container.make('lucid.db')
    await database.from('docket_alerts').where({ id }).update({ alert_type: 0 })
    const args = { docket }
    const refusal = await call(client, 'unsubscribe_from_docket_alert', args, headers)
    assert.deepInclude(refusal, {
      isError: true,
      text: `No docket alert found for docket ${docket}`,
    })
    const alert = await subscribe(client, docket, headers)
    assert.deepInclude(alert, { id, alert_type: 1 })
    assert.notProperty(alert, 'already_subscribed')
  })

  test('describe why a docket cannot be followed', async ({ client, assert }) => {
    const headers = await headersOfNewAccount()
    const args = { docket: 999_999_999 }
    const { text, isError } = await call(client, 'subscribe_to_docket_alert', args, headers)
    assert.isFalse(isError)
    assert.match(text, /^Could not subscribe to docket 999999999: \{"docket":/)
  })

  test('end only alerts of the account', async ({ client, assert, cleanup }) => {
    const headers = await headersOfNewAccount()
    const others = await headersOfNewAccount()
    const { id: docket, remove } = await makeDocket()
    cleanup(remove)
    await subscribe(client, docket, headers)
    const end = (caller: Headers) =>
      call(client, 'unsubscribe_from_docket_alert', { docket }, caller)
    const none = { isError: true, text: `No docket alert found for docket ${docket}` }
    assert.deepInclude(await end(others), none)
    assert.deepInclude(await end(headers), {
      isError: false,
      text: `Unsubscribed from docket alert for docket ${docket}.`,
    })
    assert.deepInclude(await end(headers), none)
  })
})

test.group('tools of alerts: credentials', () => {
  test('are required', async ({ client }) => {
    for (const [name, args] of TOOLS) {
      const message = {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name, arguments: args },
      }
      for (const headers of [{}, { authorization: 'Token 0123456789' }]) {
        const response = await post(client, message, headers as Headers)
        response.assertStatus(401)
      }
    }
  })

  test('that are read-only cannot change anything', async ({ client, assert, cleanup }) => {
    const { id, authorization } = await makeAccount()
    const { id: docket, remove } = await makeDocket()
    cleanup(remove)
    const owner = { authorization }
    const alert = await callForObject(client, 'create_search_alert', ALERT, owner)
    const followed = await callForObject(client, 'subscribe_to_docket_alert', { docket }, owner)
    noteSecrets('alert key', [alert.secret_key, followed.secret_key])
    const { id: unfollowed, remove: removeOther } = await makeDocket()
    cleanup(removeOther)
    const database = await app.container.make('lucid.db')
    const token = await database.transaction((trx) =>
      new IssueToken().handle(trx, id, { name: 'reader', readOnly: true, expiresAt: null })
    )
    noteSecrets('token', [token])
    for (const [name, args] of [
      ['create_search_alert', ALERT],
      ['delete_search_alert', { id: alert.id }],
      ['subscribe_to_docket_alert', { docket: unfollowed }],
      ['unsubscribe_from_docket_alert', { docket }],
    ] as const) {
      const { text, isError } = await call(client, name, args, {
        authorization: `Token ${token}`,
      })
      assert.isTrue(isError, name)
      assert.match(text, /^Curia API error: HTTP 403: This token is read-only/)
    }
    const { count } = await database
      .from('search_alerts')
      .where('user_id', id)
      .count('*', 'count')
      .first()
    assert.equal(Number(count), 1)
  })
})
