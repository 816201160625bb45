/**
 * Grants prayers when their documents become available, in the transaction
 * that advances the consumer's position.
 */
import app from '@adonisjs/core/services/app'
import { CHANGED_ROWS, changedRows } from '#app/events/changed_rows'
import DocumentAvailability from '../models/document_availability.js'
import { notifyGranted } from '../jobs.js'
import { GRANTED, WAITING } from '../models/prayer.js'
import { Jobs } from '#app/jobs/jobs'
import type { TransactionalConsumer } from '#app/events/consumer_definition'

const GRANT = `UPDATE prayers p SET status = ${GRANTED}, date_granted = now()
  FROM ${CHANGED_ROWS}, archive_documents doc
  WHERE doc.id BETWEEN c.first AND c.last AND doc.is_available
    AND p.document_id = doc.id AND p.status = ${WAITING}
  RETURNING p.document_id`

export default {
  name: 'prayers.grants',
  tables: ['archive_documents'],
  async handle({ changes, trx, signal }) {
    const documents = new Set<string>()
    for (const kind of ['created', 'updated'] as const) {
      const rows = changedRows(changes, 'archive_documents', kind)
      if (!rows) continue
      const { rows: granted } = await trx.rawQuery<{ rows: { document_id: string }[] }>(GRANT, [
        rows,
      ])
      for (const { document_id: document } of granted) documents.add(document)
    }
    const jobs = await app.container.make(Jobs)
    for (const document of documents) {
      signal.throwIfAborted()
      await DocumentAvailability.query({ client: trx }).where('documentId', document).delete()
      await jobs.send(trx, notifyGranted.name, { document })
    }
  },
} satisfies TransactionalConsumer
