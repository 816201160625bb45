import { defineResource } from '#api/define_resource'
import { f } from '#api/fields'
import { filter } from '#api/filters/kinds'
import { ApiError } from '#app/support/api_error'
import { NOTE_ERRORS } from '../errors.js'
import Note, { MAX_NOTE_LENGTH, MAX_NOTES } from '../models/note.js'

export default defineResource({
  path: 'notes',
  table: 'user_notes',
  label: 'Note',
  description: 'Your private notes on decisions, dockets, and documents.',
  owned: {},
  fields: {
    id: f.id(),
    date_created: f.created(),
    date_modified: f.modified(),
    user: f.number({ column: 'user_id', help: 'ID of the owner.' }),
    cluster: link('clusters', 'opinion cluster'),
    docket: link('dockets', 'docket'),
    document: link('archive-documents', 'archive document'),
    text: f.text({ required: true, maxLength: MAX_NOTE_LENGTH, help: 'Plain text.' }),
  },
  filters: {
    id: filter.exactNumber(),
    cluster: filter.related(),
    docket: filter.related(),
    document: filter.related(),
    text: filter.text(),
    date_created: filter.datetime(),
    date_modified: filter.datetime(),
  },
  ordering: ['date_created', 'date_modified'],
  cursor: ['id', 'date_created', 'date_modified'],
  pageSize: 50,
  largestPage: 100,
  writes: ['create', 'update', 'destroy'],
  hooks: {
    async create({ trx, caller, values }, save) {
      const records = [values.cluster_id, values.docket_id, values.document_id]
      if (records.filter((key) => key !== undefined && key !== null).length !== 1)
        throw new ApiError(400, {
          non_field_errors: ['Set exactly one of cluster, docket, and document.'],
        })
      if ((await Note.countByAccount(trx, caller!.account.id)) >= MAX_NOTES)
        throw ApiError.detail(
          NOTE_ERRORS.note_quota_reached,
          `An account can have up to ${MAX_NOTES.toLocaleString('en')} notes. Delete one first.`
        )
      await save()
    },
  },
})

/** One of the three records that a note can be about. */
function link(resource: string, label: string) {
  return f.link(resource, {
    as: 'key',
    nullable: true,
    createOnly: true,
    expands: true,
    help: `ID of the ${label}.`,
  })
}
