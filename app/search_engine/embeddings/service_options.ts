export interface ServiceOptions {
  url: URL
  key: string | null
  model: string
  /** Milliseconds; those of `TIMEOUTS` unless said otherwise. */
  timeouts?: typeof TIMEOUTS
}

/** A user waits for a query; documents can wait for the service. */
export const TIMEOUTS = { query: 5_000, documents: 120_000 }
