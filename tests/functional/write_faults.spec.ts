/**
 * Writes of the API, forms, and staff actions with each of their statements failing: they are
 * either confirmed and stored, or rejected and not stored. Plugins test their own writes in
 * the same way.
 */
import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import { makeAccount } from '#tests/helpers/accounts'
import { assertAllOrNothing, type WritePath } from '#tests/helpers/all_or_nothing'
import { apiWrite, formWrite } from '#tests/helpers/write_paths'
import { mailedPath } from '#tests/helpers/mails'
import { signedIn, Visitor } from '#tests/helpers/visitor'
import { takesMinutes } from '#tests/helpers/long_tests'

const BOOKS = '/api/rest/v4/fixture-books/'
const PASSWORD = 'a long way to Tipperary'

async function madeBook() {
  const account = await makeAccount()
  const post = await apiWrite(account, 'POST', BOOKS, { author: 3, title: randomUUID() })()
  return { account, path: `${BOOKS}${JSON.parse(post.text).id}/` }
}

const registration = () => {
  const username = `new-${randomUUID().slice(0, 13)}`
  return {
    username,
    email: `${username}@example.org`,
    first_name: 'Ada',
    last_name: 'Byron',
    password: PASSWORD,
    password_confirmation: PASSWORD,
    consent: 'true',
  }
}

const withEmail = () => makeAccount({ email: `${randomUUID()}@example.org`, confirmed: true })

const API: WritePath[] = [
  {
    name: 'POST',
    prepare: async () =>
      apiWrite(await makeAccount(), 'POST', BOOKS, { author: 3, title: randomUUID() }),
  },
  {
    name: 'PATCH',
    prepare: async () => {
      const { account, path } = await madeBook()
      return apiWrite(account, 'PATCH', path, { title: randomUUID() })
    },
  },
  {
    name: 'PUT',
    prepare: async () => {
      const { account, path } = await madeBook()
      return apiWrite(account, 'PUT', path, { author: 4, title: randomUUID() })
    },
  },
  {
    name: 'DELETE',
    prepare: async () => {
      const { account, path } = await madeBook()
      return apiWrite(account, 'DELETE', path)
    },
  },
]

const FORMS: WritePath[] = [
  {
    name: 'register',
    prepare: async () => formWrite(new Visitor(), '/register/', registration()),
  },
  {
    name: 'confirm an email address',
    prepare: async () => {
      const form = registration()
      const visitor = new Visitor()
      await visitor.submit('/register/', form)
      return formWrite(visitor, await mailedPath(form.email))
    },
  },
  {
    name: 'ask for a password reset',
    prepare: async () => {
      const account = await withEmail()
      return formWrite(new Visitor(), '/reset-password/', {
        email: await emailOf(account.id),
      })
    },
  },
  {
    name: 'settings',
    prepare: async () =>
      formWrite(await signedIn(await withEmail()), '/profile/settings/', {
        first_name: 'Ada',
        last_name: randomUUID().slice(0, 8),
        time_zone: 'Europe/Berlin',
      }),
  },
  {
    name: 'change a password',
    prepare: async () => {
      const account = await makeAccount()
      return formWrite(await signedIn(account), '/profile/password/change/', {
        current: account.password,
        password: PASSWORD,
        password_confirmation: PASSWORD,
      })
    },
  },
  {
    name: 'add a token',
    prepare: async () =>
      formWrite(await signedIn(await makeAccount()), '/profile/api-token/', {
        name: randomUUID().slice(0, 8),
      }),
  },
  {
    name: 'replace the token',
    prepare: async () => {
      const account = await makeAccount()
      return formWrite(await signedIn(account), '/profile/api-token/reset/', {
        password: account.password,
      })
    },
  },
  {
    name: 'confirm another email address',
    prepare: async () => {
      const visitor = await signedIn(await withEmail())
      const email = `${randomUUID()}@example.org`
      await visitor.submit('/profile/settings/', { email, time_zone: 'UTC' })
      return formWrite(visitor, await mailedPath(email))
    },
  },
  {
    name: 'choose a new password',
    prepare: async () => {
      const { id } = await withEmail()
      const email = await emailOf(id)
      const visitor = new Visitor()
      await visitor.submit('/reset-password/', { email })
      return formWrite(visitor, await mailedPath(email), {
        password: PASSWORD,
        password_confirmation: PASSWORD,
      })
    },
  },
  {
    name: 'delete an account',
    prepare: async () => {
      const account = await makeAccount()
      return formWrite(await signedIn(account), '/profile/delete/', { password: account.password })
    },
  },
]

let boss: Visitor | undefined

/** Each with its entry in the audit log. */
const STAFF = (
  [
    ['active', { active: 'false' }],
    ['confirm', {}],
    ['role', { role: 'Viewer' }],
    ['right', { right: 'jobs.view', granted: 'true' }],
    ['membership', { level: 'tier_3', payment_status: 'succeeded' }],
    ['overrides', { scope: 'user', rates: '7/min' }],
    ['tokens/replace', {}],
  ] as const
).map(([action, values]): WritePath => ({
  name: `staff: ${action}`,
  prepare: async () => {
    const { id } = await makeAccount({ email: `${randomUUID()}@example.org`, confirmed: false })
    boss ??= await signedIn(await makeAccount({ rights: ['*'] }))
    return formWrite(boss, `/admin/accounts/${id}/${action}/`, values, `/admin/accounts/${id}/`)
  },
}))

async function emailOf(id: number): Promise<string> {
  const { default: app } = await import('@adonisjs/core/services/app')
  const database = await app.container.make('lucid.db')
  return (await database.from('accounts').where({ id }).firstOrFail()).email
}

test.group('writes with failing statements', (group) => {
  takesMinutes(group)
  for (const path of [...API, ...FORMS, ...STAFF]) {
    test(`atomic: ${path.name}`, async ({ assert }) => {
      assert.isAbove(await assertAllOrNothing(assert, path), 2)
    })
  }
})
