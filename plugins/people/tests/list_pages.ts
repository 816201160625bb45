import { ADDED, type PagedList } from '#tests/helpers/paged_lists'

export const lists: PagedList[] = [
  {
    view: 'people::person',
    path: `/person/${ADDED + 1}/jane-roe/`,
    heading: 'Jane Roe',
    texts: ['Opinions written (60)'],
    rows: {
      tables: ['people', 'dockets', 'opinion_clusters', 'opinions'],
      rows: 60,
      values: {
        'people.name_first': `'Jane'`,
        'people.name_last': `'Roe'`,
        'people.slug': `'jane-roe'`,
        'dockets.court_id': `'scotus'`,
        'opinions.author_id': String(ADDED + 1),
      },
    },
    count: 60,
  },
]
