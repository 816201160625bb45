/**
 * The AI clients page and the documentation of the tools.
 */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { makeAccount } from '#tests/helpers/accounts'
import { signedIn } from '#tests/helpers/visitor'
import { clientSnippets } from '../../guide/client_snippets.js'
import { testConnection } from '../../guide/connection_test.js'
import { ToolServices } from '../../services.js'

const PAGE = '/profile/ai-clients/'
const plain = (html: string) =>
  html
    .replaceAll('<wbr>', '')
    .replaceAll('&#34;', '"')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")

test.group('page of AI clients', () => {
  test('shows the URL and configurations with the token of the account', async ({ assert }) => {
    const account = await makeAccount()
    const { status, text } = await (await signedIn(account)).get(PAGE)
    assert.equal(status, 200)
    assert.match(text, /value="http:\/\/[^"]+\/mcp"/)
    assert.include(plain(text), `Authorization: Token ${account.token}`)
    assert.include(text, 'href="/profile/api-token/?read_only=true#new-token"')
    for (const { name } of (await app.container.make(ToolServices)).tools.values())
      assert.include(text, `<code>${name}</code>`)
  })

  test('tests the connection with the token of the account', async ({ assert }) => {
    const visitor = await signedIn(await makeAccount())
    const { status, text } = await visitor.submit(`${PAGE}test/`, {}, { from: PAGE })
    assert.equal(status, 200)
    assert.lengthOf(text.match(/>Passed</g)!, 4)
    assert.notInclude(text, '>Failed<')
    assert.include(text, 'Token accepted, revision 2025-11-25')
  })

  test('reports the failed step and the reason', async ({ assert }) => {
    const { dispatch, tools } = await app.container.make(ToolServices)
    const steps = await testConnection({
      dispatch: dispatch as never,
      address: 'http://localhost/mcp',
      token: 'f'.repeat(40),
      tools,
    })
    assert.deepEqual(
      steps.map(({ name, ok }) => [name, ok]),
      [
        ['Connect to the server', true],
        ['Sign in', false],
      ]
    )
    assert.include(steps[1]!.detail, 'rejected the request as unauthorized')
  })

  test('requires sign-in', async ({ client }) => {
    const response = await client.get(PAGE).redirects(0)
    response.assertStatus(302)
  })
})

test.group('configurations of AI clients', () => {
  test('are valid in the format of the client and mention OAuth if available', ({ assert }) => {
    const snippets = clientSnippets('https://example.org/mcp', 'abc', true)
    for (const { language, text, client } of snippets) {
      assert.include(text, 'https://example.org/mcp', client)
      if (language === 'json') assert.include(JSON.stringify(JSON.parse(text)), 'Token abc')
    }
    const names = ({ client }: { client: string }) => client
    const without = clientSnippets('https://example.org/mcp', 'abc', false).map(names)
    assert.deepEqual(
      snippets.map(names).filter((name) => !without.includes(name)),
      ['Claude (web, desktop)', 'ChatGPT']
    )
  })
})

test.group('documentation of tools', () => {
  test('lists each tool with its arguments, an example call, and its result', async ({
    client,
    assert,
  }) => {
    const text = plain((await client.get('/docs/tools/').header('accept', 'text/html')).text())
    for (const tool of (await app.container.make(ToolServices)).tools.values()) {
      assert.include(text, `<code>${tool.name}</code>`)
      for (const name of Object.keys(tool.schema.properties))
        assert.include(text, `<code>${name}</code>`)
    }
    assert.notInclude(text, '&lt;!-- ')
    assert.include(text, '"citation_string": "SCOTUS"')
  })

  test('has configurations of clients with a placeholder for the token', async ({
    client,
    assert,
  }) => {
    const page = await client.get('/docs/tool-server/').header('accept', 'text/html')
    assert.include(plain(page.text()), 'claude mcp add --transport http curia http://')
    assert.include(page.text(), 'Token &lt;API_TOKEN&gt;')
  })
})
