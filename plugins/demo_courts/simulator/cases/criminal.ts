import { makeCase } from '../model/make_case.js'
import type { SimulatedCase, SimulatedParty } from '../model/types.js'
import { attorney, LEAD, party } from './people.js'

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

/** A criminal case with several defendants: the main docket and one of each (5 and 8). */
export function criminalCases(): SimulatedCase[] {
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
