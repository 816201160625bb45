import {
  type SimulatedCase,
  type CaseState,
  type DocumentState,
  type SimulatedParty,
  DOCUMENT_STATES,
} from '../model/types.js'
import { appeals } from './appeals.js'
import { bankruptcyCases } from './bankruptcy.js'
import { civilCases } from './civil.js'
import { variedCases } from './varied.js'
import { makeCase, party, attorney, LEAD } from '../model/make_case.js'

const COUNSEL = attorney('Philippa Grove', 'SIMULATED FEDERAL DEFENDER', ['CJA Appointment'])
const GOVERNMENT = attorney('Desmond Achterberg', 'U.S. ATTORNEY (SIMULATED)', ['US Attorney'])

const guid = (court: string, part: string, number: number) =>
  `5000${court.slice(2)}000-${part}-4000-8000-${String(number).padStart(12, '0')}`

/** Appeals in the new appellate system (court-system, 11). */
const acmsCases = (): SimulatedCase[] => [
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

const DEFENDER = attorney('Philippa Grove', 'SIMULATED FEDERAL DEFENDER', LEAD)
const PROSECUTOR = attorney('Desmond Achterberg', 'U.S. ATTORNEY (SIMULATED)', LEAD)

const defendant = (number: number, name: string, terminated: string | null): SimulatedParty =>
  party(`Defendant (${number})`, name, [DEFENDER], {
    terminated,
    charges: {
      counts: [
        {
          name: `18:1343 - Wire Fraud (${number})`,
          disposition: terminated ? 'Dismissed on motion of the government' : '',
          status: terminated ? 'terminated' : 'pending',
        },
      ],
      complaints: number === 1 ? [{ name: '18:1349 - Conspiracy', disposition: '' }] : [],
      highestOpening: 'Felony',
      highestTerminated: terminated ? 'Felony' : 'None',
    },
  })

/** A criminal case with several defendants: the main docket and one docket per defendant (5, 8). */
function criminalCases(): SimulatedCase[] {
  const defendants = [
    defendant(1, 'Simulated Alvarez', null),
    defendant(2, 'Simulated Bergstrom', '2024-05-06'),
    defendant(3, 'Simulated Castellan', null),
  ]
  const government = party('Plaintiff', 'USA', [PROSECUTOR])
  const main = makeCase({
    court: 'nysd',
    kind: 'criminal',
    id: '80300',
    number: '1:24-cr-00303',
    initials: ['ATL'],
    defendant: 0,
    judge: 'Judge Amara T. Lindqvist',
    name: 'USA v. Simulated Alvarez et al',
    filed: '2024-03-01',
    serial: 30_300_101,
    parties: [...defendants, government],
    entries: [
      {
        filed: '2024-03-01',
        event: 'Indictment',
        text: 'INDICTMENT as to Simulated Alvarez (1) count 1, Simulated Bergstrom (2) count 2, Simulated Castellan (3) count 3.',
        documents: [{ pages: 11 }, { description: 'Warrant', state: 'sealed' }],
      },
      {
        filed: '2024-03-04',
        event: 'Arraignment',
        text: 'Minute entry: Arraignment of all defendants.',
        isUnnumbered: true,
      },
      {
        filed: '2024-04-02',
        event: 'Transcript',
        text: 'TRANSCRIPT of proceedings. Release of transcript restriction set for 7/1/2024.',
        documents: [{ pages: 38, state: 'embargoed_transcript' }],
      },
      {
        filed: '2024-05-06',
        event: 'Order Dismissing Counts',
        text: 'ORDER dismissing count 2 as to Simulated Bergstrom (2).',
        documents: [{ pages: 2 }],
      },
    ],
  })
  const single = defendants.map((one, at): SimulatedCase => ({
    ...main,
    id: String(80_301 + at),
    defendant: at + 1,
    name: `USA v. ${one.name}`,
    parties: [one, government],
  }))
  return [main, ...single]
}

/** Cases that return something other than a docket, with their names. */
const STATES: [CaseState, string][] = [
  ['sealed', 'Sealed Plaintiff v. Sealed Defendant (Simulated)'],
  ['closed_administratively', 'Simulated Closed Case v. Nothing'],
  ['being_opened', 'Simulated New Case v. Nothing'],
  ['no_access', 'Simulated Private Case v. Nothing'],
  ['wrong_type', 'Simulated Misfiled Case v. Nothing'],
  ['placeholder', 'Only applications for admission (Simulated), do not post in this case'],
]

/** A case in each case state, and a case with a document in each document state (court-system, 12). */
const refusals = (): SimulatedCase[] => [
  ...STATES.map(([state, name], at) =>
    makeCase({
      court: 'akd',
      kind: 'civil',
      state,
      id: String(70_501 + at),
      number: `3:24-cv-0050${at + 1}`,
      initials: ['ATL'],
      name,
      serial: 2_505_000 + at * 10,
      entries: [{ filed: '2024-01-02', event: 'Complaint', text: 'COMPLAINT' }],
    })
  ),
  makeCase({
    court: 'akd',
    kind: 'civil',
    id: '70600',
    number: '3:24-cv-00600',
    initials: ['ATL'],
    name: 'Simulated Examples v. Denials',
    serial: 2_506_000,
    parties: [party('Plaintiff', 'Simulated Examples')],
    entries: [
      ...(Object.keys(DOCUMENT_STATES) as DocumentState[]).map((state) => ({
        filed: '2024-01-03',
        event: 'Example',
        text: `EXAMPLE of a document that is refused: ${state.replaceAll('_', ' ')}`,
        documents: [{ state }],
      })),
      {
        filed: '2024-01-04',
        event: 'Example',
        text: 'EXAMPLE of a document for participants of the case',
        documents: [{ warns: true }],
      },
      {
        filed: '2024-01-05',
        event: 'Example',
        text: 'EXAMPLE of a sealed attachment',
        documents: [{ pages: 3 }, { description: 'Sealed exhibit', state: 'sealed' as const }],
      },
    ],
  }),
]

/** All built-in cases; each call creates new ones. */
export const simulatedCases = (): SimulatedCase[] => [
  ...civilCases(),
  ...criminalCases(),
  ...bankruptcyCases(),
  ...appeals(),
  ...acmsCases(),
  ...refusals(),
  ...variedCases(),
]
