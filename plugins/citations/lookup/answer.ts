import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import type { ApiRequest } from '#api/api_request'
import type { EndpointAnswer } from '#api/define_endpoint'
import { disconnectSignal } from '#api/respond'
import { Gate } from '#api/gate'
import { Records } from '#api/records'
import { bodyWarning, readEndpointBody } from '#api/writes/endpoint_body'
import { cacheControl } from '#app/support/caching'
import { Reader } from '#app/database/reader'
import { chargeLookup, requireCitationsLeft } from './charge.js'
import { type Addition, additionsFor, readIncluded } from './additions.js'
import { itemParts, type LocatedText } from './locate_task.js'
import { toLocatedCitation } from './located_citations.js'
import { lookUp } from './look_up.js'
import { CodePoints } from '#app/citations/code_points'
import { checkBrief, findBriefCitations } from '../checks/check_brief.js'
import type { BriefResult } from '../checks/checks.js'
import { LOOKUP_FIELDS, type LookupRequest, readLookup } from './lookup_request.js'
import { locateCitations } from './text_tasks.js'
import type { Catalog } from '#api/catalog'
import type { Resource } from '#api/resource'

/** `POST /citation-lookup/` (specification, Citation lookup 1–3). */
@inject()
export class CitationLookup {
  constructor(
    private gate: Gate,
    private reader: Reader
  ) {}

  async answer(request: ApiRequest): Promise<EndpointAnswer> {
    const { ctx } = request
    const { gate, reader } = this
    await requireCitationsLeft(gate, ctx)
    const included = readIncluded(request.parameters)
    const { body, ignored } = await readEndpointBody(request, LOOKUP_FIELDS)
    const lookup = readLookup(body)
    const { total, citations, beyond } = await located(lookup, included, ctx)
    await chargeLookup(gate, ctx, total)

    const looked = await lookUp(reader, citations)
    const keys = [...new Set(looked.flatMap((citation) => citation.clusters))]
    const documents = await new Records(request.catalog.resources, reader).documents(
      clusterResource(request.catalog),
      keys,
      { base: request.base, suffix: request.linkEnd, viewer: request.viewer }
    )
    const checked = included.has('checks') ? await checkedText(reader, lookup, ctx) : undefined
    const more = await additionsFor(reader, included, { looked, documents, keys, checked })
    const items = looked.map((citation, place) => itemParts(citation, documents, more[place]!))
    return {
      json: listOf(beyond ? [...items, [beyond]] : items),
      headers: { ...NOT_STORED, ...bodyWarning(ignored) },
    }
  }
}

const NOT_STORED = { 'cache-control': cacheControl('own') }

function listOf(items: readonly string[][]): string[] {
  return ['[', ...items.flatMap((item, place) => (place ? [',', ...item] : item)), ']']
}

async function located(
  lookup: LookupRequest,
  included: ReadonlySet<Addition>,
  ctx: HttpContext
): Promise<LocatedText> {
  if (!('text' in lookup)) return { total: 1, citations: [toLocatedCitation(lookup)], beyond: '' }
  const task = { text: lookup.text, included: [...included] }
  return locateCitations(task, { signal: disconnectSignal(ctx) })
}

/** The brief check of a text, by position in code points. */
async function checkedText(
  reader: Reader,
  lookup: LookupRequest,
  ctx: HttpContext
): Promise<Map<number, BriefResult>> {
  if (!('text' in lookup)) return new Map()
  const options = { signal: disconnectSignal(ctx) }
  const citations = await findBriefCitations(lookup.text, options)
  const points = new CodePoints(lookup.text)
  const results = await checkBrief(reader, citations, options)
  return new Map(results.map((result) => [points.span(result).start, result]))
}

/** Returns the resource of clusters under its name in the catalog of the request. */
function clusterResource({ resources, ownPath }: Catalog): Resource {
  return resources.all().find(({ path }) => ownPath(path) === 'clusters')!
}
