/**
 * Hits as results of a search: what the search endpoint shows, without a
 * score, with matches in `<strong>`.
 */
import app from '@adonisjs/core/services/app'
import { readResults, type ResultObject } from '#app/search/results/result_rows'
import { presentFlat, presentHit } from '#app/search/results/present'
import type { SearchRequest } from '#app/search/request/search_request'
import { searchServices } from '#plugins/search/public'
import { parametersOf, searchOf } from '../search_alerts/alert_query.js'
import { Reader } from '#app/database/reader'

/** A parent, and those of its children that are hits; none: the parent itself. */
export interface ParentHit {
  key: number
  children: number[]
  /** There are more of them. */
  more: boolean
}

/** The search of an alert, with matches marked. @throws ApiError, QueryError */
export async function searchOfAlert(query: string, type: string): Promise<SearchRequest> {
  const { declarations, context } = await searchServices(app)
  const search = searchOf(parametersOf(query), type, declarations, await context())
  return { ...search, highlight: true }
}

/** Results as v4 has them; hits whose records are gone are left out. */
export async function nestedResults(
  search: SearchRequest,
  hits: ParentHit[],
  tag: 'mark' | 'strong' = 'strong'
): Promise<ResultObject[]> {
  const rows = await rowsOf(search, hits)
  return hits.flatMap((hit) => {
    const shown = presentHit(search, engineHit(hit), rows, tag)
    return shown ? [withoutScore(shown)] : []
  })
}

/** One flat result for each hit, as v3 has them. */
export async function flatResults(
  search: SearchRequest,
  hits: ParentHit[]
): Promise<ResultObject[]> {
  const rows = await rowsOf(search, hits)
  return hits.flatMap((hit) => {
    const { children, perChild } = search.type.results
    const flat = children && hit.children.length ? hit.children : [null]
    return flat.flatMap((child) => {
      const whole = engineHit({ ...hit, children: child === null ? [] : [child] })
      const shown =
        child === null && perChild
          ? presentHit(search, whole, rows, 'strong')
          : presentFlat(search, perChild ? { ...whole, key: child! } : whole, rows, 'strong')
      return shown ? [withoutScore(shown)] : []
    })
  })
}

async function rowsOf(search: SearchRequest, hits: ParentHit[]) {
  return readResults(search.type, await app.container.make(Reader), {
    hits: hits.map(({ key }) => key),
    children: hits.flatMap(({ children }) => children),
    whole: true,
  })
}

function engineHit({ key, children, more }: ParentHit) {
  return {
    key,
    parent: key,
    score: 0,
    position: [],
    children: children.map((child) => ({ key: child, score: 0 })),
    moreChildren: more,
  }
}

function withoutScore({ meta, ...result }: ResultObject): ResultObject {
  const facts = Object.entries(meta ?? {}).filter(([name]) => name !== 'score')
  return Object.fromEntries(
    Object.entries({ ...result, meta: Object.fromEntries(facts) }).sort(([a], [b]) =>
      a < b ? -1 : 1
    )
  )
}
