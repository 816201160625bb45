import { ADDED, type PagedList } from '#tests/helpers/paged_lists'

export const lists: PagedList[] = [
  {
    view: 'citations::reports',
    path: '/c/us/9997/',
    heading: '9997 U.S.',
    title: 'Decisions in 9997 U.S.',
    texts: ['1,100 decisions in this archive'],
    rows: {
      tables: ['dockets', 'opinion_clusters', 'citations'],
      rows: 1100,
      values: {
        'dockets.court_id': `'scotus'`,
        'opinion_clusters.case_name': `'A v. B'`,
        'citations.volume': `'9997'`,
        'citations.reporter': `'U.S.'`,
        'citations.page': `(n - ${ADDED})::text`,
      },
    },
    count: 1100,
  },
]
