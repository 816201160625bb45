/** The page of all decisions that cite a decision. */
import { inject } from '@adonisjs/core'
import type { Records, ShownRecord } from '#api/records'
import { linkKeys } from '#app/web/link_key'
import { parsePageParam } from '#app/web/page_requests'
import { caseTitle } from '../../page_paths.js'
import { citesQuery } from '../../search/case_searches.js'
import { citingDecisions, MAX_CITING, ORDERS, type CitingOrder } from './cited_by.js'
import { CitingKinds } from './citing_kinds.js'

const PAGE_SIZE = 50
const MAX_PAGE = Math.ceil(MAX_CITING / PAGE_SIZE)

interface ListAddress {
  /** Empty for all decisions. */
  kind: string
  order: CitingOrder
  page: number
}

@inject()
export default class CitingList {
  constructor(private kinds: CitingKinds) {}

  /** Loads the data of the page. The filter `kind` is ignored if no decision has that kind. */
  async load(
    { reader }: Records,
    cluster: ShownRecord,
    query: URLSearchParams
  ): Promise<Record<string, unknown>> {
    const id = Number(cluster.id)
    const asked = query.get('order_by') ?? ''
    const order: CitingOrder = Object.hasOwn(ORDERS, asked) ? (asked as CitingOrder) : 'depth'
    const page = parsePageParam(query, MAX_PAGE)
    const known = await this.kinds.of(reader, id)
    const kind = known.find((each) => each.kind === query.get('kind'))?.kind
    const part = { order, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }
    const { count, decisions } = await (kind === undefined
      ? citingDecisions(reader, id, part)
      : this.kinds.list(reader, id, { ...part, kind }))
    const at = (changes: Partial<ListAddress>) =>
      listPath({ kind: kind ?? '', order, page: 1, ...changes })
    const opinions = linkKeys(cluster.sub_opinions)
    return {
      name: caseTitle(cluster),
      citing: decisions,
      search: `/search/?${new URLSearchParams({ q: citesQuery(opinions), stat_all: 'on' })}`,
      count: count.toLocaleString('en-US'),
      kinds: known.length > 0 && [
        { label: 'All', path: at({ kind: '' }), current: kind === undefined },
        ...known.map((each) => ({
          ...each,
          path: at({ kind: each.kind }),
          current: each.kind === kind,
        })),
      ],
      isQuoting: kind !== undefined,
      orders: Object.entries(ORDERS).map(([name, { label }]) => ({
        label,
        path: at({ order: name as CitingOrder }),
        current: name === order,
      })),
      previous: page > 1 && at({ page: page - 1 }),
      next: page * PAGE_SIZE < count && at({ page: page + 1 }),
    }
  }
}

function listPath({ kind, order, page }: ListAddress): string {
  return `?${new URLSearchParams({
    ...(kind ? { kind } : {}),
    ...(order === 'depth' ? {} : { order_by: order }),
    ...(page > 1 ? { page: String(page) } : {}),
  })}`
}
