/** What plugins that require this one may import; all else of it may change. */
export { followNotifiedDocket, type FollowOutcome } from './docket_alerts/subscriptions.js'
