/** Exports for other plugins. */
export { sendWebhook, type SentEvent } from './delivery/send_webhook.js'
export { pinned } from './delivery/http_post.js'
export { Targets } from './delivery/target.js'
