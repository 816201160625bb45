/**
 * `defineWebhookEvent`: a webhook event, declared by the plugin that sends it with
 * `sendWebhook`.
 */
import { nameHash } from '#app/support/name_hash'

export interface WebhookEventDefinition {
  /**
   * Number in envelopes and in the API. Derived from the name by default; set it only for events
   * with a different number in the public API.
   */
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

/** Derived codes start here. */
const FIRST_DERIVED = 1_000

/** Returns the code of a name, which is the same on every server. If two names share a code, the server doesn't start. */
function codeOf(name: string): number {
  return FIRST_DERIVED + (nameHash(name) % (CODES - FIRST_DERIVED))
}

/** Codes are positive smallints below this number. */
export const CODES = 32_768

/** Declares a webhook event. */
export function defineWebhookEvent(
  definition: Omit<WebhookEventDefinition, 'code'> & { code?: number }
): WebhookEventDefinition {
  return { ...definition, code: definition.code ?? codeOf(definition.name) }
}
