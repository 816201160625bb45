/**
 * Contributions of a plugin to webhooks.
 */
import type { LazyList } from '#app/support/lazy'
import type { WebhookEventDefinition } from './define_webhook_event.js'

export interface WebhookContributions {
  /** Webhook events. */
  webhooks?: LazyList<WebhookEventDefinition>
}
