/** Every outcome of a request: its status, message, error, and webhook. */
import { test } from '@japa/runner'
import { REFUSAL_CODES } from '../../processing/refusals.js'
import { CASE } from '../outcome_row.js'
import { OUTCOME_ROWS, WITHOUT_ROW } from '../outcome_rows.js'
import { useSimulatedQueue, withMaxPages } from '../simulated_queue.js'

test.group('outcomes of fetches from simulated courts', (group) => {
  const queue = useSimulatedQueue(group)

  for (const expected of OUTCOME_ROWS) {
    test(expected.row, async ({ assert }) => {
      const { status, code, retryable = false, billed = '0.00', unanswered = 0 } = expected
      const asked = (await expected.ask?.(queue)) ?? CASE
      const made = await queue.post(asked)
      assert.equal(made.status, 201)
      const { id } = made.body
      await expected.then?.(queue, id, asked)
      await withMaxPages(expected.maxPages ?? null, () => queue.work(id))

      const shown = await queue.read(id, '?include=details')
      assert.equal(shown.status, status, shown.message)
      if (typeof expected.message === 'string') assert.equal(shown.message, expected.message)
      else assert.match(shown.message, expected.message)
      assert.deepEqual(shown.error, code && { code, message: shown.message, retryable })
      assert.isNotNull(shown.date_completed)
      assert.property(shown.timestamps, String(status))
      assert.equal(queue.simulator.ledger.totals().dollars, billed)
      const open = shown.cost.purchases.filter(({ answered }: { answered: boolean }) => !answered)
      assert.lengthOf(open, unanswered)

      const [event, ...more] = await queue.events()
      assert.isEmpty(more)
      assert.equal(event!.webhook.event_type, 3)
      assert.deepEqual(event!.payload, await queue.read(id))
    })
  }

  test('each code has a row or a reason for its absence', ({ assert }) => {
    const codes = OUTCOME_ROWS.flatMap(({ code }) => code ?? [])
    assert.sameMembers([...new Set(codes), ...Object.keys(WITHOUT_ROW)], REFUSAL_CODES)
  })
})
