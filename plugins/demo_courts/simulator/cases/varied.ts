import { attorney, LEAD, makeCase, party, type EntryToMake } from '../model/make_case.js'
import type { SimulatedAttorney, SimulatedCase, SimulatedClaim } from '../model/types.js'

/** Cases with unusually many or few parties, attorneys, entries, and claims, at further courts. */
export const variedCases = (): SimulatedCase[] => [
  ...districtCases(),
  ...bankruptcyCases(),
  ...APPELLATE_COURTS.map(appeal),
]

const COMPLAINT: EntryToMake = {
  filed: '2024-05-02',
  event: 'Complaint',
  text: 'COMPLAINT filed. (Simulated)',
  documents: [{ pages: 12 }],
}

const counsel = (count: number, roles: string[]): SimulatedAttorney[] =>
  Array.from({ length: count }, (_, at) =>
    attorney(`Counsel${String.fromCharCode(65 + at)} Simulated`, `SIMULATED FIRM ${at + 1}`, roles)
  )

/** An attorney whose address is printed with an earlier party. */
const repeated = (one: SimulatedAttorney): SimulatedAttorney => ({
  ...one,
  contact: ['(See above for address)'],
})

function districtCases(): SimulatedCase[] {
  const many = counsel(12, LEAD)
  const [first, second] = many
  const common = { court: 'txsd', kind: 'civil', judge: 'Judge Octavia Finch' } as const
  return [
    makeCase({
      ...common,
      id: '179301',
      number: '4:24-cv-00301',
      name: 'In Re: Simulated Grand Jury Matter',
      division: 'Houston',
      filed: '2024-05-02',
      serial: 44_000_101,
      entries: [COMPLAINT],
    }),
    makeCase({
      ...common,
      id: '179302',
      number: '4:24-cv-00302',
      name: 'Simulated v. Unknown Persons',
      filed: '2024-05-03',
      cause: '42:1983 Civil Rights Act',
      natureOfSuit: '440 Civil Rights: Other',
      serial: 44_000_201,
      parties: [
        party('Plaintiff', 'Peregrine Simulated', [
          { name: 'Peregrine Simulated', contact: ['12 Invented Lane', 'PRO SE'], roles: [] },
        ]),
      ],
    }),
    makeCase({
      ...common,
      id: '179303',
      number: '4:24-cv-00303',
      name: 'Simulated Investors et al v. Simulated Holdings, Inc. et al',
      filed: '2024-05-06',
      terminated: '2024-11-29',
      juryDemand: 'Both',
      natureOfSuit: '850 Securities/Commodities',
      flags: ['CLOSED'],
      serial: 44_000_301,
      parties: [
        party('Plaintiff', 'Simulated Investors', many),
        ...Array.from({ length: 24 }, (_, at) =>
          party(
            at % 3 === 0 ? 'Consolidated Plaintiff' : 'Defendant',
            `Simulated Party ${at + 1}`,
            at % 2 === 0 ? [repeated(first), repeated(second)] : [],
            at % 5 === 0 ? { terminated: '2024-08-09' } : {}
          )
        ),
      ],
      entries: Array.from({ length: 40 }, (_, at) => ({
        ...COMPLAINT,
        filed: `2024-06-${String((at % 28) + 1).padStart(2, '0')}`,
        event: `Filing ${at + 1}`,
        text: `FILING ${at + 1}: § 10(b) “reply” & surreply <exhibit>. (Simulated)`,
        documents: Array.from({ length: 1 + (at % 4) }, (__, attachment) => ({
          pages: 1 + attachment,
          description: attachment === 0 ? 'Main Document' : `Exhibit ${attachment}`,
        })),
      })).toSorted((one, other) => one.filed.localeCompare(other.filed)),
    }),
  ]
}

function bankruptcyCases(): SimulatedCase[] {
  const claims = Array.from({ length: 40 }, (_, at): SimulatedClaim => ({
    number: at + 1,
    id: String(7_300_001 + at),
    creditorId: String(830_001 + at),
    creditor: [`Simulated Lender & Sons ${at + 1}`, 'PO Box 1', 'Springfield, ZZ 00000'],
    filed: '2024-07-08',
    entered: '2024-07-09',
    claimed: `$${(at + 1) * 25}.50`,
    secured: at % 4 === 0 ? `$${at + 1}.00` : '',
    priority: '',
    description: at % 2 === 0 ? '' : 'Money loaned',
  }))
  const judge = 'Ignatius Marlowe'
  return [
    makeCase({
      court: 'canb',
      kind: 'petition',
      judge,
      initials: ['IM'],
      id: '340401',
      number: '24-40401',
      name: 'Lavinia Simulated and Rupert Simulated',
      division: 'Oakland',
      filed: '2024-06-10',
      terminated: '2024-12-02',
      chapter: '13',
      trustee: 'Thaddeus Simulated',
      flags: ['PlnDue', 'DISMISSED'],
      serial: 24_040_101,
      parties: [
        party('Debtor', 'Lavinia Simulated', counsel(1, ['LEAD ATTORNEY']), {
          extra: ['7 Invented Court', 'Springfield, ZZ 00000', 'SSN / ITIN: xxx-xx-0000'],
        }),
        party('Joint Debtor', 'Rupert Simulated', counsel(1, ['LEAD ATTORNEY'])),
        party('Trustee', 'Thaddeus Simulated'),
        party('U.S. Trustee', 'Office of the U.S. Trustee (Simulated)'),
      ],
      entries: [{ ...COMPLAINT, filed: '2024-06-10', event: 'Voluntary Petition (Chapter 13)' }],
      claims,
      creditors: Array.from(
        { length: 150 },
        (_, at) => `Simulated Creditor ${at + 1}|${at + 1} Invented Road|Springfield, ZZ 00000`
      ),
    }),
    makeCase({
      court: 'nysb',
      kind: 'adversary',
      judge,
      initials: ['im'],
      id: '126501',
      number: '24-01501',
      name: 'Simulated Liquidating Trust v. Simulated Bank, N.A. et al',
      filed: '2024-06-12',
      lead: { court: 'nysb', number: '24-10500', name: 'Simulated Airlines, Inc.' },
      natureOfSuit: '12 Recovery of money/property - 547 preference',
      serial: 24_050_101,
      parties: [
        party('Plaintiff', 'Simulated Liquidating Trust', counsel(3, [])),
        party('Defendant', 'Simulated Bank, N.A.'),
        party('Defendant', 'Simulated Lender, LLC', counsel(1, [])),
      ],
      entries: [COMPLAINT],
    }),
  ]
}

/** Courts of appeals other than those with further examples. */
const APPELLATE_COURTS = ['ca3', 'ca4', 'ca6', 'ca7', 'ca8', 'ca10', 'ca11', 'cadc', 'cafc']

/** An appeal per court, with zero, one, or many parties, and with or without a lower court. */
function appeal(court: string, at: number): SimulatedCase {
  const parties = [
    [],
    [party('In re', 'SIMULATED PETITIONER', counsel(1, ['COR NTC Pro Se']))],
    [
      party('Plaintiff - Appellee', 'UNITED STATES (SIMULATED)', counsel(9, ['COR LD NTC AUSA'])),
      ...Array.from({ length: 6 }, (_, number) =>
        party(
          'Defendant - Appellant',
          `SIMULATED APPELLANT ${number + 1}`,
          counsel(number % 3, ['COR NTC CJA Appointment'])
        )
      ),
    ],
  ][at % 3]
  return makeCase({
    court,
    kind: 'appellate',
    id: String(41_001 + at),
    number: `24-30${10 + at}`,
    name: at % 3 === 1 ? 'In re: Simulated Petitioner' : `USA v. Simulated Appellant ${at + 1}`,
    filed: '2024-04-08',
    terminated: at % 2 === 0 ? null : '2024-12-20',
    natureOfSuit: '2440 Other Civil Rights',
    appealFrom: 'Simulated District Court',
    feeStatus: 'IFP Granted',
    caseTypes: ['criminal', 'direct criminal'],
    origin:
      at % 2 === 0
        ? null
        : {
            court: 'txsd',
            number: '4:24-cv-00303',
            judge: 'Octavia Finch, U.S. District Judge',
            filed: '2024-01-02',
            judgment: '2024-03-27',
            noticeFiled: '2024-04-01',
            received: '2024-04-08',
          },
    panel: [],
    serial: 71_000_101 + at * 100,
    parties,
    entries:
      at % 4 === 3
        ? []
        : [
            { ...COMPLAINT, filed: '2024-04-08', event: 'Case Docketed' },
            {
              ...COMPLAINT,
              filed: '2024-06-03',
              event: 'Brief',
              text: 'BRIEF filed. (Simulated)',
              documents: [{ pages: 40 }, { pages: 9, description: 'Addendum' }, { pages: 3 }],
            },
          ],
  })
}
