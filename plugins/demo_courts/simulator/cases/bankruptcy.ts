import { makeCase, attorney, party } from '../model/make_case.js'
import type { SimulatedCase, SimulatedClaim } from '../model/types.js'

const JUDGE = { judge: 'Cornelius B. Wainscott', initials: ['CBW'] }
const COUNSEL = attorney('Beatrix Yarrow', 'YARROW RESTRUCTURING LLP', ['LEAD ATTORNEY'])
const TRUSTEE = attorney('Leopold Quarrie', 'OFFICE OF THE SIMULATED TRUSTEE', [])

const claim = (number: number, filed: string, rest: Partial<SimulatedClaim>): SimulatedClaim => ({
  number,
  id: String(7_100_000 + number),
  creditorId: String(810_000 + number),
  creditor: [`Simulated Creditor ${number}`, `${number} Invented Road`, 'Springfield, ZZ 00000'],
  filed,
  entered: filed,
  claimed: '$1000.00',
  secured: '',
  priority: '',
  description: 'Goods sold',
  ...rest,
})

/** A petition with claims, and an adversary proceeding within it. */
export function bankruptcyCases(): SimulatedCase[] {
  return [
    makeCase({
      court: 'deb',
      kind: 'petition',
      id: '60101',
      number: '24-10101',
      ...JUDGE,
      name: 'Simulated Orchard Foods, Inc.',
      division: 'Delaware',
      filed: '2024-02-01',
      chapter: '11',
      trustee: 'Leopold Quarrie',
      serial: 25_010_101,
      parties: [
        party('Debtor', 'Simulated Orchard Foods, Inc.', [COUNSEL], {
          extra: ['1 Orchard Lane', 'Springfield, ZZ 00000', 'Tax ID / EIN: 00-0000000'],
        }),
        party('U.S. Trustee', 'U.S. Trustee (Simulated)', [TRUSTEE]),
        party('Creditor Committee', 'Committee of Simulated Creditors', [], {
          terminated: '2024-05-01',
        }),
      ],
      entries: [
        {
          filed: '2024-02-01',
          event: 'Voluntary Petition (Chapter 11)',
          text: 'Chapter 11 Voluntary Petition for Non-Individual. Fee Amount $1738. Filed by Simulated Orchard Foods, Inc.',
          filer: 'Yarrow, Beatrix',
          documents: [
            { pages: 18 },
            { description: 'List of Creditors', pages: 52 },
            { description: 'Resolution', pages: 2 },
          ],
        },
        {
          filed: '2024-02-02',
          entered: '2024-02-05',
          event: 'Motion to Use Cash Collateral',
          text: 'Motion to Use Cash Collateral Filed by Simulated Orchard Foods, Inc.',
          filer: 'Yarrow, Beatrix',
          documents: [{ pages: 24, delivery: 'iframe' }],
        },
        {
          filed: '2024-02-06',
          event: 'Hearing Held',
          text: 'Hearing held on the motion. Granted.',
          isUnnumbered: true,
        },
        {
          filed: '2024-02-07',
          event: 'Order on Motion to Use Cash Collateral',
          text: 'Order Granting Motion to Use Cash Collateral.',
          documents: [{ pages: 9, isOpinion: true }],
        },
      ],
      claims: [
        claim(1, '2024-03-01', { secured: '$750.00' }),
        claim(2, '2024-03-15', { claimed: '$192392.00', priority: '$3350.00' }),
        claim(3, '2024-05-02', { entered: '2024-05-03' }),
      ],
      creditors: [
        'Simulated Creditor 1|1 Invented Road|Springfield, ZZ 00000',
        'Simulated Creditor 2|2 Invented Road|Springfield, ZZ 00000',
      ],
    }),
    makeCase({
      court: 'deb',
      kind: 'adversary',
      id: '60201',
      number: '24-50201',
      ...JUDGE,
      name: 'Simulated Orchard Foods, Inc. v. Cider Press Lender',
      division: 'Delaware',
      filed: '2024-04-10',
      chapter: '11',
      demand: '$80000',
      natureOfSuit: '91 Declaratory judgment; 72 Injunctive relief - other',
      lead: { court: 'deb', number: '24-10101', name: 'Simulated Orchard Foods, Inc.' },
      serial: 25_020_101,
      parties: [
        party('Plaintiff', 'Simulated Orchard Foods, Inc.', [COUNSEL]),
        party('Defendant', 'Cider Press Lender', [], {
          extra: ['2 Press Street', 'Springfield, ZZ 00000'],
        }),
      ],
      entries: [
        {
          filed: '2024-04-10',
          event: 'Complaint',
          text: 'Adversary case 24-50201. Complaint by Simulated Orchard Foods, Inc. against Cider Press Lender.',
          filer: 'Yarrow, Beatrix',
          documents: [{ pages: 13, magicNumber: '60201000001' }],
        },
      ],
    }),
    makeCase({
      court: 'insb',
      kind: 'petition',
      id: '61101',
      number: '24-00555',
      ...JUDGE,
      name: 'Simulated Bakery, LLC',
      division: 'Indianapolis',
      filed: '2024-06-03',
      chapter: '7',
      serial: 25_110_101,
      parties: [party('Debtor', 'Simulated Bakery, LLC', [COUNSEL])],
      entries: [{ filed: '2024-06-03', event: 'Voluntary Petition (Chapter 7)' }],
      claims: [claim(4, '2024-07-01', {})],
    }),
    makeCase({
      court: 'azb',
      kind: 'petition',
      state: 'wrong_type',
      id: '62101',
      number: '24-00777',
      ...JUDGE,
      name: 'Simulated Miscellaneous Proceeding',
      serial: 25_210_101,
    }),
  ]
}
