/**
 * Dockets and documents that AI clients read under a URI.
 */
import { defineToolResource } from '#app/tools/definitions'

export default [
  defineToolResource({
    uri: 'curia://docket/{docket_id}',
    name: 'docket-sheet',
    title: 'Docket sheet',
    description: 'A federal case with its newest docket entries and its parties.',
    mimeType: 'application/json',
    tools: ['get_docket_sheet'],
    read: async ({ docket_id: id }, call) =>
      JSON.stringify(await call('get_docket_sheet', { docket_id: id })),
  }),
  defineToolResource({
    uri: 'curia://document/{document_id}/{chunk}',
    name: 'document-text',
    title: 'Text of a filing',
    description:
      'A chunk of the text of a document of a docket, counted from 0, with the number of chunks.',
    mimeType: 'application/json',
    tools: ['read_document'],
    read: async ({ document_id: id, chunk }, call) =>
      JSON.stringify(await call('read_document', { archive_document_id: id, chunk_index: chunk })),
  }),
]
