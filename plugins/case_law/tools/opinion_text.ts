import { defineToolResource } from '#app/tools/definitions'

/** The text of an opinion in chunks. */
export default defineToolResource({
  uri: 'curia://opinion/{opinion_id}/{chunk}',
  name: 'opinion-text',
  title: 'Text of an opinion',
  description:
    "A chunk of an opinion's text, numbered from 0, and the total number of chunks. opinion_id isn't the cluster ID.",
  mimeType: 'application/json',
  tools: ['read_document'],
  read: async ({ opinion_id: id, chunk }, call) =>
    JSON.stringify(await call('read_document', { opinion_id: id, chunk_index: chunk })),
})
