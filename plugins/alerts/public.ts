/** Exports for other plugins. */
export { followNotifiedDocket, type FollowOutcome } from './docket_alerts/subscriptions.js'
