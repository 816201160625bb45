import type { SearchAction } from '#app/search/contributions'
import { ALERT_TYPES, OFF } from '../search_alerts/codes.js'

const page = { path: '/profile/alerts/new/', types: Object.keys(ALERT_TYPES) }

/** A saved search is an alert that is off. */
export default [
  { ...page, label: 'Create an alert for this search' },
  { ...page, label: 'Save this search', parameters: { rate: OFF } },
] satisfies SearchAction[]
