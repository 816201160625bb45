import { counter } from '#app/support/metrics'

const fetches = counter(
  'curia_fetches_total',
  'Fetches from the court system that ended, by the code of their failure.',
  ['outcome']
)

/** @param code of the failure; blank: it succeeded */
export function countFetch(code: string): void {
  fetches.inc({ outcome: code || 'success' })
}
