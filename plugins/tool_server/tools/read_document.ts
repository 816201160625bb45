import { API_NAME } from '#app/tools/api_client'
import { defineTool, type ToolContext } from '#app/tools/define_tool'
import {
  DocumentText,
  documentHead,
  documentOutput,
  documentProperties,
  documentText,
  namedDocuments,
  NO_TEXT,
  type DocumentArguments,
  type NamedDocument,
} from '#app/tools/documents'
import { ToolError } from '#app/tools/tool_error'

interface Arguments extends DocumentArguments {
  chunk_index?: number | number[]
  chunk_size?: number
}

const STANDARD_SIZE = 8000
const LEAST_SIZE = 100
const MAX_CHUNKS = 10

const INDEX = { type: 'integer', minimum: 0 }

/** Texts of documents (tool server, tools 8). */
export default defineTool<Arguments>({
  name: 'read_document',
  title: 'Read Document',
  description: `Returns the text of one document of ${API_NAME}, completely or in chunks. Read long documents by chunk_index, starting at 0; total_chunks is the number of chunks. Costs one API request, or none if the text was read recently; the ID of a group, such as cluster_id, costs one more. To find a passage, use search_document.`,
  after: 'get_more_results',
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  input: (_, documents) => ({
    type: 'object',
    properties: {
      ...documentProperties(documents),
      chunk_index: {
        anyOf: [
          INDEX,
          { type: 'array', items: INDEX, minItems: 1, maxItems: MAX_CHUNKS },
          { type: 'null' },
        ],
        description: `Chunk to return, starting at 0, or a list of up to ${MAX_CHUNKS}. Default: the complete text.`,
      },
      chunk_size: {
        type: ['integer', 'null'],
        minimum: LEAST_SIZE,
        default: STANDARD_SIZE,
        description: `Characters per chunk. Default: ${STANDARD_SIZE}.`,
      },
    },
  }),
  output: (_, documents) => ({
    type: 'object',
    properties: {
      ...documentOutput(documents),
      text: { type: 'string', description: 'The complete text, or one chunk.' },
      chunk_index: { type: 'integer' },
      chunk_size: { type: 'integer' },
      total_chunks: { type: 'integer' },
      chunks: {
        type: 'array',
        items: {
          type: 'object',
          properties: { chunk_index: { type: 'integer' }, text: { type: 'string' } },
          required: ['chunk_index', 'text'],
        },
      },
    },
    required: ['doc_type', 'doc_id'],
  }),
  example: { opinion_id: 2067, chunk_index: 0, chunk_size: 500 },
  async call({ chunk_index: index, chunk_size: size = STANDARD_SIZE, ...args }, context) {
    const [named] = await namedDocuments(args, context)
    const head = documentHead(named!)
    const text = await textOrFailure(named!, context)
    if (typeof text !== 'string') return { ...head, ...text }
    return text
      ? { ...head, ...partOf(new DocumentText(text), index, size) }
      : { ...head, error: NO_TEXT }
  },
})

/** For a document from a group, returns a failure as a result, with the IDs of the others. */
async function textOrFailure(
  named: NamedDocument,
  context: ToolContext
): Promise<string | { error: string }> {
  try {
    return await documentText(named, context)
  } catch (error) {
    if (named.siblings && error instanceof ToolError) return { error: error.message }
    throw error
  }
}

/** @throws ToolError if a chunk is out of range */
function partOf(
  text: DocumentText,
  index: number | number[] | undefined,
  size: number
): Record<string, unknown> {
  const all = { total_chars: text.length }
  if (index === undefined) return { ...all, text: text.text }
  const total = Math.ceil(text.length / size)
  const beyond = [index].flat().filter((each) => each >= total)
  if (beyond.length)
    throw new ToolError(
      `chunk_index ${beyond.join(', ')} is out of range: the document has ${total} chunk${total === 1 ? '' : 's'} of ${size} characters, from 0 to ${total - 1}.`
    )
  const chunk = (at: number) => text.slice(at * size, Math.min((at + 1) * size, text.length))
  const sizes = { chunk_size: size, total_chunks: total }
  return Array.isArray(index)
    ? {
        ...all,
        ...sizes,
        chunks: [...new Set(index)].map((at) => ({ chunk_index: at, text: chunk(at) })),
      }
    : { ...all, chunk_index: index, ...sizes, text: chunk(index) }
}
