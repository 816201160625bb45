export interface ServiceOptions {
  url: URL
  key: string | null
  model: string
  /** Milliseconds; those of `TIMEOUTS` unless said otherwise. */
  timeouts?: typeof TIMEOUTS
}

/** Somebody waits for a query; documents wait for the service. */
export const TIMEOUTS = { query: 5_000, documents: 120_000 }
