/**
 * Tests every attempt limit in the sources over HTTP: the attempts it allows and its error
 * response. A limit without a request here fails.
 */
import { randomUUID } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { withLimits } from '#tests/helpers/accounts'
import { searchReady } from '#tests/helpers/search_indexes'
import { Visitor, type Answer } from '#tests/helpers/visitor'

type Attempt = (visitor: Visitor) => Promise<Answer>

const COURTS = '/api/rest/v4/courts/'
const basic = (username: string) =>
  `Basic ${Buffer.from(`${username}:wrong password`).toString('base64')}`

const OWN: Record<string, Attempt> = {
  'sign-in': (visitor) =>
    visitor.get(COURTS, { accept: 'application/json', authorization: basic(randomUUID()) }),
  'sign-in-forms': (visitor) =>
    visitor.submit('/sign-in/', { username: randomUUID(), password: 'wrong password' }),
  'forms': (visitor) =>
    visitor.submit('/reset-password/', { email: `${randomUUID()}@example.org` }),
}

/** Limits that need more than one request. */
const ELSEWHERE: Record<string, string> = {
  'wrong-password': 'tests/functional/console_security.spec.ts',
  'second-factor': 'tests/functional/second_factor.spec.ts',
  // Further views aren't counted, but the page is still shown.
  'views': 'plugins/tags/tests/functional/page_views.spec.ts',
}

/** More attempts than any limit allows in a minute. */
const MOST = 400

interface Declared {
  name: string
  /** Attempts per minute, from the source. */
  perMinute?: number
}

function declaredLimits(): Declared[] {
  const files = globSync(['app/**/*.ts', 'start/**/*.ts', 'plugins/**/*.ts'], {
    cwd: app.makePath(),
    exclude: ['plugins/*/tests/**'],
  })
  return files.flatMap((file) => {
    const source = readFileSync(app.makePath(file), 'utf8')
    return Array.from(
      source.matchAll(/new AttemptLimit\(\s*'([\w-]+)',\s*(?:\['(\d+)\/min')?/g),
      ([, name, rate]) => ({ name: name!, ...(rate ? { perMinute: Number(rate) } : {}) })
    )
  })
}

/** @returns requests by limit: `limits` in `plugins/<name>/tests/limits.ts` */
async function attempts(): Promise<Record<string, Attempt>> {
  const files = globSync('plugins/*/tests/limits.ts', { cwd: app.makePath() })
  const plugins = await Promise.all(
    files.map(async (file) => (await import(app.makeURL(file).href)).limits)
  )
  return Object.assign({}, OWN, ...plugins)
}

test.group('attempt limits', (group) => {
  group.setup(searchReady)

  test('have a request here or a separate spec', async ({ assert }) => {
    const known = [...Object.keys(await attempts()), ...Object.keys(ELSEWHERE)]
    assert.sameMembers(
      known,
      declaredLimits().map(({ name }) => name)
    )
  })

  test('{name} returns 429 with Retry-After')
    .with(() => declaredLimits().filter(({ name }) => !ELSEWHERE[name]))
    .run(async ({ assert }, { name, perMinute }) => {
      const attempt = (await attempts())[name]!
      const visitor = new Visitor()
      await withLimits(async () => {
        let passed = 0
        let answer = await attempt(visitor)
        for (; answer.status !== 429 && passed < MOST; answer = await attempt(visitor)) {
          assert.isBelow(answer.status, 500)
          passed++
        }
        assert.equal(answer.status, 429)
        assert.equal(passed, perMinute ?? passed)
        assert.isAbove(passed, 0)
        const wait = Number(answer.headers.get('retry-after'))
        assert.isAbove(wait, 0)
        assert.isAtMost(wait, perMinute ? 60 : 3600)
        if (answer.headers.get('content-type')?.startsWith('text/html'))
          assert.match(
            answer.text,
            /<h1>429 Too Many Requests<\/h1>\s*<p>You sent too many requests in a short time\.<\/p>\s*<p>Try again in \d+ (?:second|minute)s?\.<\/p>/
          )
      })
    })
})
