/** Cases of the benchmark at three courts. */
import type { CaseToMake } from '#plugins/demo_courts/simulator/start_simulator'

const COURTS = ['akd', 'cand', 'nysd']
const FIRST_ID = 500_000
const FIRST_SERIAL = 5_000_000
const ENTRIES = 12

/** Request fields that identify a case. */
export const getBenchCase = (n: number) => ({
  court: COURTS[n % COURTS.length]!,
  caseId: String(FIRST_ID + n),
})

export function benchCase(n: number): CaseToMake {
  const { court, caseId } = getBenchCase(n)
  return {
    court,
    kind: 'civil',
    id: caseId,
    number: `3:25-cv-${String(n % 100_000).padStart(5, '0')}`,
    name: `Lantern Works ${n} v. Pike Street Lighting ${n}`,
    division: 'Bench',
    filed: '2025-01-05',
    judge: 'Judge Amara T. Lindqvist',
    initials: ['ATL'],
    serial: FIRST_SERIAL + n * ENTRIES * 2,
    entries: Array.from({ length: ENTRIES }, (_, at) => ({
      filed: `2025-02-${String(at + 1).padStart(2, '0')}`,
      event: 'Motion to Extend Time',
      text: `MOTION to extend the time to answer no. ${at + 1} of the case ${n}, filed by the defendant.`,
    })),
  }
}
