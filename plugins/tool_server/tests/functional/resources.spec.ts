/**
 * Resources over HTTP, with and without a handshake.
 */
import { test } from '@japa/runner'
import { makeAccount } from '#tests/helpers/accounts'
import { post, send, type Headers } from '../rpc.js'

const MODERN = { 'mcp-protocol-version': '2026-07-28' }
const ENVELOPE = {
  _meta: {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  },
}
const DOCKET = 'curia://docket/2001'

async function headersOfNewAccount(): Promise<Headers> {
  const { authorization } = await makeAccount()
  return { authorization }
}

test.group('tool server: resources over HTTP', () => {
  test('are listed and read by a client with a handshake', async ({ client, assert }) => {
    const headers = await headersOfNewAccount()
    const { result: templates } = await send(client, 'resources/templates/list', {}, headers)
    const uris = templates.resourceTemplates.map(({ uriTemplate }: any) => uriTemplate)
    assert.include(uris, 'curia://docket/{docket_id}')
    assert.deepEqual((await send(client, 'resources/list', {}, headers)).result.resources, [])
    const { result } = await send(client, 'resources/read', { uri: DOCKET }, headers)
    assert.equal(JSON.parse(result.contents[0].text).docket.id, 2001)
  })

  test('are read by a client without a handshake', async ({ client, assert }) => {
    const headers = {
      ...(await headersOfNewAccount()),
      ...MODERN,
      'mcp-method': 'resources/read',
      'mcp-name': DOCKET,
    }
    const { result } = await send(client, 'resources/read', { uri: DOCKET, ...ENVELOPE }, headers)
    assert.equal(result.resultType, 'complete')
    assert.equal(JSON.parse(result.contents[0].text).docket.id, 2001)
  })

  test('return an error if they do not exist', async ({ client, assert }) => {
    const headers = await headersOfNewAccount()
    for (const uri of ['curia://docket/999999999', 'curia://nothing/1', 'x']) {
      const { error } = await send(client, 'resources/read', { uri }, headers)
      assert.equal(error.code, -32602, uri)
    }
    const { error } = await send(client, 'resources/read', { uri: 1 }, headers)
    assert.equal(error.message, 'Invalid params: "uri" must be the URI of a resource.')
    const page = await send(client, 'resources/templates/list', { cursor: 'x' }, headers)
    assert.equal(page.error.code, -32602)
  })

  test('require a credential', async ({ client }) => {
    const message = { jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri: DOCKET } }
    const response = await post(client, message, {})
    response.assertStatus(401)
  })
})
