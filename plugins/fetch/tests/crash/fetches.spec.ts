/** The fetch queue under `kill -9`: acknowledged requests end and buy at most once. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '@japa/runner'
import { crashesOr } from '#tests/helpers/mortal_processes'
import { FetchingServer } from '../own_server.js'

const CRASHES = crashesOr(2)

test.group('fetches and kill -9', (group) => {
  let server: FetchingServer
  group.setup(async () => {
    server = await FetchingServer.start()
    return () => server.stop()
  })

  test('at most one purchase per request, and no stuck rows', async ({ assert }) => {
    let sent = 0
    for (let crash = 0; crash < CRASHES; crash++) {
      const sending = (async () => {
        for (let n = 0; n < 3; n++) {
          await send(++sent)
          await sleep(100)
        }
      })()
      await sleep(Math.random() * 1500)
      await server.process.kill('SIGKILL')
      await server.restart()
      await sending
    }
    await server.settled()
    const rows = await server.rows('SELECT id, status, error_code FROM fetch_requests ORDER BY id')
    assert.isAtLeast(rows.length, sent)
    assert.deepEqual(
      rows.filter(({ status }) => [1, 4, 5].includes(status)),
      []
    )
    const allowed = ['', 'session_expired', 'purchase_outcome_unknown']
    assert.deepEqual(
      rows.filter(({ error_code: code }) => !allowed.includes(code)),
      []
    )
    const bought = server.simulator.ledger.charges(server.username).length
    const [{ intents }] = (await server.rows(
      'SELECT count(*)::int AS intents FROM fetch_purchases'
    )) as [{ intents: number }]
    const [{ most }] = (await server.rows(
      'SELECT coalesce(max(n), 0)::int AS most FROM (SELECT count(*) AS n FROM fetch_purchases GROUP BY fetch_request_id) AS counted'
    )) as [{ most: number }]
    assert.isAtMost(most, 1)
    assert.isAtMost(bought, intents)
    assert.isAtLeast(bought, 1)
  }).timeout(600_000 + CRASHES * 40_000)

  /** Sends a request with one Idempotency-Key until it is acknowledged, and waits for abandoned reservations. */
  async function send(number: number): Promise<void> {
    let key = randomUUID()
    for (;;) {
      try {
        const body = {
          request_type: 1,
          court: 'akd',
          registry_case_id: '70101',
          de_number_start: number,
        }
        const { status } = await server.send(body, { 'idempotency-key': key })
        if (status === 201) return
        if (status === 409) key = randomUUID()
      } catch {}
      await sleep(200)
    }
  }
})
