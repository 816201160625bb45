import { settings } from '#start/env'

/** Limits of all API resources. */
export default {
  /** Milliseconds. */
  statementTimeout: settings.statementTimeout * 1000,
  /** Connections for reads, in addition to Lucid's. */
  readConnections: 10,
}
