import type { PagedList } from '#tests/helpers/paged_lists'

/** Search pages of the sample archive. */
export const lists: PagedList[] = [
  {
    view: 'search::search',
    path: '/search/?q=court&type=o&order_by=dateFiled+asc',
    heading: 'Search',
    title: 'court – Search',
    rows: { tables: [], rows: 0 },
    count: /(\d+) results/,
  },
]
