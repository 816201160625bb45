import { makeCase, attorney, party } from '../model/make_case.js'
import type { CaseState, SimulatedCase } from '../model/types.js'

const COUNSEL = attorney('Ingrid Oyelaran', 'OYELARAN & FINCH PLLC', ['COR LD NTC Retained'])
const OTHER = attorney('Bartholomew Quist', 'QUIST LAW GROUP', ['COR NTC Retained'])

/** Appeals in the classic system, at courts with both program paths (court-system, 3). */
export function appeals(): SimulatedCase[] {
  return [
    appeal('ca1', '31001', 6_008_801),
    appeal('ca5', '35001', 12_345_601),
    appeal('ca9', '39001', 29_838_501, '18-70682'),
    ...statesOfCases(),
  ]
}

const appeal = (court: string, id: string, serial: number, number = '24-1409'): SimulatedCase =>
  makeCase({
    court,
    kind: 'appellate',
    id,
    number,
    name: 'Simulated Lantern Works, Inc. v. Pike Street Lighting, LLC',
    filed: '2024-05-20',
    terminated: '2025-02-03',
    natureOfSuit: '3830 Patent',
    appealFrom: 'District of Alaska, Anchorage',
    feeStatus: 'filing fee paid',
    caseTypes: ['civil', 'private', 'patent'],
    panel: ['ABC', 'DEF', 'GHI'],
    origin: {
      court: 'akd',
      number: '3:24-cv-00101-ATL',
      judge: 'Amara T. Lindqvist, District Judge',
      filed: '2024-01-05',
      judgment: '2024-04-22',
      noticeFiled: '2024-05-14',
      received: '2024-05-20',
    },
    serial,
    parties: [
      party('Plaintiff - Appellant', 'SIMULATED LANTERN WORKS, INC.', [COUNSEL]),
      party('Defendant - Appellee', 'PIKE STREET LIGHTING, LLC', [OTHER]),
      party('Defendant', 'HARBOR WICK COMPANY', [], { terminated: '2024-06-30' }),
    ],
    entries: [
      {
        filed: '2024-05-20',
        event: 'Case Docketed',
        text: 'CIVIL CASE docketed. Notice of appeal filed by Appellant.',
        documents: [{ pages: 14, magicNumber: '5a1b2c3d4e5f6071' }],
      },
      {
        filed: '2024-05-21',
        event: 'Fee Paid',
        text: 'Filing fee paid in the district court.',
        isUnnumbered: true,
      },
      {
        filed: '2024-07-08',
        event: 'Brief',
        text: 'BRIEF filed by Appellant.',
        documents: [
          { pages: 41, description: 'Main Document' },
          { pages: 7, description: 'Addendum' },
        ],
      },
      {
        filed: '2024-07-30',
        event: 'Sealed Appendix',
        text: 'SEALED APPENDIX filed by Appellee.',
        documents: [{ pages: 5, warns: true }],
      },
      {
        filed: '2024-08-02',
        event: 'Letter',
        text: 'LETTER filed by Appellee.',
        documents: [{ state: 'entry_missing' }],
      },
      {
        filed: '2025-02-03',
        event: 'Opinion',
        text: 'OPINION issued. Affirmed.',
        documents: [{ pages: 22 }],
      },
    ],
  })

/** Appeals that return something other than a docket (court-system, 12). */
const STATES: CaseState[] = ['answers_404', 'answers_redirect', 'answers_embedded', 'sealed']

const statesOfCases = () =>
  STATES.map((state, at) =>
    makeCase({
      court: 'ca5',
      kind: 'appellate',
      state,
      id: String(35_101 + at),
      number: `24-150${at + 1}`,
      name: `Simulated Appeal ${at + 1} v. Nothing`,
      serial: 12_400_000 + at * 10,
    })
  )
