import type { ApplicationService } from '@adonisjs/core/types'
import type { ApiRequest } from '#api/api_request'
import type { EndpointAnswer } from '#api/define_endpoint'
import { Gate } from '#api/gate'
import { Records } from '#api/records'
import { bodyOf } from '#api/writes/read_body'
import { Reader } from '#app/database/reader'
import { chargeLookup, requireCitationsLeft } from './charge.js'
import { additionsFor, readIncluded } from './additions.js'
import { clusterResource } from './cluster_resource.js'
import { locatedCitations } from './located_citations.js'
import { lookUp, type LookedUpCitation } from './look_up.js'
import { readLookup } from './lookup_request.js'

/** `POST /citation-lookup/` (citation-lookup 1–3). */
export async function answerLookup(
  request: ApiRequest,
  app: ApplicationService
): Promise<EndpointAnswer> {
  const { ctx } = request
  const gate = await app.container.make(Gate)
  await requireCitationsLeft(gate, ctx)
  const included = readIncluded(request.parameters)
  const citations = locatedCitations(readLookup({ ...(await bodyOf(ctx)) }))
  await chargeLookup(gate, ctx, citations.length)

  const reader = await app.container.make(Reader)
  const looked = await lookUp(reader, citations)
  const keys = [...new Set(looked.flatMap((citation) => citation.clusters))]
  const documents = await new Records(request.catalog.resources, reader).documents(
    clusterResource(request.catalog),
    keys,
    { base: request.base, suffix: request.linkEnd, viewer: request.viewer }
  )
  const more = await additionsFor(reader, included, { looked, documents, keys })
  return {
    json: `[${looked.map((citation, place) => itemJson(citation, documents, more[place]!)).join()}]`,
    headers: { 'cache-control': 'no-store' },
  }
}

/** The clusters are JSON text already. */
function itemJson(
  { located, normalized, status, error, clusters }: LookedUpCitation,
  documents: ReadonlyMap<string, string>,
  more: object
): string {
  const item = JSON.stringify({
    citation: located.citation,
    normalized_citations: normalized,
    start_index: located.start,
    end_index: located.end,
    status,
    error_message: error,
  })
  const shown = clusters.flatMap((key) => documents.get(key) ?? [])
  const added = JSON.stringify(more).slice(1, -1)
  return `${item.slice(0, -1)},"clusters":[${shown.join()}]${added && `,${added}`}}`
}
