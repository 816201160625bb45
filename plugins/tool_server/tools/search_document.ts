import { API_NAME } from '#app/tools/api_client'
import { defineTool, type OutputSchema, type ToolContext } from '#app/tools/define_tool'
import {
  DocumentText,
  documentHead,
  documentOutput,
  documentProperties,
  documentText,
  MAX_DOCUMENTS,
  namedDocuments,
  NO_TEXT,
  type DocumentArguments,
  type NamedDocument,
} from '#app/tools/documents'
import type { DocumentDefinition } from '#app/tools/definitions'
import { ToolError } from '#app/tools/tool_error'

interface Arguments extends DocumentArguments {
  query: string
  snippet_size?: number
}

/** Maximum number of passages to return. */
const MAX_SHOWN = 20
const STANDARD_SNIPPET = 300
const LEAST_SNIPPET = 50
/** Limits the total length of 20 passages. */
const MAX_SNIPPET_LENGTH = 10_000
/** Maximum length of a phrase. In the worst case, time grows with its length times the text's. */
const MAX_PHRASE = 500

/** Phrase search in documents (tool server, tools 9). */
export default defineTool<Arguments>({
  name: 'search_document',
  title: 'Search Document',
  description: `Finds an exact phrase (case-insensitive) in the text of documents of ${API_NAME}, and returns the first ${MAX_SHOWN} passages and the total number of matches. Accepts one document, or up to ${MAX_DOCUMENTS} of the same kind. Costs the same as read_document for each document.`,
  after: 'read_document',
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  input: (_, documents) => ({
    type: 'object',
    properties: {
      ...documentProperties(documents, { several: true }),
      query: {
        type: 'string',
        minLength: 1,
        maxLength: MAX_PHRASE,
        description: 'Phrase to find, without operators, wildcards, or markup.',
      },
      snippet_size: {
        type: ['integer', 'null'],
        minimum: LEAST_SNIPPET,
        maximum: MAX_SNIPPET_LENGTH,
        default: STANDARD_SNIPPET,
        description: `Characters on each side of a match. Default: ${STANDARD_SNIPPET}.`,
      },
    },
    required: ['query'],
  }),
  output: (_, documents) => {
    const found = passagesOutput(documents)
    return {
      ...found,
      properties: {
        ...found.properties,
        results: {
          type: 'array',
          items: { ...found, required: ['doc_type', 'doc_id', 'query'] },
          description: 'One entry per document of a list.',
        },
      },
    }
  },
  example: { opinion_id: 2067, query: 'Fourteenth Amendment', snippet_size: 100 },
  async call({ query, snippet_size: around = STANDARD_SNIPPET, ...args }, context) {
    const named = await namedDocuments(args, context)
    const search = { query, around }
    const isList = Object.values(args).some((value) => Array.isArray(value))
    if (!isList && !named[0]!.siblings) return searched(named[0]!, search, context)
    let done = 0
    const results = await Promise.all(
      named.map(async (each) => {
        const found = await searchedOrFailure(each, search, context)
        await context.progress(++done, named.length, `${done} of ${named.length} documents`)
        return found
      })
    )
    return isList ? { results } : results[0]!
  },
})

/** Schema of the passages of a document. */
function passagesOutput(documents: readonly DocumentDefinition[]): OutputSchema {
  return {
    type: 'object',
    properties: {
      ...documentOutput(documents),
      query: { type: 'string' },
      match_count: { type: 'integer' },
      shown: { type: 'integer', description: 'Number of passages in snippets.' },
      snippets: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            position: { type: 'integer', description: 'Characters before the match.' },
            text: { type: 'string' },
          },
          required: ['position', 'text'],
        },
      },
    },
  }
}

interface PhraseSearch {
  query: string
  around: number
}

async function searched(
  named: NamedDocument,
  { query, around }: PhraseSearch,
  context: ToolContext
): Promise<Record<string, unknown>> {
  const text = new DocumentText(await documentText(named, context))
  const head = { ...documentHead(named), query }
  if (!text.length) return { ...head, error: NO_TEXT }
  const { count, snippets } = text.find(query, { most: MAX_SHOWN, around })
  const counts = { match_count: count, shown: snippets.length }
  return { ...head, total_chars: text.length, ...counts, snippets }
}

/** Returns a failure as a result, so that it doesn't affect the other documents. */
async function searchedOrFailure(
  named: NamedDocument,
  search: PhraseSearch,
  context: ToolContext
): Promise<Record<string, unknown>> {
  try {
    return await searched(named, search, context)
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    return { ...documentHead(named), query: search.query, error: error.message }
  }
}
