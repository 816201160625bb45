/** The evidence that two descriptions are about the same docket entry. */
import { test } from '@japa/runner'
import {
  compareEntries,
  type DocumentFacts,
  type EntryFacts,
  type Evidence,
} from '../../docket_sheet/matching/entry_evidence.js'

const DAY = '2024-01-05'

/** An unnumbered entry with a text, filed on the day. */
const full = (text: string, changes: Partial<EntryFacts> = {}): EntryFacts => ({
  number: null,
  sequence: null,
  day: DAY,
  text,
  documents: [],
  ...changes,
})

const document = (changes: Partial<DocumentFacts> = {}): DocumentFacts => ({
  number: '',
  attachment: null,
  registryId: '',
  label: null,
  ...changes,
})

/** An entry with a label instead of a text. */
const stub = (label: string | null, changes: Partial<EntryFacts> = {}): EntryFacts =>
  full('', { documents: label === null ? [] : [document({ label })], ...changes })

/** An entry with a main document. */
const filed = (registryId: string, changes: Partial<EntryFacts> = {}): EntryFacts =>
  full('MOTION to Dismiss', { documents: [document({ registryId })], ...changes })

const at = (time: string | null, day = DAY) => ({ announced: { day, time } })

const GRANTED =
  'ORDER granting 12 Motion for Extension of Time to Answer. Signed by Judge Rosa Delgado on 1/4/2024.'
const DISMISS =
  'MOTION to Dismiss for Failure to State a Claim by Harbor Freight Lines, Inc. (Attachments: # 1 Brief)'
const APPEARANCE = 'NOTICE of Appearance by Dana Whitlock on behalf of Harbor Freight Lines, Inc.'

type Pair = [title: string, one: EntryFacts, other: EntryFacts]

const SAME: Pair[] = [
  ['the same number', full('One text', { number: '12' }), full('Another text', { number: '12' })],
  [
    'the same number on different days',
    full(DISMISS, { number: '12' }),
    stub('Motion', { number: '12', day: '2024-01-09' }),
  ],
  [
    'the same number and sequence number',
    full('', { number: '12', sequence: '40' }),
    full('', { number: '12', sequence: '40' }),
  ],
  [
    'the same sequence number',
    full('One text', { sequence: '40' }),
    full('Another text', { sequence: '40' }),
  ],
  [
    'the same sequence number, one with a number',
    full('', { sequence: '40', number: '12' }),
    stub('Order', { sequence: '40' }),
  ],
  ['the same document', filed('127012345678'), filed('127012345678', { text: 'Something else' })],
  [
    'the same document, one with a number',
    filed('127012345678', { number: '12' }),
    filed('127012345678'),
  ],
  [
    'a main document that is an attachment of the other',
    filed('00109876'),
    full('', { number: '7', documents: [document({ attachment: '1', registryId: '00109876' })] }),
  ],
  [
    'a number that only the document has',
    full('', { number: '12' }),
    full('Text', { documents: [document({ number: '12' })] }),
  ],
  ['the same text', full(GRANTED), full(GRANTED)],
  ['the same text, one with a number', full(GRANTED), full(GRANTED, { number: '13' })],
  ['the same text in capitals', full(DISMISS), full(DISMISS.toUpperCase())],
  [
    'the same text with other spaces',
    full('NOTICE of Hearing on Jan. 9'),
    full('NOTICE  of Hearing\n on Jan.9'),
  ],
  [
    'the same text with other punctuation',
    full('Exhibits: # 1 Exhibit A, # 2 Exhibit B'),
    full('Exhibits (1) Exhibit A; (2) Exhibit B.'),
  ],
  [
    'the same text with leftover tags',
    full('ORDER <b>denying</b> 9 Motion'),
    full('ORDER denying 9 Motion'),
  ],
  [
    'the same text with escaped tags and entities',
    full('ORDER &lt;i&gt;denying&lt;/i&gt;&nbsp;9&nbsp;Motion'),
    full('ORDER denying 9 Motion'),
  ],
  [
    'the same text with another apostrophe',
    full("Plaintiff's Status Report"),
    full('Plaintiff\u2019s Status Report'),
  ],
  [
    'the same text, one with the date of entry',
    full(`${GRANTED} (Entered: 01/05/2024)`),
    full(GRANTED),
  ],
  [
    'the same text, one with the time of entry',
    full(`${GRANTED} [Entered: 01/05/2024 11:15:00 AM]`),
    full(GRANTED),
  ],
  [
    'the same text, entered on a later day',
    full(`${GRANTED} (Entered: 01/08/2024)`),
    full(GRANTED, { day: '2024-01-08' }),
  ],
  ['the same short text', full('Minute Entry'), full('MINUTE ENTRY.')],
  ['a text with the filer added', full(APPEARANCE), full(`${APPEARANCE} (Whitlock, Dana)`)],
  [
    'a text with attachments added, one with a number',
    full('MOTION to Seal by Harbor Freight Lines', { number: '14' }),
    full('MOTION to Seal by Harbor Freight Lines. (Attachments: # 1 Order)'),
  ],
  [
    'a long text with a correction before it',
    full(`FILING ERROR - WRONG EVENT - ${DISMISS}`),
    full(DISMISS),
  ],
  ['a label at the start of the text', stub('Order'), full(GRANTED)],
  [
    'a label at the start of a numbered text',
    stub('Motion to Dismiss'),
    full(DISMISS, { number: '12' }),
  ],
  [
    'a label inside the text',
    stub('Motion to Stay'),
    full('Joint MOTION to Stay All Deadlines by Harbor Freight Lines'),
  ],
  [
    'a label whose words the text has in order',
    stub('Order on Motion for Extension of Time to Answer'),
    full(GRANTED),
  ],
  [
    'a label with a general kind',
    stub('Notice (Other)'),
    full('NOTICE by Harbor Freight Lines of supplemental authority'),
  ],
  ['one of two joined labels', stub('Order AND Set Deadlines'), full('ORDER setting a schedule')],
  ['a label that is the text of the other', stub('Status Conference'), full('Status Conference')],
  ['the same label', stub('Order'), stub('ORDER')],
  [
    'the same label, one with a text',
    stub('Set/Reset Hearings'),
    full('Hearing moved to 1/9', { documents: [document({ label: 'Set/Reset Hearings' })] }),
  ],
  ['the same label and time', stub('Order', at('10:15:00')), stub('Order', at('10:15:00'))],
  [
    'a text that is the label of the other',
    full('Order'),
    full(`${GRANTED} More.`, { documents: [document({ label: 'Order' })] }),
  ],
  [
    'an evening in America that is the next day in Greenwich',
    stub('Order', { day: '2024-01-06', ...at('00:09:55', '2024-01-06') }),
    full(GRANTED),
  ],
  ['entries with nothing but a day', stub(null), stub(null)],
  ['the same text without a day', full(GRANTED, { day: null }), full(GRANTED)],
]

const DIFFERENT: Pair[] = [
  ['different numbers', full(GRANTED, { number: '12' }), full(GRANTED, { number: '13' })],
  [
    'the same number with different sequence numbers',
    full(GRANTED, { number: '12', sequence: '40' }),
    full(GRANTED, { number: '12', sequence: '41' }),
  ],
  [
    'different sequence numbers',
    full(GRANTED, { sequence: '40' }),
    full(GRANTED, { sequence: '41' }),
  ],
  ['different documents', filed('127012345678'), filed('127012345679')],
  [
    'different documents, one with a number',
    filed('127012345678', { number: '12' }),
    filed('127012345679'),
  ],
  ['different days', full(GRANTED), full(GRANTED, { day: '2024-01-06' })],
  ['a label of another day', stub('Order', { day: '2024-01-06' }), full(GRANTED)],
  [
    'different texts of one form',
    full(APPEARANCE),
    full(APPEARANCE.replace('Dana Whitlock', 'Ana Pereira')),
  ],
  ['different orders', full(GRANTED), full('ORDER denying 14 Motion to Compel.')],
  ['a label that the text does not have', stub('Letter'), full(DISMISS)],
  ['different labels', stub('Order'), stub('Notice of Hearing')],
  [
    'the same label at different times',
    stub('Order', at('10:15:00')),
    stub('Order', at('10:40:00')),
  ],
  [
    'the same label at different times, one with the text',
    stub('Order', at('10:15:00')),
    full(GRANTED, at('10:40:00')),
  ],
  [
    'an afternoon in Greenwich on the next day',
    stub('Order', { day: '2024-01-06', ...at('15:09:55', '2024-01-06') }),
    full(GRANTED),
  ],
]

const UNDECIDED: Pair[] = [
  ['a short text at the start of a longer one', full('Order'), full(GRANTED)],
  [
    'a label of which the text has some words',
    stub('Minutes of Proceedings'),
    full('CIVIL MINUTES - Status conference'),
  ],
  [
    'a label that another event refers to',
    stub('Motion to Dismiss'),
    full('ORDER granting 12 Motion to Dismiss'),
  ],
  [
    'a label in a text with another label',
    stub('Order'),
    full(GRANTED, { documents: [document({ label: 'Set/Reset Hearings' })] }),
  ],
  ['a text and an entry with nothing but a day', stub(null), full(GRANTED)],
  ['a label and an entry with nothing but a day', stub(null), stub('Order')],
]

const PAIRS = Object.entries({ same: SAME, different: DIFFERENT, undecided: UNDECIDED }).flatMap(
  ([verdict, pairs]) =>
    pairs.map(([title, one, other]) => ({
      verdict: verdict as Evidence['verdict'],
      title,
      one,
      other,
    }))
)

test.group('evidence of entries', () => {
  test('{verdict}: {title}')
    .with(PAIRS)
    .run(({ assert }, { verdict, one, other }) => {
      const evidence = compareEntries(one, other)
      assert.equal(evidence.verdict, verdict, JSON.stringify(evidence))
      assert.deepEqual(compareEntries(other, one), evidence)
    })

  test('an entry is the same as itself: {title}')
    .with(PAIRS)
    .run(({ assert }, { one, other }) => {
      for (const entry of [one, other]) assert.equal(compareEntries(entry, entry).verdict, 'same')
    })

  test('compares long and hostile texts in linear time', ({ assert }) => {
    const texts = [
      '<'.repeat(50_000),
      '(entered: '.repeat(5000),
      '&lt;a '.repeat(9000),
      'order '.repeat(9000),
    ]
    const start = performance.now()
    for (const text of texts)
      for (const other of texts) {
        compareEntries(full(text), full(`${other} x`))
        compareEntries(stub(text), full(other))
      }
    assert.isBelow(performance.now() - start, 5000)
  })
})
