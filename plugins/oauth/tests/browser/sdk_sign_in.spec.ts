/**
 * OAuth sign-in with both generations of the MCP SDK: discovery, registration,
 * consent in a browser, tool calls, refresh, and revocation.
 */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import app from '@adonisjs/core/services/app'
import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
} from '@modelcontextprotocol/client'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { test } from '@japa/runner'
import type { Browser } from 'playwright-core'
import { makeAccount } from '#tests/helpers/accounts'
import {
  address,
  BROWSER,
  followInMenu,
  launchBrowser,
  NO_BROWSER,
  openPage,
} from '#tests/helpers/browser'
import { barriers, overflow, signIn } from '#tests/helpers/console_pages'
import { noteSecrets } from '#tests/helpers/secrets'

const CLIENT = { name: 'test', version: '1' }

/** In-memory implementation of the SDKs' interface for OAuth clients. */
class MemoryProvider {
  authorizationUrl: URL | undefined
  #client: any
  #tokens: any
  #verifier = ''

  constructor(readonly redirectUrl: string) {}

  readonly clientMetadata = {
    client_name: 'SDK client',
    redirect_uris: [] as string[],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  }

  clientInformation = () => this.#client
  saveClientInformation = (client: unknown) => void (this.#client = client)
  tokens = () => this.#tokens
  saveTokens = (tokens: any) => {
    noteSecrets('oauth token', [tokens.access_token, tokens.refresh_token])
    this.#tokens = tokens
  }
  redirectToAuthorization = (url: URL) => void (this.authorizationUrl = url)
  saveCodeVerifier = (verifier: string) => void (this.#verifier = verifier)
  codeVerifier = () => this.#verifier
  invalidateCredentials = () => void (this.#tokens = undefined)
  #discovered: unknown
  discoveryState = () => this.#discovered
  saveDiscoveryState = (state: unknown) => void (this.#discovered = state)
}

type Provider = MemoryProvider

const GENERATIONS = [
  {
    name: 'SDK 1',
    width: 1280,
    client: () => new Client(CLIENT),
    transport: (url: URL, provider: Provider) =>
      new StreamableHTTPClientTransport(url, { authProvider: provider as never }),
    answer: (query: URLSearchParams) => query.get('code')!,
  },
  {
    name: 'SDK 2',
    width: 360,
    client: () => new ModernClient(CLIENT, { versionNegotiation: { mode: 'auto' } }),
    transport: (url: URL, provider: Provider) =>
      new ModernTransport(url, { authProvider: provider as never }),
    /** It verifies the issuer in the response. */
    answer: (query: URLSearchParams) => query,
  },
] as const

test.group('SDK clients sign in with OAuth', (group) => {
  let browser: Browser
  let returned: Server
  let redirectUrl: string
  let query: URLSearchParams | undefined

  group.setup(async () => {
    if (!BROWSER) return
    browser = await launchBrowser()
    // The callback server of the application.
    returned = createServer((request, response) => {
      const { pathname, searchParams } = new URL(request.url!, 'http://localhost')
      // The browser also requests an icon.
      if (pathname === '/callback') query = searchParams
      response.setHeader('content-type', 'text/html').end('<title>back</title>Signed in.')
    })
    await new Promise<void>((resolve) => returned.listen(0, '127.0.0.1', resolve))
    redirectUrl = `http://127.0.0.1:${(returned.address() as AddressInfo).port}/callback`
  })
  group.teardown(async () => {
    await browser?.close()
    returned?.close()
  })

  test('{name}: registers, gets consent, calls tools, refreshes, and stops when revoked')
    .with([...GENERATIONS])
    .skip(!BROWSER, NO_BROWSER)
    .run(async ({ assert }, { client: make, transport, answer, width }) => {
      const url = new URL(address('/mcp'))
      const provider = new MemoryProvider(redirectUrl)
      provider.clientMetadata.redirect_uris.push(redirectUrl)
      const first = transport(url, provider)
      await assert.rejects(() => make().connect(first as never))
      assert.isDefined(provider.authorizationUrl)

      const account = await makeAccount()
      const { page, complaints } = await openPage(browser, width)
      await signIn(page, account)
      await page.goto(provider.authorizationUrl!.href)
      await page.getByRole('heading', { name: 'Allow SDK client to use your account?' }).waitFor()
      assert.isAtMost(await overflow(page), 0)
      assert.deepEqual(await barriers(page), [])
      if (process.env.SCREENSHOTS)
        await page.screenshot({ path: `${process.env.SCREENSHOTS}/consent-${width}.png` })
      await page.getByRole('button', { name: 'Allow' }).click()
      await page.getByText('Signed in.').waitFor()
      await first.finishAuth(answer(query!) as never)

      const client = make()
      await client.connect(transport(url, provider) as never)
      const call = () =>
        client.callTool({
          name: 'get_endpoint_item',
          arguments: { endpoint_id: 'courts', item_id: 'scotus' },
        })
      assert.isNotOk((await call()).isError)

      // The SDK refreshes automatically when the access token has expired.
      const before = provider.tokens().access_token
      const database = await app.container.make('lucid.db')
      await database.rawQuery(
        `UPDATE oauth_records SET expires_at = now() - interval '1 minute' WHERE model = 'AccessToken' AND account_id = ?`,
        [account.id]
      )
      assert.isNotOk((await call()).isError)
      assert.notEqual(provider.tokens().access_token, before)

      await page.goto(address('/profile/applications/'))
      await page.getByRole('rowheader', { name: 'SDK client' }).waitFor()
      assert.isAtMost(await overflow(page), 0)
      assert.deepEqual(await barriers(page), [])
      if (process.env.SCREENSHOTS)
        await page.screenshot({ path: `${process.env.SCREENSHOTS}/applications-${width}.png` })
      await page.getByRole('button', { name: 'Revoke access of SDK client' }).click()
      await page.getByText('Access of SDK client revoked.').waitFor()
      await assert.rejects(call)
      assert.deepEqual(complaints, [])
      await page.context().close()
    })

  test('the AI clients page has no accessibility violations')
    .with([1280, 360])
    .skip(!BROWSER, NO_BROWSER)
    .run(async ({ assert }, width) => {
      const { page, complaints } = await openPage(browser, width)
      await signIn(page, await makeAccount())
      await followInMenu(page, 'AI clients')
      await page.getByRole('button', { name: 'Test connection' }).click()
      await page.getByText('Passed').first().waitFor()
      assert.isAtMost(await overflow(page), 0)
      assert.deepEqual(await barriers(page), [])
      assert.deepEqual(complaints, [])
      await page.context().close()
    })
})
