/** Writes of webhooks when a statement fails. */
import { test } from '@japa/runner'
import { makeAccount, type TestAccount } from '#tests/helpers/accounts'
import { assertAllOrNothing, type WritePath } from '#tests/helpers/all_or_nothing'
import { signedIn } from '#tests/helpers/visitor'
import { allowHost } from '#plugins/webhooks/tests/endpoints'
import { apiWrite, formWrite } from '#tests/helpers/write_paths'
import { takesMinutes } from '#tests/helpers/long_tests'

const WEBHOOKS = '/api/rest/v4/webhooks/'
/** No requests are sent to this host. */
const HOST = '127.0.0.1:9'
const ENDPOINT = { url: `http://${HOST}/hooks`, event_type: 6, enabled: true }

async function made(account: TestAccount): Promise<string> {
  const { text } = await apiWrite(account, 'POST', WEBHOOKS, ENDPOINT)()
  return JSON.parse(text).id
}

const PATHS: WritePath[] = [
  {
    name: 'POST /webhooks/',
    prepare: async () => apiWrite(await makeAccount(), 'POST', WEBHOOKS, ENDPOINT),
  },
  {
    name: 'PATCH /webhooks/',
    prepare: async () => {
      const account = await makeAccount()
      return apiWrite(account, 'PATCH', `${WEBHOOKS}${await made(account)}/`, { enabled: false })
    },
  },
  {
    name: 'the form to add a webhook',
    prepare: async () =>
      formWrite(await signedIn(await makeAccount()), '/profile/webhooks/', {
        url: ENDPOINT.url,
        kind: '6:1',
      }),
  },
  {
    name: 'the form to rotate a secret',
    prepare: async () => {
      const account = await makeAccount()
      const page = `/profile/webhooks/${await made(account)}/`
      return formWrite(await signedIn(account), `${page}secret/`, {}, page)
    },
  },
  {
    name: 'the form to send a test event',
    prepare: async () => {
      const account = await makeAccount()
      const page = `/profile/webhooks/${await made(account)}/`
      return formWrite(await signedIn(account), `${page}test/`, {}, page)
    },
  },
]

test.group('webhooks with failing statements', (group) => {
  takesMinutes(group)
  group.setup(() => allowHost(HOST))

  for (const path of PATHS) {
    test(`rolls back: ${path.name}`, async ({ assert }) => {
      assert.isAbove(await assertAllOrNothing(assert, path), 2)
    })
  }
})
