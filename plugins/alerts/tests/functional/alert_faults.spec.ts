/** Writes of alerts when a statement fails. */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { makeAccount } from '#tests/helpers/accounts'
import { assertAllOrNothing, type WritePath } from '#tests/helpers/all_or_nothing'
import { searchReady } from '#tests/helpers/search_indexes'
import { signedIn } from '#tests/helpers/visitor'
import { apiWrite, formWrite } from '#tests/helpers/write_paths'
import { makeReader } from '../alert_helpers.js'
import { takesMinutes } from '#tests/helpers/long_tests'

const ALERTS = '/api/rest/v4/alerts/'
const DOCKET_ALERTS = '/api/rest/v4/docket-alerts/'
const WISHES = { name: 'Nuts', query: 'q=nuts&type=r', rate: 'dly', alert_type: 'r' }

async function firstDocket(): Promise<number> {
  const database = await app.container.make('lucid.db')
  const [row] = await database.from('dockets').orderBy('id').limit(1)
  return Number(row.id)
}

const PATHS: WritePath[] = [
  {
    name: 'POST /alerts/',
    prepare: async () => apiWrite(await makeReader(), 'POST', ALERTS, WISHES),
  },
  {
    name: 'POST /alerts/ with an Idempotency-Key',
    prepare: async () =>
      apiWrite(await makeReader(), 'POST', ALERTS, WISHES, { 'idempotency-key': 'once' }),
  },
  {
    name: 'PATCH /alerts/',
    prepare: async () => {
      const reader = await makeReader()
      const { text } = await apiWrite(reader, 'POST', ALERTS, WISHES)()
      return apiWrite(reader, 'PATCH', `${ALERTS}${JSON.parse(text).id}/`, { rate: 'wly' })
    },
  },
  {
    name: 'POST /docket-alerts/',
    prepare: async () =>
      apiWrite(await makeAccount(), 'POST', DOCKET_ALERTS, { docket: await firstDocket() }),
  },
  {
    name: 'the search alert form',
    prepare: async () =>
      formWrite(
        await signedIn(await makeReader()),
        '/profile/alerts/',
        WISHES,
        '/profile/alerts/new/'
      ),
  },
  {
    name: 'the docket alert button',
    prepare: async () =>
      formWrite(
        await signedIn(await makeReader()),
        '/alert/docket/toggle/',
        { docket: String(await firstDocket()) },
        '/profile/settings/'
      ),
  },
]

test.group('alerts with failing statements', (group) => {
  takesMinutes(group)
  group.setup(() => searchReady())

  for (const path of PATHS) {
    test(`rolls back: ${path.name}`, async ({ assert }) => {
      assert.isAbove(await assertAllOrNothing(assert, path), 2)
    })
  }

  test('creates only one record per Idempotency-Key', async ({ assert }) => {
    const { withFault } = await import('#tests/helpers/faulty_connection')
    const keyed = async () => {
      const reader = await makeReader()
      const post = apiWrite(reader, 'POST', ALERTS, WISHES, { 'idempotency-key': 'once' })
      return { reader, post }
    }
    const { statements } = await withFault({ failing: 0 }, (await keyed()).post)
    const failing = statements.findIndex((text) => text.startsWith('COMMIT')) + 1
    for (const fault of ['cut', 'unanswered'] as const) {
      const { reader, post } = await keyed()
      const { result: first } = await withFault({ failing, fault }, post)
      assert.equal(first.status, 503, first.text)
      const again = await post()
      assert.equal(again.status, 201, again.text)
      const database = await app.container.make('lucid.db')
      const rows = await database.from('search_alerts').where('user_id', reader.id)
      assert.deepEqual(
        rows.map(({ id }) => Number(id)),
        [JSON.parse(again.text).id]
      )
    }
  })
})
