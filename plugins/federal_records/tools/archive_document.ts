import { defineDocument } from '#app/tools/definitions'

/** Documents of docket entries. */
export default defineDocument({
  type: 'archive_document',
  description: 'ID of a document of a docket entry (a main document or attachment).',
  endpoint: 'archive-documents',
  texts: ['plain_text'],
})
