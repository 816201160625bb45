/**
 * `defineWebhookEvent`: a webhook event, declared by the plugin that sends it with
 * `sendWebhook`.
 */
import { nameHash } from '#app/support/name_hash'

export interface WebhookEventDefinition {
  /** Permanent number in envelopes and in the API. */
  code: number
  /** Name in code and lists: `docket_entry.updated`. */
  name: string
  /** Label, used before "webhook": `docket alert`. */
  label: string
  /** One sentence about when it is sent. */
  description: string
  /** Payload versions; the last one is recommended. */
  versions: number[]
  /** End of support of deprecated versions, as ISO datetimes by version. */
  deprecated?: Record<number, string>
  /** Contents of its payload, whose public names apply to it. */
  shows?: {
    /** Paths of resources. */
    resources?: string[]
    /** Search results of any type. */
    searchResults?: true
  }
  /** A sample payload for test events, in the format of the version. */
  example: (version: number) => object
}

/** Declares a webhook event. */
export function defineWebhookEvent(definition: WebhookEventDefinition): WebhookEventDefinition {
  return definition
}
