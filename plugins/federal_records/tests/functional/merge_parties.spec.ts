/** Merges of parties, attorneys, and duplicate entries (fetch-and-upload, 2.5). */
import { test } from '@japa/runner'
import type { PrintedParty } from '../../docket_sheet/from_pages/parties.js'
import { CASE_ID, docketPage, entry, usePages } from '../use_pages.js'

const CONTACT =
  'Whitlock & Pereira LLP\n12 Harbor Street\nSuite 3\nNew York, NY 10004\n(212) 555-0101\nFax: 212-555-0102\nEmail: DW@firm.example\n'

const party = (name: string, changes: Partial<PrintedParty> = {}): PrintedParty => ({
  name,
  type: 'Defendant',
  extra_info: '',
  date_terminated: null,
  attorneys: [],
  ...changes,
})
const lawyer = (name: string, roles: string[] = ['LEAD ATTORNEY'], contact = '') => ({
  name,
  contact,
  roles,
})

test.group('mergePage, parties', (group) => {
  const { merge, rows, state } = usePages(group)
  const names = async () =>
    (
      await rows(
        'SELECT name FROM party_types JOIN parties p ON p.id = party_id ORDER BY 1'.replace(
          'name',
          'p.name'
        )
      )
    ).map(({ name }) => name as string)

  test('an attorney gets the contact, firm, and roles of the page', async ({ assert }) => {
    const roles = ['LEAD ATTORNEY', 'ATTORNEY TO BE NOTICED', 'TERMINATED: 03/04/2024']
    await merge(
      docketPage({
        parties: [party('One', { attorneys: [lawyer('Dana Whitlock', roles, CONTACT)] })],
      })
    )
    assert.deepEqual(await rows('SELECT contact_raw, phone, fax, email FROM attorneys'), [
      { contact_raw: CONTACT, phone: '2125550101', fax: '2125550102', email: 'dw@firm.example' },
    ])
    assert.deepEqual(
      await rows(
        'SELECT role, role_raw AS raw, date_action::text AS day FROM attorney_roles ORDER BY 1'
      ),
      [
        { role: 1, raw: roles[1], day: null },
        { role: 2, raw: roles[0], day: null },
        { role: 6, raw: roles[2], day: '2024-03-04' },
      ]
    )
    assert.deepEqual(
      await rows(
        'SELECT name, address1, address2, city, state, zip_code AS zip FROM attorney_organizations'
      ),
      [
        {
          name: 'Whitlock & Pereira LLP',
          address1: '12 Harbor Street',
          address2: 'Suite 3',
          city: 'New York',
          state: 'NY',
          zip: '10004',
        },
      ]
    )
  })

  test('detaches unlisted parties; terminated ones only if the page lists any', async ({
    assert,
  }) => {
    const gone = party('Gone', { attorneys: [lawyer('A. Lawyer', ['LEAD ATTORNEY'], CONTACT)] })
    const ended = party('Ended', { date_terminated: '2024-01-03' })
    await merge(docketPage({ parties: [party('One'), gone, ended] }))
    assert.deepEqual(await names(), ['Ended', 'Gone', 'One'])
    await merge(docketPage({ parties: [] }))
    assert.lengthOf(await names(), 3)
    await merge(docketPage({ parties: [party('One')] }))
    assert.deepEqual(await names(), ['Ended', 'One'])
    assert.deepEqual(await rows('SELECT 1 FROM attorney_roles'), [])
    assert.deepEqual(await rows('SELECT 1 FROM attorney_organization_links'), [])
    await merge(
      docketPage({ parties: [party('One'), party('Late', { date_terminated: '2024-02-01' })] })
    )
    assert.deepEqual(await names(), ['Late', 'One'])
  })

  test('replaces counts and complaints', async ({ assert }) => {
    const charged = (...counts: [name: string, status: string][]) =>
      docketPage({
        parties: [
          party('One', {
            criminal_data: {
              counts: counts.map(([name, status]) => ({ name, status, disposition: 'open' })),
              complaints: [{ name: `Complaint ${counts.length}`, disposition: '' }],
              highest_offense_level_opening: 'Felony',
              highest_offense_level_terminated: null,
            },
          }),
        ],
      })
    await merge(charged(['Fraud (1)', 'pending'], ['Theft (2)', 'pending']))
    await merge(charged(['Fraud (1)', 'terminated']))
    assert.deepEqual(await rows('SELECT name, status FROM criminal_counts'), [
      { name: 'Fraud (1)', status: 2 },
    ])
    assert.deepEqual(await rows('SELECT name FROM criminal_complaints'), [{ name: 'Complaint 1' }])
    assert.deepEqual(await rows('SELECT highest_offense_level_opening AS level FROM party_types'), [
      { level: 'Felony' },
    ])
  })

  test('merges duplicate entries and keeps the file', async ({ assert }) => {
    const { docketId } = await merge(docketPage({ docket_entries: [entry('1')] }))
    await rows(
      `WITH twin AS (INSERT INTO docket_entries (docket_id, entry_number) SELECT ${docketId}, 1 FROM generate_series(1, 2) RETURNING id)
       INSERT INTO archive_documents (docket_entry_id, document_type, document_number, is_available, filepath_local)
       SELECT id, 1, '1', id = (SELECT min(id) FROM twin), CASE WHEN id = (SELECT min(id) FROM twin) THEN 'recap/1.pdf' ELSE '' END FROM twin`
    )
    await merge(docketPage({ docket_entries: [entry('1')] }))
    assert.deepEqual(
      await rows(
        `SELECT count(*) OVER ()::int AS entries, filepath_local AS path, e.description
         FROM docket_entries e LEFT JOIN archive_documents d ON d.docket_entry_id = e.id`
      ),
      [{ entries: 1, path: 'recap/1.pdf', description: 'Filing 1' }]
    )
  })

  test('keeps both files of duplicate documents', async ({ assert }) => {
    const { docketId } = await merge(docketPage({ docket_entries: [entry('1')] }))
    await rows(`UPDATE archive_documents SET is_available = true, filepath_local = 'recap/a.pdf'`)
    await rows(
      `WITH twin AS (INSERT INTO docket_entries (docket_id, entry_number) VALUES (${docketId}, 1) RETURNING id)
       INSERT INTO archive_documents (docket_entry_id, document_type, document_number, is_available, filepath_local)
       SELECT id, 1, '1', true, 'recap/b.pdf' FROM twin`
    )
    for (let time = 0; time < 2; time++) await merge(docketPage({ docket_entries: [entry('1')] }))
    assert.deepEqual(
      await rows('SELECT filepath_local AS path FROM archive_documents ORDER BY 1'),
      [{ path: 'recap/a.pdf' }, { path: 'recap/b.pdf' }]
    )
  })

  test('entries with the same number and different sequence numbers are distinct', async ({
    assert,
  }) => {
    const page = docketPage({
      docket_entries: ['7', null, '8'].map((sequence) =>
        entry('1', { pacer_seq_no: sequence, description: `Part ${sequence}` })
      ),
    })
    await merge(page)
    const before = await state()
    await merge(page)
    assert.deepEqual(await state(), before)
    assert.lengthOf(before.docket_entries, 3)
  })

  test('entries have their position in the day, even if the newest is listed first', async ({
    assert,
  }) => {
    const days = ['2024-01-02', '2024-01-02', '2024-01-03']
    const entries = days.map((day, at) => entry(String(at + 1), { date_filed: day }))
    const places = () =>
      rows('SELECT recap_sequence_number AS place FROM docket_entries ORDER BY entry_number')
    const expected = ['2024-01-02.001', '2024-01-02.002', '2024-01-03.001'].map((place) => ({
      place,
    }))
    const skipped = entry('9', { date_filed: null })
    await merge(docketPage({ docket_entries: [...entries, skipped] }))
    assert.deepEqual(await places(), expected)
    await merge(docketPage({ docket_entries: entries.toReversed() }), { registryCaseId: CASE_ID })
    assert.deepEqual(await places(), expected)
  })
})
