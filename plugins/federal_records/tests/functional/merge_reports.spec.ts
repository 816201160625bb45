/** Merges of other reports: appeals, summaries, feeds, and notices. */
import { test } from '@japa/runner'
import type { PageToMerge } from '../../docket_sheet/from_pages/merge_page.js'
import { docketPage, entry, NUMBER, usePages } from '../use_pages.js'

type Page = PageToMerge['page']

const parts = {
  docket_number: NUMBER,
  federal_dn_office_code: '1',
  federal_dn_case_type: 'cv',
  federal_dn_judge_initials_assigned: 'ABC',
  federal_dn_judge_initials_referred: null,
  federal_defendant_number: null,
}

const appeal = (entries: object[]): Page =>
  ({
    kind: 'appellate_docket',
    result: {
      court_id: 'ca2',
      docket_number: '24-101',
      case_name: 'One v. Two',
      panel: ['AB', 'CD'],
      nature_of_suit: '3190 Other Contract',
      appeal_from: 'Southern District of New York',
      fee_status: 'Paid',
      date_filed: '2024-03-01',
      date_terminated: null,
      case_type_information: 'civil, private',
      originating_court_information: {
        docket_number: '1:24-cv-00001',
        court_id: 'nysd',
        ordering_judge: 'Rosa Delgado',
        date_judgment: '2024-02-01',
        date_disposed: null,
      },
      parties: [
        {
          name: 'One',
          type: 'Plaintiff\u00A0-\u00A0Appellant',
          attorneys: [{ name: 'A. Lawyer', contact: '', roles: ['COR LD NTC Retained'] }],
        },
      ],
      docket_entries: entries,
    },
  }) as unknown as Page

const feed = (changes: object = {}, entryChanges: object = {}): Page =>
  ({
    kind: 'rss_feed',
    result: [
      {
        ...parts,
        court_id: 'nysd',
        case_name: 'One v. Two',
        pacer_case_id: '600001',
        chapter: '',
        trustee_str: '',
        date_filed: null,
        docket_entries: [
          {
            date_filed: '2024-01-05T23:30:00-05:00',
            short_description: 'Motion to Dismiss',
            description: '',
            document_number: '2',
            pacer_doc_id: '127000000002',
            pacer_seq_no: '9',
            ...entryChanges,
          },
        ],
        ...changes,
      },
    ],
  }) as unknown as Page

test.group('mergePage, other reports', (group) => {
  const { merge, rows, state } = usePages(group)

  test('an appeal has its own data, the lower-court case, and roles from codes', async ({
    assert,
  }) => {
    const page = appeal([entry('12', { pacer_doc_id: '001012345678' })])
    for (let time = 0; time < 2; time++) await merge(page, { court: 'ca2', registryCaseId: null })
    assert.deepEqual(
      await rows(
        `SELECT panel_str AS panel, appeal_from_str AS below, appeal_from_id AS court,
                appellate_fee_status AS fee, appellate_case_type_information AS type,
                o.docket_number AS number, ordering_judge_str AS judge, date_judgment::text AS judged
         FROM dockets d JOIN originating_court_information o ON o.id = originating_court_information_id`
      ),
      [
        {
          panel: 'AB, CD',
          below: 'Southern District of New York',
          court: 'nysd',
          fee: 'Paid',
          type: 'civil, private',
          number: '1:24-cv-00001',
          judge: 'Rosa Delgado',
          judged: '2024-02-01',
        },
      ]
    )
    assert.deepEqual(await rows('SELECT name FROM party_types'), [
      { name: 'Plaintiff - Appellant' },
    ])
    assert.deepEqual(await rows('SELECT role FROM attorney_roles ORDER BY role'), [
      { role: 1 },
      { role: 2 },
    ])
  })

  test('matches an unnumbered entry of a feed to the numbered one', async ({ assert }) => {
    const id = '001012345678'
    await merge(appeal([entry(null, { pacer_doc_id: id })]), { court: 'ca2' })
    await merge(appeal([entry(id, { pacer_doc_id: id })]), { court: 'ca2' })
    await merge(appeal([entry(null, { pacer_doc_id: id })]), { court: 'ca2' })
    assert.deepEqual(
      await rows(
        `SELECT entry_number::text AS number, document_number AS document
         FROM docket_entries e JOIN archive_documents d ON docket_entry_id = e.id`
      ),
      [{ number: id.replace(/^0+/, ''), document: id.replace(/^0+/, '') }]
    )
  })

  test('a feed adds a new entry and keeps the date, position, and text of an existing one', async ({
    assert,
  }) => {
    await merge(feed())
    const shown = () =>
      rows(
        `SELECT entry_number::int AS number, date_filed::text AS day, time_filed AS time, recap_sequence_number AS place,
                e.description, o.description AS label, registry_sequence_number AS sequence
         FROM docket_entries e JOIN archive_documents o ON docket_entry_id = e.id ORDER BY 1`
      )
    const label = 'Motion to Dismiss'
    assert.deepEqual(await shown(), [
      {
        number: 2,
        day: '2024-01-05',
        time: '23:30:00',
        place: '2024-01-05.001',
        description: '',
        label,
        sequence: 9,
      },
    ])
    await merge(
      docketPage({
        docket_entries: [1, 2].map((n) => entry(`${n}`, { date_filed: '2024-01-04' })),
      })
    )
    await merge(feed())
    assert.deepEqual((await shown()).at(-1), {
      number: 2,
      day: '2024-01-04',
      time: '23:30:00',
      place: '2024-01-04.002',
      description: 'Filing 2',
      label,
      sequence: 9,
    })
  })

  test('distinguishes unnumbered events by label', async ({ assert }) => {
    const event = (label: string) =>
      feed(
        {},
        { document_number: null, pacer_doc_id: '', pacer_seq_no: null, short_description: label }
      )
    for (const label of ['Hearing', 'Hearing Reset', 'Hearing']) await merge(event(label))
    assert.deepEqual(await rows('SELECT description FROM archive_documents ORDER BY 1'), [
      { description: 'Hearing' },
      { description: 'Hearing Reset' },
    ])
  })

  test('summaries of bankruptcies add chapter, trustee, and dates', async ({ assert }) => {
    const summary = (kind: string, values: object) =>
      ({
        kind,
        result: { docket_number: '24-10001', case_name: 'Ferry Company', ...values },
      }) as Page
    await merge(summary('case_query', { chapter: '7', date_filed: '2024-01-01' }), { court: 'deb' })
    await merge(
      summary('claims_register', {
        chapter: '',
        trustee_str: 'Ada Trustee',
        date_closed: '2024-06-01',
        date_last_to_file_claims: '2024-04-01',
        claims: [],
      }),
      { court: 'deb' }
    )
    assert.deepEqual(
      await rows(
        `SELECT chapter, trustee_str AS trustee, date_last_to_file_claims AT TIME ZONE 'UTC' = '2024-04-01' AS claims,
                date_terminated::text AS closed
         FROM dockets d JOIN bankruptcy_information b ON docket_id = d.id`
      ),
      [{ chapter: '7', trustee: 'Ada Trustee', claims: true, closed: '2024-06-01' }]
    )
  })

  test('merges a notice into each of its cases; merging it again changes nothing', async ({
    assert,
  }) => {
    const filed = (caseId: string, number: string) => ({
      ...parts,
      docket_number: number,
      case_name: 'One v. Two',
      date_filed: null,
      docket_entries: [
        {
          ...entry('7'),
          short_description: 'Order',
          pacer_case_id: caseId,
          pacer_doc_id: '127000000007',
        },
      ],
    })
    const page = {
      kind: 'notice',
      result: { dockets: [filed('11', '1:24-cv-00011'), filed('12', '1:24-cv-00012')] },
    } as unknown as Page
    const first = await merge(page)
    assert.lengthOf(first.docketIds, 2)
    assert.equal(first.docketId, first.docketIds[0])
    assert.deepEqual(first.changes.entries, { added: 2, changed: 0 })
    assert.deepEqual(
      await rows('SELECT registry_case_id AS id FROM dockets ORDER BY docket_number'),
      [{ id: '11' }, { id: '12' }]
    )
    const before = await state()
    await merge(page)
    assert.deepEqual(await state(), before)
  })

  test('free opinions are marked as free', async ({ assert }) => {
    await merge(docketPage())
    await merge({
      kind: 'free_opinions_report',
      result: [
        {
          ...parts,
          ...entry('2'),
          court_id: 'nysd',
          case_name: '',
          pacer_case_id: '600001',
          pacer_seq_no: null,
          nature_of_suit: 'x',
          cause: '',
        },
      ],
    } as unknown as Page)
    assert.deepEqual(
      await rows(
        'SELECT is_free_on_registry AS free FROM archive_documents ORDER BY document_number'
      ),
      [{ free: null }, { free: true }]
    )
    assert.deepEqual(await rows('SELECT date_filed::text AS day FROM dockets'), [
      { day: '2024-01-02' },
    ])
  })
})
