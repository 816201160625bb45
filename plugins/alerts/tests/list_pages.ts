import type { PagedList } from '#tests/helpers/paged_lists'

export const lists: PagedList[] = [
  {
    view: 'alerts::profile_docket_alerts',
    path: '/profile/docket-alerts/?order_by=-docket_number',
    heading: 'Docket alerts',
    rows: {
      tables: ['dockets', 'docket_alerts'],
      rows: 130,
      values: {
        'dockets.court_id': `'scotus'`,
        'dockets.docket_number': `n::text`,
        'docket_alerts.user_id': '{account}',
        'docket_alerts.alert_type': '1',
      },
    },
    count: 130,
  },
]

export const staffValues = {
  'search_alerts.alert_type': `'o'`,
  'search_alerts.rate': `'dly'`,
}
