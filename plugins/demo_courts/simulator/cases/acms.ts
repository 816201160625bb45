import { makeCase } from '../model/make_case.js'
import type { SimulatedCase } from '../model/types.js'
import { attorney, party } from './people.js'

const COUNSEL = attorney('Philippa Grove', 'SIMULATED FEDERAL DEFENDER', ['CJA Appointment'])
const GOVERNMENT = attorney('Desmond Achterberg', 'U.S. ATTORNEY (SIMULATED)', ['US Attorney'])

const guid = (court: string, part: string, number: number) =>
  `5000${court.slice(2)}000-${part}-4000-8000-${String(number).padStart(12, '0')}`

/** Appeals in the new appellate system (court-system.md, 11). */
export const acmsCases = (): SimulatedCase[] => [
  acmsCase('ca2', '24-2101'),
  acmsCase('ca9', '24-2901'),
  makeCase({
    court: 'ca9',
    kind: 'acms',
    state: 'sealed',
    id: guid('ca9', '0002', 2),
    number: '24-2902',
    name: 'Sealed Appellant v. Sealed Appellee (Simulated)',
    filed: '2024-07-01',
    serial: 1,
    entries: [
      {
        filed: '2024-07-01',
        event: 'Case OPENED',
        id: guid('ca9', '0003', 900),
        documents: [{ id: guid('ca9', '0004', 900) }],
      },
    ],
  }),
]

function acmsCase(court: string, number: string): SimulatedCase {
  const entry = (at: number) => guid(court, '0003', at)
  const document = (at: number) => guid(court, '0004', at)
  return makeCase({
    court,
    kind: 'acms',
    id: guid(court, '0002', 1),
    number,
    name: 'United States of America v. Simulated Alvarez',
    filed: '2024-06-10',
    appealFrom: 'S.D.N.Y. (SIMULATED)',
    feeStatus: 'IFP Granted',
    caseTypes: ['Criminal', 'Direct Criminal'],
    serial: 1,
    parties: [
      party('Appellee', 'UNITED STATES OF AMERICA', [GOVERNMENT]),
      party('Appellant', 'SIMULATED ALVAREZ', [COUNSEL]),
      party('Appellant', 'SIMULATED BERGSTROM', [], { terminated: '2024-07-15' }),
    ],
    entries: [
      {
        filed: '2024-06-10',
        id: entry(1),
        event: 'NOTICE OF APPEAL',
        text: 'NOTICE OF CRIMINAL APPEAL, on behalf of Appellant Simulated Alvarez, FILED.',
        documents: [{ id: document(1), pages: 6, magicNumber: `look-${court}-0001` }],
      },
      {
        filed: '2024-06-11',
        id: entry(2),
        event: 'Case OPENED',
        text: 'CRIMINAL CASE, on behalf of Appellant Simulated Alvarez, OPENED.',
        documents: [
          { id: document(2), pages: 2, description: 'Docketing Notice' },
          { id: document(3), pages: 34, description: 'District Court Docket' },
        ],
      },
      {
        filed: '2024-08-01',
        id: entry(3),
        event: 'SEALED MOTION',
        text: 'SEALED MOTION, FILED.',
        documents: [{ id: document(4), pages: 4, state: 'sealed' }],
      },
      {
        filed: '2024-08-02',
        id: entry(4),
        event: 'NOTE',
        text: 'NOTE to file.',
        isUnnumbered: true,
      },
    ],
  })
}
