/** Sends changes to webhooks, in the transaction that advances the consumer's position. */
import app from '@adonisjs/core/services/app'
import { firstKeys } from '#app/events/change_keys'
import type { TransactionalConsumer } from '#app/events/consumer_definition'
import { transactionReader } from '#app/database/reader'
import { absoluteUrl } from '#app/mail/view_mail'
import { WebhookEvents } from '#app/webhooks/webhook_events'
import { RecordChanges } from '#api/record_changes'
import { ResourceRegistry } from '#api/registry'
import { sendWebhookToAll } from '#plugins/webhooks/public'
import { encodeCursor } from '../feed/cursors.js'
import { FeedReader } from '../feed/feed_reader.js'
import { writeChange } from '../feed/feed_writer.js'
import { RECORDS_CHANGED } from './events.js'

/** Maximum changes in an event; the receiver reads the others from the feed. */
const MAX_CHANGES = 100

export default {
  name: 'changes.webhooks',
  wholeChanges: true,
  async handle({ changes, after, cursor, trx }) {
    const { code } = (await app.container.make(WebhookEvents)).get(RECORDS_CHANGED)
    const endpoint = await trx.from('webhooks').where('event_type', code).select('id').first()
    if (!endpoint || after === undefined) return
    const registry = await app.container.make(ResourceRegistry)
    const sources = (await app.container.make(RecordChanges))
      .sources(registry)
      .filter(({ resource }) => !resource.ownership)
    const topics = new Set(sources.map(({ topic }) => topic))
    const relevant = changes.filter(({ table }) => topics.has(table))
    const first = firstKeys(relevant, MAX_CHANGES)
    const batch = { changes: first.changes, cursor, more: false }
    const feed = new FeedReader({ read: async () => batch }, transactionReader(trx))
    const page = await feed.read({ after, limit: MAX_CHANGES, sources, viewer: undefined })
    const more = first.cutAt !== null || first.changes.length < relevant.length
    if (!page.changes.length && !more) return
    const base = absoluteUrl('/api/rest/v4/')
    await sendWebhookToAll(trx, {
      event: RECORDS_CHANGED,
      payload: {
        since: encodeCursor(after),
        cursor: encodeCursor(cursor),
        more,
        results: page.changes.map((change) => JSON.parse(writeChange(change, base)) as object),
      },
    })
  },
} satisfies TransactionalConsumer
