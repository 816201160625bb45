import type { Group } from '@japa/runner/core'
import { startSimulator, type Simulator } from '../simulator/start_simulator.js'
import { CourtVisitor, type Fields } from './court_visitor.js'

/** The time on receipts of simulators in tests. */
export const NOON = new Date('2031-03-04T12:00:05Z')

/** A simulator for the tests of a group; between them the ledger and failures are forgotten. */
export function useSimulator(group: Group) {
  const use = {
    simulator: undefined as unknown as Simulator,
    /** A client that is logged in as an account. */
    async visitor(account = 'simreader', fields: Fields = {}) {
      const visitor = new CourtVisitor(use.simulator)
      await visitor.logIn(account, fields)
      return visitor
    },
  }
  group.setup(async () => {
    use.simulator = await startSimulator({ now: () => NOON })
    return () => use.simulator.close()
  })
  group.each.setup(() => use.simulator.reset())
  return use
}
