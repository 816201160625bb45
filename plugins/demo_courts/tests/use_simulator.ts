import type { Group } from '@japa/runner/core'
import { startSimulator, type Simulator } from '../simulator/start_simulator.js'
import { CourtVisitor, type Fields } from './court_visitor.js'

/** Time on receipts in tests. */
export const NOON = new Date('2031-03-04T12:00:05Z')

/** A simulator for a group of tests; the ledger and faults are reset between tests. */
export function useSimulator(group: Group) {
  const use = {
    simulator: undefined as unknown as Simulator,
    /** A client logged in to an account. */
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
