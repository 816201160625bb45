/** Dockets and documents as resources for AI clients. */
import { defineToolResource } from '#app/tools/definitions'

export default [
  defineToolResource({
    uri: 'curia://docket/{docket_id}',
    name: 'docket-sheet',
    title: 'Docket sheet',
    description: 'A federal case with its latest docket entries and parties.',
    mimeType: 'application/json',
    tools: ['get_docket_sheet'],
    read: async ({ docket_id: id }, call) =>
      JSON.stringify(await call('get_docket_sheet', { docket_id: id })),
  }),
  defineToolResource({
    uri: 'curia://document/{document_id}/{chunk}',
    name: 'document-text',
    title: 'Text of a filing',
    description: "A chunk of a document's text, numbered from 0, and the total number of chunks.",
    mimeType: 'application/json',
    tools: ['read_document'],
    read: async ({ document_id: id, chunk }, call) =>
      JSON.stringify(await call('read_document', { archive_document_id: id, chunk_index: chunk })),
  }),
]
