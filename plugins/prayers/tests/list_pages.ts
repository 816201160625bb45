import type { PagedList } from '#tests/helpers/paged_lists'

export const lists: PagedList[] = [
  {
    view: 'prayers::top',
    path: '/prayers/top/',
    heading: 'Most requested documents',
    rows: {
      tables: ['dockets', 'docket_entries', 'archive_documents', 'prayers'],
      rows: 60,
      values: {
        'dockets.court_id': `'scotus'`,
        'prayers.user_id': '{account}',
        'prayers.status': '1',
      },
    },
    count: null,
  },
]
