import type { ApiClient } from '#app/tools/api_client'
import { defineDocument } from '#app/tools/definitions'
import { ToolError } from '#app/tools/tool_error'
import { mainOpinion, type RankedOpinion } from '../opinion_types.js'
import { OPINION_TEXTS } from '../search/opinion_values.js'

/** Has links to cited opinions; the other sources don't. */
const PREFERRED = 'html_with_citations'

/** Opinions by ID, or the main opinion of a cluster. */
export default defineDocument({
  type: 'opinion',
  description: 'ID of an opinion (opinion_id in search results), not of a cluster.',
  endpoint: 'opinions',
  texts: [...new Set([PREFERRED, ...OPINION_TEXTS.map(({ column }) => column.replace('o.', ''))])],
  group: {
    argument: 'cluster_id',
    description:
      'ID of a cluster, instead of an opinion. Returns its main opinion and the IDs of the others.',
    documents: opinionsOf,
  },
})

/** @throws ToolError for a cluster without opinions */
async function opinionsOf(cluster: number, api: ApiClient) {
  const { results } = await api.get<{ results: RankedOpinion[] }>('opinions/', {
    // A cluster that doesn't exist has no opinions; `cluster` would be an error.
    cluster__id: cluster,
    fields: 'id,type,ordering_key',
    order_by: 'id',
  })
  const main = mainOpinion(results)
  if (!main) throw new ToolError(`Cluster ${cluster} has no opinions.`)
  const others = results.filter((opinion) => opinion !== main)
  return { main: main.id, others: others.map(({ id }) => id) }
}
