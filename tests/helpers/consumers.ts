/** Runs plugin consumers on changes made by tests. */
import app from '@adonisjs/core/services/app'
import { ChangeLog } from '#app/events/change_log'
import type { TransactionalConsumer } from '#app/events/consumer_definition'

/**
 * Runs a function and has a consumer handle its changes, as the consumer's process would.
 *
 * @param again handles all changes twice, as after a crash
 */
export async function followed(
  consumer: TransactionalConsumer,
  work: () => Promise<unknown>,
  { again = false } = {}
): Promise<void> {
  const log = await app.container.make(ChangeLog)
  const start = await log.now()
  await work()
  for (let round = 0; round < (again ? 2 : 1); round++) {
    for (let after = start, more = true; more;) {
      const batch = await log.read({ after })
      const signal = new AbortController().signal
      await log.database.transaction((trx) => consumer.handle({ ...batch, signal, trx }))
      ;({ cursor: after, more } = batch)
    }
  }
}
