import { defineToolResource } from '#app/tools/definitions'

/** The text of an opinion, a chunk at a time. */
export default defineToolResource({
  uri: 'curia://opinion/{opinion_id}/{chunk}',
  name: 'opinion-text',
  title: 'Text of an opinion',
  description:
    'A chunk of the text of an opinion, counted from 0, with the number of chunks. opinion_id is not cluster_id.',
  mimeType: 'application/json',
  tools: ['read_document'],
  read: async ({ opinion_id: id, chunk }, call) =>
    JSON.stringify(await call('read_document', { opinion_id: id, chunk_index: chunk })),
})
