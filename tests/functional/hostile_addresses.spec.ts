/**
 * URLs and forms of pages with values that no record has: every route of the router, as staff
 * with all permissions.
 */
import router from '@adonisjs/core/services/router'
import { test } from '@japa/runner'
import { isApiPath } from '#api/roots'
import { makeAccount } from '#tests/helpers/accounts'
import { EVERYTHING, LEFT_OUT } from '#tests/helpers/long_tests'
import { signedIn, type Visitor } from '#tests/helpers/visitor'

const NULL = 'a%00b'
/** Keys, names, and slugs that don't occur in the database. */
const ODD = [
  ['a null character', NULL],
  ['a number beyond bigint', '9'.repeat(20)],
  ['a fraction', '1.5'],
  ['a quotation mark', "1'--"],
] as const

/** Mounted applications, which have separate specs. */
const FOR_PROGRAMS = /^\/(mcp|o|\.well-known)(\/|$)/

const PARAMETER = /:\w+\??|\*$/g

/** Methods and paths of all page routes with a parameter, one of which gets the value. */
function addresses(value: string): [method: string, path: string][] {
  const routes = Object.values(router.toJSON()).flat()
  return routes
    .filter(({ pattern }) => !isApiPath(pattern) && !FOR_PROGRAMS.test(pattern))
    .flatMap(({ pattern, methods }) =>
      [...pattern.matchAll(PARAMETER)].flatMap((_, chosen) => {
        let index = 0
        const path = pattern.replaceAll(PARAMETER, () => (index++ === chosen ? value : '1'))
        return methods
          .filter((method) => method === 'GET' || method === 'POST')
          .map((method): [string, string] => [method, path])
      })
    )
}

test.group('hostile URLs of pages', (group) => {
  let visitor: Visitor
  let csrf: string

  group.each.timeout(300_000)
  group.each.setup(async () => {
    visitor = await signedIn(await makeAccount({ rights: ['*'] }))
    csrf = await visitor.csrfToken('/profile/settings/')
  })

  for (const [what, value] of ODD) {
    test(`${what} in a URL causes no server error`, async ({ assert }) => {
      const wrong: string[] = []
      const asked = addresses(value)
      assert.isAbove(asked.length, 100)
      for (const [method, path] of asked) {
        const { status } =
          method === 'GET'
            ? await visitor.ask('GET', `${path}/`)
            : await visitor.post(`${path}/`, { _csrf: csrf })
        if (status >= 500) wrong.push(`${method} ${path.slice(0, 100)}: ${status}`)
      }
      assert.deepEqual(wrong, [])
    }).skip(value !== NULL && !EVERYTHING, LEFT_OUT)
  }

  test('a null character in the URL of a page finds nothing', async ({ assert }) => {
    for (const path of [
      '/feed/court/scotus%00/',
      '/court/scotus%00/x/',
      '/docs/lists%00/',
      '/%00/',
    ])
      assert.equal((await visitor.ask('GET', path)).status, 404, path)
  })

  test('null characters in account forms cause no server error', async ({ assert }) => {
    const { id } = await makeAccount()
    const page = `/admin/accounts/${id}/`
    const usual = { scope: 'user', rates: '7/min', notes: 'x', level: 'none' }
    for (const [form, field] of [
      ['role', 'role'],
      ['right', 'right'],
      ['overrides', 'scope'],
      ['overrides', 'rates'],
      ['overrides', 'notes'],
      ['overrides/preview', 'notes'],
      ['membership', 'level'],
      ['membership', 'notes'],
    ] as const) {
      const values = { ...usual, [field]: 'a\0b', _csrf: csrf }
      const { status } = await visitor.post(`${page}${form}/`, values)
      assert.isBelow(status, 500, `${form} ${field}`)
    }
  })

  test('a token of an account can only be revoked by its key', async ({ assert }) => {
    const { id } = await makeAccount()
    for (const token of ['9'.repeat(20), '9'.repeat(15), '1.5', '1e3', '-1', '0x1', 'x', '0'])
      assert.include(
        [302, 403, 404, 422],
        (await visitor.post(`/admin/accounts/${id}/tokens/${token}/revoke/`, { _csrf: csrf }))
          .status,
        token
      )
  })
})
