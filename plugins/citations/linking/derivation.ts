import type { Derivation } from '#app/events/derivations'
import { ORIGIN } from './linking_transaction.js'
import { LONG_RANGES } from './queue.js'

/** Minutes without progress after which a run over all opinions counts as interrupted. */
const INTERRUPTED = 10

export default {
  origin: ORIGIN,
  isRunningInBulk: async (database) => {
    const { rows } = await database.rawQuery<{ rows: { running: boolean }[] }>(
      `SELECT EXISTS (${LONG_RANGES}) OR EXISTS (
         SELECT FROM linking_runs WHERE date_saved > now() - make_interval(mins => ?)) AS running`,
      [INTERRUPTED]
    )
    return rows[0]!.running
  },
} satisfies Derivation
