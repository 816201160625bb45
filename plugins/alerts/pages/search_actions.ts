import type { SearchAction } from '#app/search/contributions'
import { ALERT_TYPES } from '../search_alerts/codes.js'

export default {
  label: 'Create an alert for this search',
  path: '/profile/alerts/new/',
  types: Object.keys(ALERT_TYPES),
} satisfies SearchAction
