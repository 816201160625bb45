/** Cache headers: responses have the header from the table in the documentation. */
import { readFile } from 'node:fs/promises'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { IssueToken, RevokeToken } from '#app/accounts/actions/tokens'
import ApiToken from '#app/models/api_token'
import { CACHING, type Audience, type CachedRepresentation } from '#app/support/caching'
import { PluginHost } from '#core/plugin_host'
import { makeAccount } from '#tests/helpers/accounts'
import { searchReady } from '#tests/helpers/search_indexes'
import { signedIn } from '#tests/helpers/visitor'

interface Example {
  path: string
  /** Kinds of callers; both by default. */
  of?: Audience
  /** Whether the response is for a session. */
  session?: boolean
  method?: 'post'
  plugin?: string
}

const FILE = '/storage/mp3/2026/10/01/riley-v-california.mp3'

/** Requests for each representation; `elsewhere` names the spec that makes them. */
const EXAMPLES: Record<keyof typeof CACHING, Example[] | { elsewhere: string }> = {
  files: [{ path: FILE, of: 'public', plugin: 'oral_arguments' }],
  signedRedirect: { elsewhere: 's3_disk.spec.ts' },
  signedFile: { elsewhere: 's3_disk.spec.ts' },
  feeds: [
    { path: '/feed/court/scotus/', plugin: 'case_law' },
    { path: '/feed/docket/2001/', plugin: 'federal_records' },
    { path: '/feed/search/?q=court', plugin: 'search' },
    { path: '/feed/podcast/', plugin: 'oral_arguments' },
  ],
  records: [
    { path: '/api/rest/v4/clusters/' },
    { path: '/api/rest/v4/dockets/2001/' },
    { path: '/api/rest/v3/clusters/' },
    { path: '/api/rest/v4/archive-documents/?docket_entry__docket=2001' },
  ],
  searches: [
    { path: '/api/rest/v4/search/?q=court', plugin: 'search' },
    { path: '/api/rest/v3/search/?q=court', plugin: 'search' },
  ],
  exports: [{ path: '/api/rest/v4/courts/?format=csv', of: 'private' }],
  bulkFiles: { elsewhere: 'bulk_downloads.spec.ts' },
  pages: [
    { path: '/docket/2001/', of: 'public', plugin: 'federal_records' },
    { path: '/docket/2001/', session: true, plugin: 'federal_records' },
    { path: '/docs/', of: 'public' },
    { path: '/search/?q=court&straight=off', of: 'public', plugin: 'search' },
    { path: '/search/?q=court&straight=off', session: true, plugin: 'search' },
  ],
  embeds: [
    {
      path: '/visualizations/scotus-mapper/999999999/embed/',
      of: 'public',
      plugin: 'visualizations',
    },
    {
      path: '/visualizations/scotus-mapper/999999999/embed/',
      session: true,
      plugin: 'visualizations',
    },
  ],
  own: [
    { path: '/profile/', session: true },
    { path: '/nowhere/', of: 'public' },
    { path: '/api/rest/v4/api-usage/', of: 'private', plugin: 'usage' },
  ],
  uploads: { elsewhere: 's3_uploads.spec.ts' },
  tools: [{ path: '/mcp/', of: 'private', plugin: 'tool_server' }],
  sitemap: [{ path: '/sitemap.xml', of: 'public' }],
  robots: [{ path: '/robots.txt', of: 'public' }],
  assets: { elsewhere: 'pages.spec.ts' },
  oldAssets: { elsewhere: 'pages.spec.ts' },
  authorization: [
    { path: '/o/token/', of: 'public', method: 'post', plugin: 'oauth' },
    { path: '/o/register/', of: 'public', method: 'post', plugin: 'oauth' },
  ],
  metadata: [
    { path: '/.well-known/oauth-protected-resource', of: 'public', plugin: 'tool_server' },
  ],
  keys: [{ path: '/o/.well-known/jwks.json', of: 'public', plugin: 'oauth' }],
  health: [{ path: '/health/live', of: 'public' }],
}

test.group('cached representations', (group) => {
  group.setup(searchReady)

  for (const [name, examples] of Object.entries(EXAMPLES)) {
    if ('elsewhere' in examples) continue
    const { what, control } = CACHING[name as keyof typeof CACHING] as CachedRepresentation
    test(`${what} have the declared header`, async ({ client, assert }) => {
      const { plugins } = await app.container.make(PluginHost)
      const { authorization } = await makeAccount()
      const visitor = await signedIn(await makeAccount())
      for (const { path, of, session, method = 'get', plugin } of examples) {
        if (plugin && !plugins.some((one) => one.name === plugin)) continue
        const check = (header: string | null | undefined, audience: Audience) =>
          assert.equal(header ?? null, control[audience], `${path} ${audience}`)
        if (session) {
          check((await visitor.get(path)).headers.get('cache-control'), 'private')
          continue
        }
        if (of !== 'private') check((await client[method](path)).header('cache-control'), 'public')
        if (of !== 'public')
          check(
            (await client.get(path).header('authorization', authorization)).header('cache-control'),
            'private'
          )
      }
    })
  }

  test('a revoked token gets nothing that a client has cached: {$self}')
    .with(['/api/rest/v4/clusters/', '/api/rest/v3/clusters/', '/api/rest/v4/search/?q=court'])
    .run(async ({ client }, path) => {
      const { id } = await makeAccount()
      const database = await app.container.make('lucid.db')
      const wishes = { name: 'revoked', readOnly: true, expiresAt: null }
      const token = await database.transaction((trx) => new IssueToken().handle(trx, id, wishes))
      const ask = (headers: Record<string, string> = {}) => {
        const request = client.get(path).header('authorization', `Token ${token}`)
        for (const [name, value] of Object.entries(headers)) request.header(name, value)
        return request
      }
      const before = await ask()
      before.assertStatus(200)
      const { id: tokenId } = await ApiToken.findByOrFail({ accountId: id, isPrimary: false })
      await database.transaction((trx) => new RevokeToken().handle(trx, id, tokenId))
      for (const headers of [{}, { 'if-none-match': before.header('etag') ?? '*' }] as Record<
        string,
        string
      >[]) {
        ;(await ask(headers)).assertStatus(401)
      }
    })

  test('the documentation contains the declared table', async ({ assert }) => {
    const page = await readFile(app.makePath('resources/docs/caching.md'), 'utf8')
    const rows = page
      .split('\n')
      .filter((line) => line.startsWith('| '))
      .map((line) => line.slice(2, -2).split(' | '))
      .map((cells) => cells.map((cell) => cell.trim()))
      .slice(2)
    const code = (control: string | null) => (control === null ? 'none' : `\`${control}\``)
    const expected = Object.values(CACHING as Record<string, CachedRepresentation>).map((row) => {
      const { public: all, private: own } = row.control
      const control = all === own ? code(all) : `${code(all)}; for an account ${code(own)}`
      return [row.what, row.at, control, row.kept, row.sealed, row.deleted, row.revoked]
    })
    assert.deepEqual(rows, expected)
  })

  test('copies of records must always be revalidated', ({ assert }) => {
    const { files, feeds, pages, embeds } = CACHING
    for (const { control } of [files, feeds, pages, embeds])
      for (const value of Object.values(control)) assert.match(value, /no-cache|no-store/)
  })
})
