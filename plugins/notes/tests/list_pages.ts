import type { PagedList } from '#tests/helpers/paged_lists'

export const lists: PagedList[] = [
  {
    view: 'notes::profile_notes',
    path: '/profile/notes/?q=remember',
    heading: 'Notes',
    rows: {
      tables: ['dockets', 'user_notes'],
      rows: 60,
      values: {
        'dockets.court_id': `'scotus'`,
        'user_notes.user_id': '{account}',
        'user_notes.cluster_id': 'NULL',
        'user_notes.docket_id': 'n',
        'user_notes.document_id': 'NULL',
        'user_notes.text': `'Remember ' || n`,
      },
    },
    count: 60,
  },
]
