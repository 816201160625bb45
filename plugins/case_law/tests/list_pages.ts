import { ADDED, type PagedList } from '#tests/helpers/paged_lists'

const first = ADDED + 1

export const lists: PagedList[] = [
  {
    view: 'case_law::cited_by',
    path: `/opinion/${first}/a-v-b/cited-by/?order_by=oldest`,
    heading: `Decisions that cite A v. B`,
    texts: ['130 decisions.'],
    rows: {
      tables: ['dockets', 'opinion_clusters', 'opinions', 'opinions_cited'],
      rows: 131,
      values: {
        'dockets.court_id': `'scotus'`,
        'opinion_clusters.case_name': `'A v. B'`,
        'opinion_clusters.slug': `'a-v-b'`,
        'opinions_cited.citing_opinion_id': 'n',
        'opinions_cited.cited_opinion_id': String(first),
        'opinions_cited.depth': '1',
      },
    },
    count: 130,
  },
]
