import { API_NAME } from '#app/tools/api_client'
import { ListedChoices } from '#app/tools/choices'
import { defineTool } from '#app/tools/define_tool'
import { FIELDS, fieldNames } from '#app/tools/endpoints'
import { searchResultOutput } from '#app/tools/output_schema'
import { NUM_RESULTS, queryOutput, startQuery } from '#app/tools/paged_query'
import { searchProperties, searchQuery } from '#app/tools/search_arguments'

interface Arguments extends Record<string, unknown> {
  type: string
  fields?: string[] | string
  num_results?: number
}

/** Search of the archive (tool server, tools 1). */
export default defineTool<Arguments>({
  name: 'search',
  title: 'Search',
  description: `Searches ${API_NAME} for words, phrases, and filters, and returns the first results and the total. Costs one API request per 20 results. Results of case law have cluster_id and opinion_id, the main opinion, which you can read with read_document. Results with meta.partial match most of the words of q, or with meta.similar only its meaning. For more results, call get_more_results.`,
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  input: (catalog) => {
    const { type, ...parameters } = searchProperties(catalog)
    return {
      type: 'object',
      properties: { type: type!, fields: FIELDS, num_results: NUM_RESULTS, ...parameters },
      required: ['type'],
    }
  },
  output: (catalog) => queryOutput(searchResultOutput(catalog)),
  example: {
    type: 'o',
    q: '"equal protection"',
    court: 'scotus',
    fields: ['caseName', 'citation', 'dateFiled', 'cluster_id'],
    num_results: 2,
  },
  async call({ fields, num_results: most, ...args }, context) {
    const { catalog, app } = context
    const lists = await app.container.make(ListedChoices)
    const query = await searchQuery(args, { tool: 'search', catalog, lists })
    const type = catalog.searchTypes.find(({ code }) => code === args.type)
    if (type?.hitKey && !query.order_by && query.semantic !== 'true') query.partial = 'on'
    const presentation = { searchType: args.type, fields: fieldNames(fields) }
    return startQuery({ endpoint: 'search', query, ...presentation }, most, context)
  },
})
