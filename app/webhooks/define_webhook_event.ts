/**
 * `defineWebhookEvent`: a kind of event that webhooks are sent for. The
 * plugin in which it happens declares it, and sends it with `sendWebhook`.
 */
import { nameHash } from '#app/support/name_hash'

export interface WebhookEventDefinition {
  /** Number in envelopes and in the API. Derived from the name by default; set only for events that have another number in the public API. */
  code: number
  /** Name in code, and in lists: `docket_entry.updated`. */
  name: string
  /** A few words for people, used before "webhook": `docket alert`. */
  label: string
  /** A sentence on when it happens. */
  description: string
  /** Versions of its payload; the last one is the one to choose. */
  versions: number[]
  /** Until when versions that are going away were promised: ISO datetimes by version. */
  deprecated?: Record<number, string>
  /** What its payload shows: the public names of these hold in it, too. */
  shows?: {
    /** Resources, by path. */
    resources?: string[]
    /** Results of searches of any type. */
    searchResults?: true
  }
  /** The payload of a test event: made up, in the shape of the version. */
  example: (version: number) => object
}

/** Codes from this one up are derived from names. */
const FIRST_DERIVED = 1_000

/** A name's code, the same on every server. If two names share one, the server doesn't start. */
function codeOf(name: string): number {
  return FIRST_DERIVED + (nameHash(name) % (CODES - FIRST_DERIVED))
}

/** Codes are positive smallints below this. */
export const CODES = 32_768

/** Declares a kind of event. */
export function defineWebhookEvent(
  definition: Omit<WebhookEventDefinition, 'code'> & { code?: number }
): WebhookEventDefinition {
  return { ...definition, code: definition.code ?? codeOf(definition.name) }
}
