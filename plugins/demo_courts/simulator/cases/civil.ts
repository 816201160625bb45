import { makeCase, attorney, LEAD, NOTICED, party } from '../model/make_case.js'
import type { SimulatedCase } from '../model/types.js'

const JUDGE = { judge: 'Judge Amara T. Lindqvist', initials: ['ATL'] }
const OYELARAN = attorney('Ingrid Oyelaran', 'OYELARAN & FINCH PLLC', LEAD)
const QUIST = attorney('Bartholomew Quist', 'QUIST LAW GROUP', NOTICED)

/** Civil cases of district courts. */
export const civilCases = (): SimulatedCase[] => [
  makeCase({
    court: 'akd',
    kind: 'civil',
    id: '70101',
    number: '3:24-cv-00101',
    ...JUDGE,
    name: 'Simulated Lantern Works, Inc. v. Pike Street Lighting, LLC et al',
    division: 'Anchorage',
    filed: '2024-01-05',
    referredTo: 'Magistrate Judge Osric Bellwether',
    demand: '$250,000',
    cause: '35:271 Patent Infringement',
    natureOfSuit: '830 Patent',
    juryDemand: 'Plaintiff',
    jurisdiction: 'Federal Question',
    flags: ['PATENT', 'SIMULATED'],
    members: ['70102'],
    serial: 2_500_101,
    parties: [
      party('Plaintiff', 'Simulated Lantern Works, Inc.', [OYELARAN], {
        extra: ['a Washington corporation'],
      }),
      party('Defendant', 'Pike Street Lighting, LLC', [QUIST]),
      party('Defendant', 'Harbor Wick Company', [], { terminated: '2024-03-04' }),
      party('Intervenor Plaintiff', 'Association of Simulated Chandlers', [OYELARAN]),
    ],
    entries: [
      {
        filed: '2024-01-05',
        event: 'Complaint',
        text: 'COMPLAINT against All Defendants (Filing fee $405), filed by Simulated Lantern Works, Inc.',
        filer: 'Oyelaran, Ingrid',
        documents: [
          { pages: 14, magicNumber: '70101000001' },
          { description: 'Exhibit A - Letters Patent', pages: 9 },
          { description: 'Civil Cover Sheet', pages: 2, delivery: 'iframe' },
        ],
      },
      {
        filed: '2024-01-08',
        event: 'Summons Issued',
        text: 'Summons issued as to Pike Street Lighting, LLC',
      },
      {
        filed: '2024-01-09',
        event: 'Notice of Assignment',
        text: 'NOTICE of assignment of the case to Judge Amara T. Lindqvist. (Text entry; no document attached.)',
        isUnnumbered: true,
      },
      {
        filed: '2024-01-29',
        entered: '2024-01-30',
        event: 'Answer to Complaint',
        text: 'ANSWER to Complaint by Pike Street Lighting, LLC.',
        filer: 'Quist, Bartholomew',
        documents: [{ pages: 8, delivery: 'window_location' }],
      },
      {
        filed: '2024-02-15',
        event: 'Motion for Summary Judgment',
        text: 'MOTION for Summary Judgment by Simulated Lantern Works, Inc.',
        filer: 'Oyelaran, Ingrid',
        documents: [
          { pages: 45 },
          { description: 'Declaration of S. Halvorsen', pages: 33, delivery: 'iframe' },
          { description: 'Proposed Order', pages: 2, delivery: 'pdf_in_html' },
        ],
      },
      {
        filed: '2024-03-04',
        event: 'Order on Motion to Dismiss Party',
        text: 'ORDER dismissing Harbor Wick Company. Signed by Judge Amara T. Lindqvist on 3/4/2024.',
        documents: [{ pages: 3, isOpinion: true }],
      },
      {
        filed: '2024-04-22',
        event: 'Order on Motion for Summary Judgment',
        text: 'ORDER denying Motion for Summary Judgment. Signed by Judge Amara T. Lindqvist on 4/22/2024.',
        documents: [{ pages: 12, isOpinion: true, magicNumber: '70101000007' }],
      },
    ],
  }),
  makeCase({
    court: 'akd',
    kind: 'civil',
    id: '70102',
    number: '3:24-cv-00102',
    ...JUDGE,
    name: 'Simulated Chandlers v. Pike Street Lighting, LLC',
    division: 'Anchorage',
    filed: '2024-01-11',
    lead: { court: 'akd', number: '3:24-cv-00101', name: 'Simulated Lantern Works, Inc.' },
    serial: 2_500_301,
    parties: [party('Plaintiff', 'Simulated Chandlers', [OYELARAN])],
    entries: [
      { filed: '2024-01-11', event: 'Complaint', text: 'COMPLAINT, filed by Simulated Chandlers' },
    ],
  }),
  earlierGeneration(),
  ...casesWithOneNumber(),
  longCase(),
]

/** Documents with serial numbers from the time when menus counted the main document (9). */
const earlierGeneration = () =>
  makeCase({
    court: 'akd',
    kind: 'civil',
    id: '11401',
    number: '3:08-cv-00284',
    ...JUDGE,
    name: 'Simulated Insurance Company v. Gifford',
    division: 'Anchorage',
    filed: '2008-12-23',
    terminated: '2009-06-04',
    serial: 436_501,
    parties: [party('Plaintiff', 'Simulated Insurance Company', [OYELARAN])],
    entries: [
      {
        filed: '2008-12-23',
        event: 'Complaint',
        text: 'COMPLAINT, filed by Simulated Insurance Company',
        filer: 'Oyelaran, Ingrid',
        documents: [
          { pages: 6 },
          { description: 'Policy', pages: 20 },
          { description: 'Civil Cover Sheet', pages: 1 },
        ],
      },
      {
        filed: '2009-01-09',
        event: 'Affidavit of Service',
        text: 'AFFIDAVIT of Service',
        // The last document of the earlier generation, and the first of the later one.
        documents: [
          { pages: 1, serial: 682_796 },
          { description: 'Return receipt card', pages: 1, serial: 682_797 },
          { description: 'Certificate of service', pages: 1, serial: 682_798 },
        ],
      },
    ],
  })

/** Two cases that share year and serial number at two offices of one court (5). */
const casesWithOneNumber = () =>
  ['1', '2'].map((office) =>
    makeCase({
      court: 'nysd',
      kind: 'civil',
      id: office === '1' ? '80202' : '80911',
      number: `${office}:24-cv-00202`,
      ...JUDGE,
      name:
        office === '1'
          ? 'Simulated Ferry Company v. Harbor Board'
          : 'Simulated Orchard Growers v. Cider House, Inc.',
      filed: '2024-02-02',
      serial: office === '1' ? 30_100_101 : 30_110_101,
      parties: [party('Plaintiff', 'Simulated Plaintiff', [QUIST])],
      entries: [{ filed: '2024-02-02', event: 'Complaint', text: 'COMPLAINT' }],
    })
  )

/** Number of entries of a case that courts don't print without a date range. */
const LONG = 3_000

function longCase(): SimulatedCase {
  const day = (at: number) =>
    new Date(Date.UTC(2015, 0, 2) + Math.floor(at / 3) * 86_400_000).toISOString().slice(0, 10)
  return makeCase({
    court: 'cand',
    kind: 'civil',
    id: '90300',
    number: '3:15-cv-03000',
    ...JUDGE,
    name: 'In re Simulated Antitrust Litigation',
    division: 'San Francisco',
    filed: '2015-01-02',
    natureOfSuit: '410 Anti-Trust',
    serial: 12_300_001,
    parties: [party('Plaintiff', 'Simulated Direct Purchasers', [OYELARAN])],
    entries: Array.from({ length: LONG }, (_, at) => ({
      filed: day(at),
      event: `Filing ${at + 1}`,
      text: `SIMULATED FILING ${at + 1} in a long case.`,
    })),
  })
}
