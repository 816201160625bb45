/**
 * Authorization of all tools for all kinds of callers. For tools that write,
 * see also `alert_tools.spec.ts`.
 */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { IssueToken, ReplaceToken } from '#app/accounts/actions/tokens'
import { SetActive } from '#app/accounts/actions/access'
import { makeAccount } from '#tests/helpers/accounts'
import { searchReady } from '#tests/helpers/search_indexes'
import { noteSecrets } from '#tests/helpers/secrets'
import { signedIn } from '#tests/helpers/visitor'
import { ToolServices } from '../../services.js'
import { call, callForObject, post, type Headers } from '../rpc.js'

const offered = async () => [...(await app.container.make(ToolServices)).tools.values()]

/** Arguments with the ID of a query or job, for tools that continue one. */
function continued(id: string, { required = [] }: { required?: string[] }) {
  const name = required.find((one) => one === 'query_id' || one === 'job_id')
  return name && { [name]: id }
}

test.group('authorization of tools', (group) => {
  group.setup(searchReady)

  test('all tools require a valid credential', async ({ client, assert }) => {
    const account = await makeAccount()
    const closed = await makeAccount()
    const database = await app.container.make('lucid.db')
    await database.transaction((trx) => new SetActive().handle(trx, closed.id, false))
    const visitor = await signedIn(account)
    const callers: Record<string, Headers> = {
      'none': {},
      'empty': { authorization: '' },
      'unknown token': { authorization: `Token ${'0'.repeat(40)}` },
      'token as bearer': { authorization: `Bearer ${account.token}` },
      'unknown bearer': { authorization: `Bearer ${'x'.repeat(43)}` },
      'name and password': { authorization: account.basic },
      'closed account': { authorization: closed.authorization },
      'session': { cookie: [...visitor.cookies].map((pair) => pair.join('=')).join('; ') },
    }
    for (const { name, example = {} } of await offered()) {
      const message = {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name, arguments: example },
      }
      for (const [caller, headers] of Object.entries(callers)) {
        const response = await post(client, message, headers)
        assert.equal(response.status(), 401, `${name}, ${caller}`)
        assert.match(String(response.header('www-authenticate')), /^Bearer /)
      }
    }
  })

  test('a read-only token can call all tools that only read', async ({ client, assert }) => {
    const { id } = await makeAccount()
    const database = await app.container.make('lucid.db')
    const token = await database.transaction((trx) =>
      new IssueToken().handle(trx, id, { name: 'reader', readOnly: true, expiresAt: null })
    )
    noteSecrets('token', [token])
    for (const { name, example, hints } of await offered()) {
      if (!hints.readOnly || !example) continue
      const { isError, text } = await call(client, name, example, {
        authorization: `Token ${token}`,
      })
      assert.isFalse(isError, `${name}: ${text}`)
    }
  })

  test('treats queries and jobs of other callers like unknown ones', async ({ client, assert }) => {
    const owner = await makeAccount()
    const other = await makeAccount()
    const kept: Record<string, string> = {}
    for (const { name, example, hints } of await offered()) {
      if (!hints.readOnly || !example) continue
      const { text } = await call(client, name, example, { authorization: owner.authorization })
      for (const [, kind, id] of text.matchAll(/(query|job)_?\s?id\W+([0-9a-f]{8})\b/gi))
        kept[kind!.toLowerCase()] = id!
    }
    assert.sameMembers(Object.keys(kept), ['query', 'job'])
    for (const tool of await offered()) {
      for (const id of Object.values(kept)) {
        const args = continued(id, tool.schema)
        const unknown = continued('00000000', tool.schema)
        if (!args || !unknown) continue
        const headers = { authorization: other.authorization }
        const answer = await call(client, tool.name, args, headers)
        const nothing = await call(client, tool.name, unknown, headers)
        assert.equal(answer.text.replaceAll(id, '00000000'), nothing.text, tool.name)
        assert.equal(answer.isError, nothing.isError, tool.name)
      }
    }
  })

  test('discards queries when the token is replaced between two calls', async ({
    client,
    assert,
  }) => {
    const { id, authorization } = await makeAccount()
    const headers = { authorization }
    const args = { endpoint_id: 'clusters', query: { fields: 'id' }, num_results: 1 }
    const found = await callForObject(client, 'call_endpoint', args, headers)
    const database = await app.container.make('lucid.db')
    const token = await database.transaction((trx) => new ReplaceToken().handle(trx, id))
    noteSecrets('token', [token])
    const message = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'get_more_results', arguments: { query_id: found.query_id } },
    }
    const refused = await post(client, message, headers)
    assert.equal(refused.status(), 401)
    assert.include(refused.text(), 'rejected the request as unauthorized')
    const renewed = { authorization: `Token ${token}` }
    const { isError, text } = await call(
      client,
      'get_more_results',
      message.params.arguments,
      renewed
    )
    assert.isTrue(isError)
    assert.include(text, 'redo the query')
  })
})
