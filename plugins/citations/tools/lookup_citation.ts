import { defineTool } from '#app/tools/define_tool'
import { ToolError } from '#app/tools/tool_error'
import { DECISION, toCitedDecision, type LookupItem } from './analysis/decisions.js'

interface Arguments {
  citation: string
}

const MAX_LENGTH = 300

/** Lookup of a single citation. */
export default defineTool<Arguments>({
  name: 'lookup_citation',
  title: 'Look Up Citation',
  description:
    'Returns the decisions that match a citation such as 347 U.S. 483 with their cluster IDs, names, dates, and parallel citations. Costs one API request and one citation. For the citations in a text, use analyze_citations.',
  after: 'unsubscribe_from_docket_alert',
  extra: true,
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  input: () => ({
    type: 'object',
    properties: {
      citation: {
        type: 'string',
        minLength: 1,
        maxLength: MAX_LENGTH,
        description:
          'Volume, reporter, and page: 347 U.S. 483. The page can be within the decision.',
      },
    },
    required: ['citation'],
  }),
  output: () => ({
    type: 'object',
    properties: {
      results: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            citation: { type: 'string', description: 'As given.' },
            normalized_citations: { type: 'array', items: { type: 'string' } },
            status: {
              type: 'integer',
              description:
                '200: found. 300: several decisions. 400: unknown reporter. 404: not found. 429: not looked up.',
            },
            error: { type: 'string' },
            matched_on: { type: ['string', 'null'] },
            decisions: { type: 'array', items: DECISION },
          },
          required: ['citation', 'normalized_citations', 'status', 'decisions'],
        },
      },
    },
    required: ['results'],
  }),
  example: { citation: '347 U.S. 483' },
  async call({ citation }, { api }) {
    const items = await api.post<LookupItem[]>('citation-lookup/?include=match', { text: citation })
    if (!items.length)
      throw new ToolError('Not a case citation. Use volume, reporter, and page: 347 U.S. 483.')
    return {
      results: items.map((item) => ({
        citation: item.citation,
        normalized_citations: item.normalized_citations,
        status: item.status,
        ...(item.error_message ? { error: item.error_message } : {}),
        matched_on: item.matched_on,
        decisions: item.clusters.map((cluster) => toCitedDecision(cluster, api.caller.origin)),
      })),
    }
  },
})
