import { ApiError } from '#app/support/api_error'
import { defineResource } from '#api/define_resource'
import { f } from '#api/fields'
import { filter } from '#api/filters/kinds'
import app from '@adonisjs/core/services/app'
import { checkAvailability } from '../jobs.js'
import Prayer from '../models/prayer.js'
import { quotaOf } from '../quota.js'
import { STATUSES, WAITING } from '../statuses.js'
import { Jobs } from '#app/jobs/jobs'

export default defineResource({
  path: 'prayers',
  table: 'prayers',
  label: 'Prayer',
  description: 'Documents you requested; a request is granted when the document joins the archive.',
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
      // Kept as it is until this is through: what comes afterwards grants it.
      const document = await trx
        .from('archive_documents')
        .where('id', String(values.document_id))
        .forShare()
        .firstOrFail()
      if (document.is_available) {
        throw new ApiError(400, {
          recap_document: ['The archive has this document already.'],
        })
      }
      const { account } = caller!
      const options = { client: trx }
      const earlier = await Prayer.ofAccount(account.id, document.id, options)
      if (earlier)
        throw refusal(
          earlier.status === WAITING
            ? 'You have asked for this document already.'
            : 'You have asked for this document already, and your request was granted. The document has been removed since.'
        )
      const { limit, left } = await quotaOf(account, options)
      if (!left)
        throw refusal(
          `You may ask for ${limit} documents in 24 hours. Take one back, or try later.`
        )
      const { id } = await save()
      const jobs = await app.container.make(Jobs)
      await jobs.send(trx, checkAvailability.name, { prayer: String(id) })
    },
  },
})

function refusal(said: string): ApiError {
  return new ApiError(400, { non_field_errors: [said] })
}
