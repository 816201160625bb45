import { ApiError } from '#app/support/api_error'
import { defineResource } from '#api/define_resource'
import { f } from '#api/fields'
import { filter } from '#api/filters/kinds'
import app from '@adonisjs/core/services/app'
import { checkAvailability } from '../jobs.js'
import Prayer, { loadPrayerQuota, STATUSES, WAITING } from '../models/prayer.js'
import { Jobs } from '#app/jobs/jobs'

export default defineResource({
  path: 'prayers',
  table: 'prayers',
  label: 'Prayer',
  description:
    'Your requests for documents. A request is granted when its document is added to the archive.',
  owned: {},
  visible: `status = ${WAITING}`,
  fields: {
    id: f.id(),
    date_created: f.created(),
    status: f.choice(STATUSES, {
      readOnly: true,
      default: WAITING,
      help: 'State of the request.',
    }),
    recap_document: f.link('archive-documents', {
      as: 'key',
      column: 'document_id',
      required: true,
      help: 'ID of the archive document.',
    }),
  },
  filters: {
    date_created: filter.datetime(),
    date_created_after: filter.fromDay({ field: 'date_created' }),
    date_created_before: filter.toDay({ field: 'date_created' }),
    user: filter.exactNumber({ column: 'user_id' }),
    recap_document: filter.key(),
    status: filter.choice('in'),
  },
  ordering: ['date_created'],
  cursor: ['date_created'],
  defaultOrder: '-date_created',
  pageSize: 50,
  largestPage: 100,
  writes: ['create', 'destroy'],
  hooks: {
    async create({ trx, caller, values }, save) {
      // Locked until this commits, so that a later update of the document grants the request.
      const document = await trx
        .from('archive_documents')
        .where('id', String(values.document_id))
        .forShare()
        .firstOrFail()
      if (document.is_available) {
        throw new ApiError(400, {
          recap_document: ['This document is already in the archive.'],
        })
      }
      const { account } = caller!
      const options = { client: trx }
      const earlier = await Prayer.ofAccount(account.id, document.id, options)
      if (earlier)
        throw refusal(
          earlier.status === WAITING
            ? "You've already requested this document."
            : 'Your earlier request was granted, but the document has since been removed.'
        )
      const { limit, left } = await loadPrayerQuota(account, options)
      if (!left)
        throw refusal(
          `You can request ${limit} documents in 24 hours. Withdraw a request, or try again later.`
        )
      const { id } = await save()
      const jobs = await app.container.make(Jobs)
      await jobs.send(trx, checkAvailability.name, { prayer: String(id) })
    },
  },
})

function refusal(message: string): ApiError {
  return new ApiError(400, { non_field_errors: [message] })
}
