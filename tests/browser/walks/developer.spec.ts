/** A developer connects an AI client to the archive. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { test } from '@japa/runner'
import { makeAccount } from '#tests/helpers/accounts'
import { BROWSER, NO_BROWSER } from '#tests/helpers/browser'
import { searchReady } from '#tests/helpers/search_indexes'
import { noteSecrets } from '#tests/helpers/secrets'
import { Walker, WAYS, withBrowser } from './walker.js'

test.group('a developer', (group) => {
  group.setup(searchReady)
  group.setup(withBrowser)

  test('connects an AI client ({$self})')
    .with([...WAYS])
    .skip(!BROWSER, NO_BROWSER)
    .run(async ({ assert }, way) => {
      const account = await makeAccount()
      const person = await Walker.start(assert, way)
      await person.follow('Docs')
      await person.follow('Connect an AI client')
      await person.signIn(account, 'AI clients')
      await person.read('Connect your AI client')
      const url = await person.copy('URL')

      const content = person.page.locator('.content')
      await person.follow('Create a read-only token for this client', content)
      await person.fill('Token name', 'Assistant')
      await person.press('Create token')
      await person.read("Copy it now; you won't see it again.")
      const token = await person.copy('New token')
      noteSecrets('token', [token])

      const client = new Client({ name: 'assistant', version: '1' })
      const transport = new StreamableHTTPClientTransport(new URL(url), {
        requestInit: { headers: { authorization: `Token ${token}` } },
      })
      // With exactOptionalPropertyTypes, its types don't allow an undefined session ID.
      await client.connect(transport as never)
      const { structuredContent } = await client.callTool({
        name: 'search',
        arguments: { type: 'o', q: 'caseName:miranda' },
      })
      const { results } = structuredContent as { results: { caseName: string }[] }
      assert.include(
        results.map(({ caseName }) => caseName),
        'Miranda v. Arizona'
      )
      await client.close()

      await person.followInMenu('AI clients')
      await person.press('Test connection')
      await person.read('Passed')
      assert.isFalse(await person.page.getByText('Failed', { exact: true }).isVisible())
      // The search and the test.
      await person.follow(account.username)
      await person.read('2 requests in the last 15 days.')
      await person.end()
    })
})
