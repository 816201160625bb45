/**
 * Tests the access of each kind of caller to every route of the router. A route without an
 * entry fails.
 */
import app from '@adonisjs/core/services/app'
import router from '@adonisjs/core/services/router'
import { test } from '@japa/runner'
import { RightRegistry, CONSOLE_RIGHTS } from '#app/accounts/rights'
import { isApiPath, PUBLIC_ROOT } from '#api/roots'
import { makeAccount } from '#tests/helpers/accounts'
import { searchReady } from '#tests/helpers/search_indexes'
import { signedIn, Visitor, type Answer } from '#tests/helpers/visitor'
import { EVERYTHING, LEFT_OUT } from '#tests/helpers/long_tests'
import { PluginHost } from '#core/plugin_host'
import { Gate } from '#api/gate'

type Caller = 'anonymous' | 'user' | 'other' | 'staffWithout' | 'staffWith'

/** Middleware of a route. */
type Guard =
  /** Public. */
  | { kind: 'open' }
  /** Public, unless the server requires an account for reading. */
  | { kind: 'readers' }
  /** The API requires an account. */
  | { kind: 'account' }
  /** The API requires an account with a permission. */
  | { kind: 'right'; right: string }
  /** The sender signs POST requests; account credentials aren't accepted. */
  | { kind: 'signed' }
  /** Requires a token in the Authorization header; sessions aren't accepted. */
  | { kind: 'token' }
  /** Pages of the signed-in user. */
  | { kind: 'signedIn' }
  /** Pages that require a permission, mostly for staff. */
  | { kind: 'staff'; right: string }

const open: Guard = { kind: 'open' }
const readers: Guard = { kind: 'readers' }
const signedInOnly: Guard = { kind: 'signedIn' }
const staff = (right: string): Guard => ({ kind: 'staff', right })

/** Pages by pattern. Access to API endpoints follows from their declarations. */
const PAGES: [pattern: RegExp, methods: RegExp, guard: Guard][] = [
  [
    /^\/$|^\/docs|^\/help\/|^\/assets|^\/health(\/(live|ready))?$|^\/metrics$|^\/robots\.txt$/,
    /./,
    open,
  ],
  [/^\/monitoring\/prometheus$/, /GET/, { kind: 'right', right: 'dashboard.view' }],
  [/^\/monitoring\//, /GET/, open],
  [/^\/storage\/|^\/feed\/|^\/podcast\/search|^\/bulk-data(\/|$)|\/files\.zip$/, /./, readers],
  [/^\/mcp$/, /POST/, { kind: 'token' }],
  [/^\/mcp(\/health)?$|^\/\.well-known\/oauth-protected-resource/, /./, open],
  [/^\/docket\/:docket\/tags(\/|$)/, /POST/, signedInOnly],
  [/^\/tags\//, /./, readers],
  [/^\/visualizations\/scotus-mapper\/:id\/embed$/, /GET/, readers],
  // Redirects to the documentation.
  [/^\/visualizations(\/\*)?$/, /GET/, open],
  [/^\/alert\/(disable|one-click-disable|enable)(\/|$)/, /./, open],
  [/^\/o(\/\*)?$|^\/\.well-known\/(openid-configuration|oauth-authorization-server)/, /./, open],
  [/^\/oauth\/interaction\/:uid$/, /./, signedInOnly],
  [/^\/prayer\/(create|delete)\/:document$|^\/prayers\/pending\/toggle$/, /POST/, signedInOnly],
  [/^\/prayers\/(top|:username|:username\/granted)$/, /GET/, readers],
  [/^\/alert\/(edit|delete\/confirm)\/:id$/, /GET/, signedInOnly],
  [/^\/alert\/hits\/:key$/, /GET/, readers],
  [/^\/alert\/docket\/(new|toggle|appeals)$/, /./, signedInOnly],
  [/^\/alert\/docket\/((subscribe|one-click-unsubscribe)\/:key|unsubscribe(\/:key)?)$/, /./, open],
  [
    /^\/(docket|opinion|person|court|disclosure|audio)\/|^\/(courts|c|statutes)(\/|$)/,
    /./,
    readers,
  ],
  // Returns 404 if the server requires an account for reading.
  [/^\/(sitemap\.xml|:sitemap)$/, /GET/, open],
  [/^\/search(\/suggest)?$|^\/recap\/:name$/, /GET/, readers],
  // Redirects from URLs of the public service.
  [/^\/(opinion|audio|person|recap)$|^\/podcast\/court\//, /GET/, open],
  [
    /^\/(sign-in|register|email|email-confirmation|reset-password|confirm-password)(\/|$)/,
    /./,
    open,
  ],
  // Returns 404 to every caller.
  [/^\/profile\/\*$/, /./, open],
  [/^\/(sign-out|profile)(\/|$)/, /./, signedInOnly],
  [/^\/admin(\/(health|search))?$/, /./, staff('dashboard.view')],
  [
    /^\/admin\/accounts\/:id\/(active|confirm|second-factor\/remove)$/,
    /POST/,
    staff('accounts.edit'),
  ],
  [/^\/admin\/accounts\/:id\/(role|right)$/, /POST/, staff('rights.edit')],
  [/^\/admin\/accounts\/:id\/membership$/, /POST/, staff('memberships.edit')],
  [/^\/admin\/accounts\/:id\/overrides/, /POST/, staff('overrides.edit')],
  [/^\/admin\/accounts\/:id\/tokens\//, /POST/, staff('tokens.revoke')],
  [/^\/admin\/(accounts|memberships|overrides|tokens)/, /GET/, staff('accounts.view')],
  [/^\/admin\/jobs$/, /GET/, staff('jobs.view')],
  [/^\/admin\/jobs\/(:queue\/:job|several)\/retry$/, /./, staff('jobs.retry')],
  [/^\/admin\/(webhooks|deliveries)\/several\//, /./, staff('webhooks.manage')],
  [/^\/admin\/(webhooks|deliveries)/, /GET/, staff('webhooks.view')],
  [/^\/admin\/webhooks\//, /POST/, staff('webhooks.manage')],
  [/^\/admin\/(mails|mail-addresses)/, /GET/, staff('mails.view')],
  [/^\/admin\/promotion$/, /./, staff('promotion.edit')],
  [/^\/admin\/maintenance$/, /./, staff('maintenance.edit')],
  [/^\/admin\/records(\/|$)/, /./, staff('archive.edit')],
  [/^\/admin\/audit/, /GET/, staff('audit.view')],
  [/^\/admin\/(imports|mirrors|overwritten-values)/, /GET/, staff('jobs.view')],
  [/^\/admin\/(search|docket)-alerts$/, /GET/, staff('alerts.view')],
  [/^\/admin\/oauth-clients$/, /GET/, staff('oauth_clients.view')],
  [/^\/admin\/oauth-clients\/:id\/remove$/, /POST/, staff('oauth_clients.remove')],
  [
    /^\/admin\/(bad-redactions|sealed-documents|documents\/:document)(\/|$)/,
    /./,
    staff('documents.seal'),
  ],
  [/^\/admin\/unread-text(\/|$)/, /./, staff('court_pages.review')],
  [/^\/admin\/possible-duplicates(\/|$)/, /./, staff('entries.merge')],
  [/^\/api-forms\//, /POST/, signedInOnly],
  [/^\/fetch(\/:request)?$/, /./, signedInOnly],
  [/^\/uploads$/, /./, staff('upload')],
  [/^\/admin\/court-(emails|feeds)(\/|$)/, /./, staff('court_notices.manage')],
  [/^\/admin\/(uploads|upload-counts)(\/|$)/, /./, staff('upload.manage')],
  [/^\/admin\/fetch-(requests|courts)$/, /GET/, staff('fetch.manage')],
  [/^\/admin\/fetch-courts\/:court$/, /./, staff('fetch.manage')],
  [/^\/admin\/(prayers|unavailable-documents)$/, /GET/, staff('prayers.view')],
]

/** Permission for the history of records. */
const HISTORY_RIGHT = 'archive.edit'

/** URLs of forms with file uploads. */
const TAKES_FILES = ['/uploads/']

/** Staff permissions: those of the console, and of plugins with staff pages. */
async function staffRights(): Promise<string[]> {
  const known = await app.container.make(RightRegistry)
  const ofPages = PAGES.flatMap(([, , guard]) => (guard.kind === 'staff' ? guard.right : []))
  const named = new Set([...Object.keys(CONSOLE_RIGHTS), ...ofPages])
  return [...named].filter((right) => right in known.descriptions)
}

/** A page with a CSRF token. */
const SETTINGS = '/profile/settings/'
const SAFE = ['GET', 'HEAD', 'OPTIONS']

test.group('authorization', (group) => {
  const accounts = {} as Record<
    Exclude<Caller, 'anonymous'>,
    Awaited<ReturnType<typeof makeAccount>>
  >
  const visitors = {} as Record<Caller, Visitor>

  group.setup(async () => {
    await searchReady()
    accounts.user = await makeAccount()
    accounts.other = await makeAccount()
    accounts.staffWith = await makeAccount({ rights: ['*'] })
    visitors.anonymous = new Visitor()
    for (const caller of ['user', 'other', 'staffWith'] as const)
      visitors[caller] = await signedIn(accounts[caller])
  })

  test('every route has an access rule', async ({ assert }) => {
    const missing: string[] = []
    for (const { pattern, methods } of await routes()) {
      for (const method of methods) {
        if (!(await guardOf(pattern, method))) missing.push(`${method} ${pattern}`)
      }
    }
    assert.deepEqual(missing, [], 'Add these routes to PAGES in this spec')
  })

  test('API endpoints allow the callers in their declarations', async ({ client, assert }) => {
    const { resources } = await app.container.make(PluginHost)
    const rights = resources
      .all()
      .flatMap(({ access }) => [access.right, ...Object.values(access.rightOf ?? {})])
      .filter((right) => right !== undefined)
    const allowed = await makeAccount({ rights: [...new Set([...rights, HISTORY_RIGHT])] })
    for (const { pattern, methods } of await routes()) {
      if (!isApiPath(pattern)) continue
      // GET handlers serve HEAD.
      for (const method of methods.filter((name) => ['GET', 'OPTIONS', 'POST'].includes(name))) {
        const guard = (await guardOf(pattern, method))!
        // The response to a GET request for a stream doesn't end.
        const sent = method === 'GET' && /\/stream(\.\w+)?$/.test(pattern) ? 'HEAD' : method
        const status = async (authorization?: string) => {
          const request = client.request(addressOf(pattern), sent).redirects(0)
          if (authorization) request.header('authorization', authorization)
          return (await request).status()
        }
        const name = `${method} ${pattern}`
        const anonymous = await status()
        const user = await status(accounts.user.authorization)
        if (guard.kind === 'signed') {
          // No signature is valid without a secret on the server.
          assert.deepEqual([anonymous, user], [501, 501], name)
          continue
        }
        assert.isBelow(anonymous, 500, name)
        if (guard.kind === 'open') {
          assert.notInclude([401, 403], anonymous, name)
          assert.notInclude([401, 403], user, name)
        } else {
          assert.equal(anonymous, 401, name)
          if (guard.kind === 'account') assert.notInclude([401, 403], user, name)
          else {
            assert.equal(user, 403, name)
            assert.notInclude([401, 403], await status(allowed.authorization), name)
          }
        }
      }
    }
  })
    .skip(!EVERYTHING, LEFT_OUT)
    .timeout(300_000)

  test('pages allow the callers in the list', async ({ assert }) => {
    for (const { pattern, methods } of await routes()) {
      if (isApiPath(pattern)) continue
      // Other tests end visitors' sessions and delete their accounts.
      if (['/sign-out', '/profile/delete'].includes(pattern)) continue
      for (const method of methods.filter((name) => name === 'GET' || name === 'POST')) {
        const guard = await guardOf(pattern, method)
        // The first test lists routes without a rule.
        if (!guard) continue
        const name = `${method} ${pattern}`
        const status = async (visitor: Visitor, page: string) => {
          const path = addressOf(pattern, accounts.other.id)
          return method === 'GET' ? visitor.get(path) : send(visitor, path, page)
        }
        const anonymous = await status(visitors.anonymous, '/sign-in/')
        assert.isBelow(anonymous.status, 500, name)
        if (guard.kind === 'open' || guard.kind === 'readers') {
          assert.notInclude([401, 403], anonymous.status, name)
          continue
        }
        if (guard.kind === 'right') {
          const statuses = [visitors.user, visitors.staffWith].map((one) => status(one, '/'))
          assert.deepEqual(
            [anonymous.status, ...(await Promise.all(statuses)).map((answer) => answer.status)],
            [401, 403, 200],
            name
          )
          continue
        }
        if (guard.kind === 'token') {
          assert.equal(anonymous.status, 401, name)
          assert.equal((await status(visitors.user, SETTINGS)).status, 401, name)
          continue
        }
        assert.equal(anonymous.status, 302, name)
        assert.match(anonymous.location!, /^\/sign-in\//, name)
        const user = await status(visitors.user, SETTINGS)
        if (guard.kind === 'signedIn') {
          assert.notInclude([401, 403, 500], user.status, name)
          continue
        }
        if (guard.kind !== 'staff') throw new Error(name)
        assert.equal(user.status, 403, name)
        const allowed = await status(visitors.staffWith, SETTINGS)
        assert.notInclude([401, 403, 500], allowed.status, name)
      }
    }
  })
    .skip(!EVERYTHING, LEFT_OUT)
    .timeout(300_000)

  test('a server that requires an account for reading shows nothing to anonymous visitors', async ({
    client,
    assert,
    cleanup,
  }) => {
    const { options } = await app.container.make(Gate)
    options.anonymousReads = false
    cleanup(() => void (options.anonymousReads = true))
    // Responses that only describe the API.
    const described =
      /^\/(courtlistener\/)?api\/rest\/v\d(\/\*|\/overview|\/openapi(\.json|\/:plugin))?$/
    const pages = (await routes()).filter(({ methods }) => methods.includes('GET'))
    for (const { pattern } of pages.filter((page) => !described.test(page.pattern))) {
      const kind = (await guardOf(pattern, 'GET'))?.kind
      const path = addressOf(pattern)
      if (
        isApiPath(pattern) ||
        /^\/(storage|feed|podcast\/search|bulk-data\/:name\/:file|docket\/:id\/files\.zip)(\/|$)/.test(
          pattern
        )
      ) {
        assert.equal((await client.get(path).redirects(0)).status(), 401, pattern)
      } else if (kind === 'readers') {
        const { status, location } = await visitors.anonymous.get(path)
        assert.equal(status, 302, pattern)
        assert.match(location!, /^\/sign-in\//, pattern)
        assert.notInclude([302, 401], (await visitors.user.get(path)).status, pattern)
      }
    }
  }).timeout(300_000)

  test('{$self} is sufficient where it is required, and other permissions are not')
    .with(staffRights)
    .run(async ({ assert }, right) => {
      const others = (await staffRights()).filter((other) => other !== right)
      const lets = await signedIn(await makeAccount({ rights: [right] }))
      const lacks = await signedIn(await makeAccount({ rights: others }))
      for (const { pattern, methods } of await routes()) {
        for (const method of methods.filter((name) => name === 'GET' || name === 'POST')) {
          const guard = await guardOf(pattern, method)
          if (guard?.kind !== 'staff' || guard.right !== right) continue
          const path = addressOf(pattern, accounts.other.id)
          const status = async (visitor: Visitor) => {
            const answer = method === 'GET' ? visitor.get(path) : send(visitor, path, SETTINGS)
            return (await answer).status
          }
          const name = `${method} ${pattern} for ${right}`
          assert.equal(await status(lacks), 403, name)
          assert.notInclude([401, 403, 500], await status(lets), name)
        }
      }
    })

  test('accounts cannot access the tokens of others', async ({ assert }) => {
    const victim = await makeAccount()
    const database = await app.container.make('lucid.db')
    const [row] = await database
      .table('api_tokens')
      .insert({ account_id: victim.id, name: 'extra', hash: 'x'.repeat(43), ending: 'xxxx' })
      .returning('id')
    const answer = await visitors.user.submit(
      `/profile/api-token/${row.id}/revoke/`,
      {},
      { from: '/profile/api-token/' }
    )
    assert.equal(answer.status, 302)
    assert.isNotNull(await database.from('api_tokens').where('id', row.id).first())
  })

  test('staff cannot grant a permission they lack', async ({ assert }) => {
    const visitor = await signedIn(await makeAccount({ rights: ['accounts.view', 'rights.edit'] }))
    const page = `/admin/accounts/${accounts.other.id}/`
    const give = (values: Record<string, string>, action: string) =>
      visitor.submit(`${page}${action}/`, values, { from: page })
    assert.equal((await give({ right: '*', granted: 'true' }, 'right')).status, 403)
    assert.equal((await give({ role: 'Administrator' }, 'role')).status, 403)
    assert.equal((await give({ right: 'accounts.view', granted: 'true' }, 'right')).status, 302)
  })
})

interface FoundRoute {
  pattern: string
  methods: string[]
}

async function routes(): Promise<FoundRoute[]> {
  const found = Object.values(router.toJSON()).flat()
  return found
    .map(({ pattern, methods }) => ({ pattern: pattern.replace(/(.)\/$/, '$1'), methods }))
    .filter(({ pattern }) => !pattern.includes('fixture-'))
}

async function guardOf(pattern: string, method: string): Promise<Guard | undefined> {
  if (!isApiPath(pattern)) {
    return PAGES.find(
      ([path, methods]) => path.test(pattern) && (methods.test(method) || method === 'HEAD')
    )?.[2]
  }
  const plugins = await app.container.make(PluginHost)
  const { resources, endpoints } = pattern.startsWith(PUBLIC_ROOT) ? plugins.publicCatalog : plugins
  const [, name = ''] = /\/rest\/v[34]\/?([\w-]*)/.exec(pattern) ?? []
  const access =
    endpoints.find(({ path }) => path === name)?.access ??
    resources.all().find(({ path }) => path === name)?.access
  // Histories of records that don't belong to accounts are for staff.
  if (/\/history(\.\w+)?$/.test(pattern) && method === 'GET' && !access?.account)
    return { kind: 'right', right: HISTORY_RIGHT }
  const right = access?.rightOf?.[method] ?? (method === 'OPTIONS' ? undefined : access?.right)
  if (right) return { kind: 'right', right }
  if (access?.account) return { kind: 'account' }
  if (access?.signed && method === 'POST') return { kind: 'signed' }
  if (access?.accountToWrite && !SAFE.includes(method)) return { kind: 'account' }
  return open
}

/** An empty form, from a page with a CSRF token. */
function send(visitor: Visitor, path: string, from: string): Promise<Answer> {
  return TAKES_FILES.includes(path)
    ? visitor.submitFiles(path, new FormData(), { from })
    : visitor.submit(path, {}, { from })
}

/** A URL that matches the pattern, for another account. */
function addressOf(pattern: string, accountId = 1): string {
  const path = pattern
    .replaceAll(/:id\b/g, String(pattern.startsWith('/admin/') ? accountId : 1))
    .replaceAll(/:key\b/g, 'a'.repeat(40))
    .replaceAll(/:(?:token|document|attachment)\??/g, '1')
    .replaceAll(/:\w+\??/g, 'x')
    .replaceAll('*', 'x')
  return path.endsWith('/') || /\.\w+$/.test(path) ? path : `${path}/`
}
