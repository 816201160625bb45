/**
 * Queues opinions for linking when the archive changes, in the transaction
 * that moves on in the change log. Linking does not follow its own changes.
 */
import app from '@adonisjs/core/services/app'
import { Jobs } from '#app/jobs/jobs'
import settings from '../settings.js'
import { LINK_CHANGED } from './job.js'
import { entriesOf } from './changed_entries.js'
import { enqueue } from './queue.js'
import type { TransactionalConsumer } from '#app/events/consumer_definition'

export default {
  name: 'citations.linking',
  tables: ['opinions', 'citations', 'opinions_cited', 'parentheticals', 'opinion_clusters'],
  originalOnly: true,
  // It queues ranges, and does not look at their rows.
  wholeChanges: true,
  async handle({ changes, trx }) {
    if (!settings.linking) return
    const entries = entriesOf(changes)
    if (!entries.length) return
    await enqueue(trx, entries)
    const jobs = await app.container.make(Jobs)
    await jobs.send(trx, LINK_CHANGED, {})
  },
} satisfies TransactionalConsumer
