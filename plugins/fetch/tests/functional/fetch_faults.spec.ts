/** Fails each statement of the POST and the job: nothing is stored partially or bought twice. */
import { randomUUID } from 'node:crypto'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { Jobs } from '#app/jobs/jobs'
import { makeAccount, type TestAccount } from '#tests/helpers/accounts'
import { assertAllOrNothing } from '#tests/helpers/all_or_nothing'
import { withFault, type Fault, type FaultPlace } from '#tests/helpers/faulty_connection'
import { apiWrite } from '#tests/helpers/write_paths'
import { makeEndpoint } from '#plugins/webhooks/tests/endpoints'
import { LANE_JOB } from '../../codes.js'
import FetchPurchase from '../../models/fetch_purchase.js'
import FetchRequest from '../../models/fetch_request.js'
import { CASE } from '../outcome_row.js'
import { LIST, useSimulatedQueue } from '../simulated_queue.js'
import { takesMinutes } from '#tests/helpers/long_tests'

const LOGIN = { registry_username: 'simreader', registry_password: 'Simulated-1' }

const FAULTS: Fault[] = ['cut', 'refused', 'unanswered']

/** The statements of a merge transaction count as one. */
const isOfQueue = (statement: string) => /fetch_|^(?:BEGIN|COMMIT)/.test(statement)

test.group('fetches with failing statements', (group) => {
  takesMinutes(group)
  const queue = useSimulatedQueue(group)

  test('POST /archive-fetch/ stores everything or nothing', async ({ assert }) => {
    const write = {
      name: 'POST /archive-fetch/',
      prepare: async () => apiWrite(await makeAccount(), 'POST', LIST, { ...CASE, ...LOGIN }),
    }
    assert.isAbove(await assertAllOrNothing(assert, write), 4)
  })

  /** Stored requests of an account and their queued jobs. */
  const stored = async (account: TestAccount) => {
    const requests = await FetchRequest.query().where('userId', account.id)
    const database = await app.container.make('lucid.db')
    const count = async (sql: string) =>
      (await database.rawQuery<{ rows: { n: number }[] }>(sql, [account.id])).rows[0]!.n
    return {
      statuses: requests.map(({ status }) => status),
      jobs: await count(
        `SELECT count(*)::int AS n FROM jobs.job WHERE name = 'fetch.lane' AND data->>'account' = ?::text`
      ),
      events: await count(
        'SELECT count(*)::int AS n FROM webhook_deliveries d JOIN webhooks w ON w.id = d.webhook_id WHERE w.user_id = ?'
      ),
    }
  }

  test('POST /archive-fetch/ with an Idempotency-Key creates one request', async ({ assert }) => {
    const QUEUED = { statuses: [1], jobs: 1, events: 0 }
    const NOTHING = { statuses: [], jobs: 0, events: 0 }
    await everyFault(async (fault) => {
      const account = await makeAccount()
      const headers = { 'idempotency-key': randomUUID() }
      const act = apiWrite(account, 'POST', LIST, { ...CASE, ...LOGIN }, headers)
      const { result: first, statements } = await withFault(fault, act)
      const where = `${statements.at(-1)}, ${JSON.stringify(fault)}: ${first.text}`
      if (first.status === 201) assert.deepEqual(await stored(account), QUEUED, where)
      const again = await act()
      // 409: the first request may still be running.
      assert.oneOf(again.status, [201, 409], `${where}; then ${again.text}`)
      assert.deepEqual(await stored(account), again.status === 201 ? QUEUED : NOTHING, where)
      if (first.status === 201) assert.equal(again.text, first.text, where)
      return statements
    })
  })

  test('a rejected POST is stored with its webhook or not at all', async ({ assert }) => {
    const KEPT = { statuses: [6], jobs: 0, events: 1 }
    const NOTHING = { statuses: [], jobs: 0, events: 0 }
    await everyFault(async (fault) => {
      const account = await makeAccount()
      await makeEndpoint(account.id, 'https://receiver.example/', { event_type: 3 })
      const body = { ...CASE, ...LOGIN, registry_username: 'simexpired' }
      const { result, statements } = await withFault(fault, apiWrite(account, 'POST', LIST, body))
      const found = await stored(account)
      const where = `${statements.at(-1)}, ${JSON.stringify(fault)}: ${result.text}`
      if (result.status === 400) assert.deepEqual(found, KEPT, where)
      else
        assert.oneOf(
          JSON.stringify(found),
          [KEPT, NOTHING].map((one) => JSON.stringify(one)),
          where
        )
      return statements
    })
  })

  for (const [what, ask] of [
    ['a docket', async () => ({ request_type: 1, court: 'akd', registry_case_id: '70102' })],
    [
      'a PDF',
      async () => ({
        request_type: 2,
        recap_document: await queue.document({ id: '02302500301' }),
      }),
    ],
  ] as const)
    test(`the job for ${what} ends and buys at most once`, async ({ assert }) => {
      const ends = new Set<string>()
      await everyFault(async (fault) => {
        queue.simulator.ledger.clear()
        const id = await queue.send(await ask())
        const jobs = await app.container.make(Jobs)
        const { statements } = await withFault(fault, () =>
          jobs.runWaiting(LANE_JOB).catch(() => undefined)
        )
        await queue.work(id)
        const { status, error, cost } = await queue.read(id, '?include=details')
        const where = `${statements.at(-1)}, ${JSON.stringify(fault)}: ${error?.message}`
        const charges = queue.simulator.ledger.charges()
        assert.isAtMost(charges.length, 1, where)
        assert.isAtMost(charges.length, cost.purchases.length, where)
        const code = error?.code ?? ''
        ends.add(code)
        if (code === 'purchase_outcome_unknown') assert.isFalse(cost.purchases[0].answered, where)
        else if (status === 2) assert.lengthOf(charges, 1, where)
        else assert.equal(code, 'server_error', where)
        const kept = (await FetchPurchase.of(id)).filter(({ keptPath }) => keptPath)
        if (status === 2) assert.isEmpty(kept, where)
        return statements
      }, isOfQueue)
      assert.includeMembers([...ends], ['', 'purchase_outcome_unknown'])
    }).timeout(300_000)

  /** Repeats an action with every statement failing in every way. */
  async function everyFault(
    act: (fault: FaultPlace) => Promise<string[]>,
    isTried = (_statement: string) => true
  ): Promise<void> {
    // The first run initializes the process.
    await act({ failing: 0 })
    const statements = (await act({ failing: 0 })).filter(isTried)
    // Matched by text, because the process sends other statements in between.
    for (const text of new Set(statements)) {
      const times = statements.filter((statement) => statement === text).length
      for (let failing = 1; failing <= times; failing++)
        for (const fault of text.startsWith('COMMIT') ? FAULTS.slice(1) : FAULTS.slice(0, 1))
          await act({ failing, fault, counts: (statement) => statement === text })
    }
  }
})
