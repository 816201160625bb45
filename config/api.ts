import { settings } from '#start/env'

/**
 * Limits of the API that hold for every resource.
 */
export default {
  /** Milliseconds. */
  statementTimeout: settings.statementTimeout * 1000,
  /** Connections kept for reads, beside Lucid's own. */
  readConnections: 10,
}
