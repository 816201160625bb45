/**
 * The content security policy of every page of the router.
 */
import router from '@adonisjs/core/services/router'
import { test } from '@japa/runner'
import { isApiPath } from '#api/roots'
import { makeAccount } from '#tests/helpers/accounts'
import { signedIn } from '#tests/helpers/visitor'

const STRICT =
  "default-src 'self'; style-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

/** The only page that other sites may frame. */
const FRAMED = '/visualizations/scotus-mapper/1/embed'

const BROWSABLE = ['', 'courts/', 'courts/ca2/', 'courts/nowhere/'].map(
  (path) => `/api/rest/v4/${path}?format=api`
)

test('every page allows scripts and styles of the server only', async ({ assert }) => {
  const visitor = await signedIn(await makeAccount({ rights: ['*'] }))
  const pages = Object.values(router.toJSON())
    .flat()
    .filter(({ methods, pattern }) => methods.includes('GET') && !isApiPath(pattern))
    .map(({ pattern }) => pattern.replaceAll(/:\w+\??|\*/g, '1'))
  assert.includeMembers(pages, ['/', '/docs/api', '/sign-in', '/admin/accounts/1'])
  let checked = 0
  for (const path of [...new Set(pages), ...BROWSABLE, '/nowhere/']) {
    const { headers } = await visitor.get(path.includes('?') ? path : `${path}/`.replace('//', '/'))
    if (!headers.get('content-type')?.startsWith('text/html')) continue
    const policy = headers.get('content-security-policy')
    const expected = path === FRAMED ? STRICT.replace(/'none'$/, '*') : STRICT
    assert.equal(policy, expected, path)
    checked++
  }
  assert.isAbove(checked, 25)
})
