/** Returns hits as search results in the format of the search endpoint, without scores. */
import { inject } from '@adonisjs/core'
import app from '@adonisjs/core/services/app'
import { readResults, type ResultObject } from '#app/search/results/result_rows'
import { presentFlat, presentHit } from '#app/search/results/present'
import type { SearchRequest } from '#app/search/request/search_request'
import { searchServices } from '#plugins/search/public'
import { parseAlertQuery, buildAlertSearch } from '../search_alerts/alert_query.js'
import { Reader } from '#app/database/reader'

/** A parent with the children that are hits. Without children, the parent is the hit. */
export interface ParentHit {
  key: number
  children: number[]
  /** Whether there are more children. */
  more: boolean
}

@inject()
export class HitResults {
  constructor(private reader: Reader) {}

  /** The search of an alert with highlighted matches. @throws ApiError, QueryError */
  async buildSearch(query: string, type: string): Promise<SearchRequest> {
    const { declarations, context } = await searchServices(app)
    // A court of the query may have been deleted since.
    const { known: _, ...readWith } = await context()
    const search = buildAlertSearch(parseAlertQuery(query), type, declarations, readWith)
    return { ...search, highlight: true }
  }

  /** Results in the v4 format. Hits on deleted records are omitted. */
  async nested(
    search: SearchRequest,
    hits: ParentHit[],
    tag: 'mark' | 'strong' = 'strong'
  ): Promise<ResultObject[]> {
    return (await this.existing(search, hits, tag)).map(({ result }) => result)
  }

  /** Hits with their results in the v4 format, without hits on deleted parents. */
  async existing(
    search: SearchRequest,
    hits: ParentHit[],
    tag: 'mark' | 'strong'
  ): Promise<{ hit: ParentHit; result: ResultObject }[]> {
    const rows = await this.#rowsOf(search, hits)
    return hits.flatMap((hit) => {
      const shown = presentHit(search, engineHit(hit), rows, tag)
      return shown ? [{ hit, result: withoutScore(shown) }] : []
    })
  }

  /** Flat results in the v3 format, one per hit. */
  async flat(search: SearchRequest, hits: ParentHit[]): Promise<ResultObject[]> {
    const rows = await this.#rowsOf(search, hits)
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

  async #rowsOf(search: SearchRequest, hits: ParentHit[]) {
    return readResults(search.type, this.reader, {
      hits: hits.map(({ key }) => key),
      children: hits.flatMap(({ children }) => children),
      whole: true,
    })
  }
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
