/** Every rejected POST: its response, stored row, and webhook. */
import { test } from '@japa/runner'
import { apiWrite } from '#tests/helpers/write_paths'
import { withLimits } from '#tests/helpers/accounts'
import FetchRequest from '../../models/fetch_request.js'
import { LOGIN_CODES } from '../../processing/refusals.js'
import { RULE_NAMES } from '../../requests/validation.js'
import { CASE } from '../outcome_row.js'
import { NOT_AT_POST, REFUSED_POSTS } from '../refused_posts.js'
import { LIST, useSimulatedQueue } from '../simulated_queue.js'

test.group('rejected fetch requests', (group) => {
  const queue = useSimulatedQueue(group)
  const rows = () => FetchRequest.query().where('userId', queue.account.id)

  for (const { row, about, body, problems, code, retryable = false } of REFUSED_POSTS) {
    test(row, async ({ assert }) => {
      const sent = await body(queue)
      const answer = await queue.post(sent)
      assert.equal(answer.status, 400)
      const lists = Object.entries(problems).map(([field, said]) => [field, [said]])
      assert.deepEqual(answer.body, Object.fromEntries(lists))

      const [kept, ...more] = await rows()
      assert.isEmpty(more)
      const shown = await queue.read(kept!.id, '?include=details')
      const message = Object.values(problems).join(' ')
      assert.equal(shown.status, 6)
      assert.deepEqual(shown.error, { code, message, retryable })
      assert.equal(shown.message, message)
      assert.isNotNull(shown.date_completed)
      assert.deepEqual(Object.keys(shown.timestamps), ['6'])
      assert.equal(kept!.sessionKey, '')
      const [event, ...others] = await queue.events()
      assert.isEmpty(others)
      assert.equal(event!.webhook.event_type, 3)
      assert.deepEqual(event!.payload, await queue.read(kept!.id))

      // The login is the last rule, so other invalid requests don't reach the court system.
      const isLogin = LOGIN_CODES.includes(about)
      const { logins, dollars } = queue.simulator.ledger.totals()
      assert.equal(dollars, '0.00')
      if (!isLogin) assert.equal(logins, 0)
    })
  }

  test('each rule and each login error has a row', ({ assert }) => {
    const named = REFUSED_POSTS.flatMap(({ about }) => about || [])
    assert.sameMembers(
      [...new Set(named), ...Object.keys(NOT_AT_POST)],
      [...RULE_NAMES, ...LOGIN_CODES]
    )
  })

  test('1.2, 0: a request without a valid type is not stored', async ({ assert }) => {
    const { court, docket_number: number } = CASE
    for (const [body, said] of [
      [{ court, docket_number: number }, 'This field is required.'],
      [{ ...CASE, request_type: 4 }, '"4" is not a valid choice. Choose from: 1, 2, 3.'],
    ] as const) {
      const answer = await queue.post(body)
      assert.equal(answer.status, 400)
      assert.deepEqual(answer.body, { request_type: [said] })
    }
    assert.isEmpty(await rows())
    assert.isEmpty(await queue.events())
  })

  test('specification, Errors: 401, 404, 405, and 429', async ({ assert }) => {
    const id = await queue.send(CASE)
    const call = async (method: string, path: string, headers = {}) =>
      apiWrite(queue.account, method, path, method === 'GET' ? undefined : CASE, headers)()
    const anonymous = await call('POST', LIST, { authorization: '' })
    assert.equal(anonymous.status, 401)
    for (const method of ['PUT', 'PATCH', 'DELETE'])
      assert.equal((await call(method, `${LIST}${id}/`)).status, 405)
    assert.equal((await call('GET', `${LIST}${id + 1}/`)).status, 404)
    await withLimits(async () => {
      for (let n = 0; n < 30; n++) await call('GET', `${LIST}${id}/`)
      const refused = await fetch(`http://${process.env.HOST}:${process.env.PORT}${LIST}`, {
        headers: { authorization: queue.account.authorization },
      })
      assert.equal(refused.status, 429)
      assert.match(
        ((await refused.json()) as { detail: string }).detail,
        /^Request was throttled\. Rate limit exceeded: 30\/min/
      )
      assert.isAbove(Number(refused.headers.get('retry-after')), 0)
    })
    assert.lengthOf(await rows(), 1)
  })
})
