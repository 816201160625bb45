/**
 * `defineWebhookEvent`: a kind of event that webhooks are sent for. The
 * plugin in which it happens declares it, and sends it with `sendWebhook`.
 */
export interface WebhookEventDefinition {
  /** Number in envelopes and in the API; never given to another event. */
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

/** Declares a kind of event. */
export function defineWebhookEvent(definition: WebhookEventDefinition): WebhookEventDefinition {
  return definition
}
