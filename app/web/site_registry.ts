/**
 * What plugins add to the pages of the server itself.
 */
export class SiteRegistry {
  constructor(
    /** Requests shown as examples, below the root of the API. */
    readonly examples: readonly string[]
  ) {}
}
