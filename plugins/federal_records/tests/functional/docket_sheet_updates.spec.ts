/**
 * Updates by newer sheets.
 */
import { test } from '@japa/runner'
import { NOTHING, sheet, useSheets } from '../use_sheets.js'

const DOCKET = { court_id: 'nysd', docket_number: '1:24-cv-00001' }
const party = (changes: object) => ({
  docket: DOCKET,
  parties: [{ name: 'One', type: 'Plaintiff', ...changes }],
})

test.group('dockets:import, newer sheets', (group) => {
  const { run, rows, allRows } = useSheets(group)

  test('keeps values of entries and documents that the sheet omits', async ({ assert }) => {
    const full = {
      document_type: 1,
      document_number: '1',
      is_sealed: true,
      is_available: true,
      plain_text: 'TEXT',
      filepath_local: 'recap/1.pdf',
      sha1: 'a'.repeat(40),
      thumbnail_status: 1,
    }
    const entry = { entry_number: 1, date_filed: '2024-01-02', description: 'COMPLAINT' }
    const bare = { document_type: 1, document_number: '1' }
    const state = () =>
      rows(
        `SELECT e.*, d.* FROM docket_entries e JOIN archive_documents d ON docket_entry_id = e.id`
      )
    await run({ docket: DOCKET, docket_entries: [{ ...entry, documents: [full] }] })
    const before = await state()
    const { added, changed } = await run({
      docket: DOCKET,
      docket_entries: [{ entry_number: 1, documents: [bare] }],
    })
    assert.deepEqual([added, changed], [NOTHING, NOTHING])
    assert.deepEqual(await state(), before)
  })

  test('changes only the values in the sheet', async ({ assert }) => {
    const document = (number: string, values: object = {}) => ({
      document_type: 1,
      document_number: number,
      ...values,
    })
    const documents = (...given: object[]) => ({
      docket: DOCKET,
      docket_entries: [{ entry_number: 1, documents: given }],
    })
    await run(documents(document('1', { sha1: 'one' }), document('2', { sha1: 'two' })))
    const { added, changed } = await run(
      documents(document('1', { page_count: 3 }), document('2', { sha1: 'new' }), document('3'))
    )
    assert.deepEqual([added.documents, changed.documents], [1, 2])
    assert.deepEqual(
      await rows(
        'SELECT sha1, page_count AS pages, is_available AS held FROM archive_documents ORDER BY document_number'
      ),
      [
        { sha1: 'one', pages: 3, held: false },
        { sha1: 'new', pages: null, held: false },
        { sha1: '', pages: null, held: false },
      ]
    )
  })

  test('null and empty text clear a value')
    .with([null, ''])
    .run(async ({ assert }, nothing) => {
      await run(
        sheet({
          docket: {
            ...DOCKET,
            case_name: 'One v. Two',
            cause: '28:1332',
            date_filed: '2024-01-01',
          },
        })
      )
      await run({
        docket: { ...DOCKET, cause: nothing, date_filed: nothing },
        docket_entries: [
          {
            entry_number: 1,
            date_filed: nothing,
            description: nothing,
            documents: [{ document_type: 1, document_number: '1', registry_doc_id: nothing }],
          },
        ],
        parties: [
          {
            name: 'One',
            type: 'Plaintiff',
            attorneys: [{ name: 'A. Lawyer', contact_raw: nothing }],
          },
        ],
      })
      assert.deepEqual(
        await rows(
          `SELECT case_name, cause, d.date_filed, e.date_filed AS day, e.description, registry_doc_id, contact_raw
           FROM dockets d JOIN docket_entries e ON docket_id = d.id
             JOIN archive_documents o ON docket_entry_id = e.id AND attachment_number IS NULL, attorneys`
        ),
        [
          {
            case_name: 'One v. Two',
            cause: '',
            date_filed: null,
            day: null,
            description: '',
            registry_doc_id: '',
            contact_raw: '',
          },
        ]
      )
    })

  test('keeps values of parties and attorneys that the sheet omits', async ({ assert }) => {
    await run(
      party({
        extra_info: 'a corporation',
        type_extra_info: 'TERMINATED',
        pro_se: 1,
        criminal_counts: [{ name: 'Count', status: 1, disposition: 'open' }],
        criminal_complaints: [{ name: 'Complaint' }],
        attorneys: [
          {
            name: 'A',
            email: 'a@example.org',
            roles: [{ role: 2, role_raw: 'LEAD' }, { role: 1 }],
            organizations: [{ name: 'A Firm LLP', city: 'New York' }],
          },
        ],
      })
    )
    const state = () =>
      allRows(
        [
          'parties',
          'party_types',
          'criminal_counts',
          'criminal_complaints',
          'attorneys',
          'attorney_roles',
          'attorney_organizations',
          'attorney_organization_links',
        ].map((table) => `SELECT * FROM ${table} ORDER BY id`)
      )
    const before = await state()
    for (const changes of [
      {},
      { attorneys: [{ name: 'A' }] },
      { criminal_counts: [{ name: 'Count', status: 1 }] },
      { attorneys: [{ name: 'A', roles: [{ role: 2 }, { role: 1 }] }] },
    ])
      await run(party(changes))
    assert.deepEqual(await state(), before)
  })

  test('replaces lists in the sheet; null empties them', async ({ assert }) => {
    const counts = () =>
      rows(
        `SELECT (SELECT count(*)::int FROM attorney_roles) AS roles,
                (SELECT count(*)::int FROM attorney_organization_links) AS links,
                (SELECT count(*)::int FROM criminal_counts) AS counts`
      )
    const first = party({
      criminal_counts: [{ name: 'Count', status: 1 }],
      attorneys: [
        { name: 'A', roles: [{ role: 2 }, { role: 1 }], organizations: [{ name: 'A Firm LLP' }] },
      ],
    })
    await run(first)
    assert.deepEqual(await counts(), [{ roles: 2, links: 1, counts: 1 }])
    await run(
      party({ criminal_counts: null, attorneys: [{ name: 'A', roles: [], organizations: [] }] })
    )
    assert.deepEqual(await counts(), [{ roles: 1, links: 0, counts: 0 }])
    await run(party({ attorneys: null }))
    assert.deepEqual(await counts(), [{ roles: 0, links: 0, counts: 0 }])
  })

  test('an attorney without roles represents the party once', async ({ assert }) => {
    for (let time = 0; time < 2; time++) await run(party({ attorneys: [{ name: 'A' }] }))
    assert.deepEqual(
      await rows(
        'SELECT role, role_raw FROM attorney_roles JOIN attorneys a ON a.id = attorney_id'
      ),
      [{ role: null, role_raw: '' }]
    )
  })

  test('merges attorneys of two dockets only if their contacts are equal', async ({ assert }) => {
    const of = (number: string, contact?: string) => ({
      docket: { court_id: 'nysd', docket_number: number },
      parties: [{ name: 'P', type: 'Plaintiff', attorneys: [{ name: 'L', contact_raw: contact }] }],
    })
    for (let time = 0; time < 2; time++)
      await run(of('1'), of('2'), of('3', ''), of('4', 'here'), of('5', 'here'), of('6', 'there'))
    assert.deepEqual(
      await rows(
        `SELECT array_agg(docket_number ORDER BY docket_number) AS dockets
         FROM attorney_roles JOIN dockets d ON d.id = docket_id GROUP BY attorney_id ORDER BY 1`
      ),
      [['1'], ['2'], ['3'], ['4', '5'], ['6']].map((dockets) => ({ dockets }))
    )
  })

  test('sets the fourth digit of a document ID to zero', async ({ assert }) => {
    await run({
      docket: DOCKET,
      docket_entries: [
        {
          entry_number: 1,
          documents: [
            { document_type: 1, document_number: '1', registry_doc_id: '035112345678' },
            {
              document_type: 1,
              document_number: '2',
              registry_doc_id: '6f1e3a52-0c1d-4b1e-9d55-0242ac120002',
            },
          ],
        },
      ],
    })
    assert.deepEqual(
      await rows('SELECT registry_doc_id AS id FROM archive_documents ORDER BY document_number'),
      [{ id: '035012345678' }, { id: '6f1e3a52-0c1d-4b1e-9d55-0242ac120002' }]
    )
  })
})
