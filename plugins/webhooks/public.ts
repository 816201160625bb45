/** Public exports for plugins that require this one. */
export { sendWebhook, sendWebhookToAll, type SentEvent } from './delivery/send_webhook.js'
export { pinned } from './delivery/http_post.js'
export { Targets } from './delivery/target.js'
