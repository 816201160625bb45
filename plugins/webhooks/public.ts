/**
 * What other plugins may use of webhooks.
 */
export { sendWebhook, type SentEvent } from './delivery/send_webhook.js'
