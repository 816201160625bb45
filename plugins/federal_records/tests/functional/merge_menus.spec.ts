/** Merges document menus into their entries. */
import { test } from '@japa/runner'
import type { PageToMerge } from '../../docket_sheet/from_pages/merge_page.js'
import { docketPage, entry, usePages } from '../use_pages.js'

type Page = PageToMerge['page']
const MAIN = '127000000001'

const listed = (number: number, changes: object = {}) => ({
  attachment_number: number,
  description: `Exhibit ${number}`,
  page_count: number,
  pacer_doc_id: `12700000010${number}`,
  pacer_seq_no: null,
  ...changes,
})

const menu = (changes: object = {}): Page =>
  ({
    kind: 'attachment_menu',
    result: {
      document_number: 1,
      pacer_doc_id: MAIN,
      pacer_case_id: '600001',
      pacer_seq_no: '3',
      page_count: 20,
      file_size_bytes: 4096,
      attachments: [listed(1), listed(2)],
      ...changes,
    },
  }) as unknown as Page

const appellate = (documents: object[], kind = 'appellate_attachment_menu'): Page =>
  ({
    kind,
    result: {
      pacer_doc_id: MAIN,
      pacer_case_id: '55',
      pacer_seq_no: null,
      entry_number: 1,
      description: '',
      attachments: documents,
    },
  }) as unknown as Page

test.group('mergePage, menus of documents', (group) => {
  const { merge, rows, state } = usePages(group)
  const documents = () =>
    rows(
      `SELECT document_type AS type, document_number AS number,
              attachment_number AS attachment, registry_doc_id AS id, page_count AS pages, d.description AS label
       FROM archive_documents d JOIN docket_entries e ON e.id = docket_entry_id
       ORDER BY docket_id, document_number, attachment_number NULLS FIRST`
    )
  const main = { type: 1, number: '1', attachment: null, id: MAIN, pages: 20, label: '' }
  const exhibit = (number: number) => ({
    type: 2,
    number: '1',
    attachment: number,
    id: `12700000010${number}`,
    pages: number,
    label: `Exhibit ${number}`,
  })

  test('adds attachments to the entry of the document once', async ({ assert }) => {
    await merge(docketPage({ docket_entries: [entry('1')] }))
    const { entryIds, documentIds } = await merge(menu())
    assert.lengthOf(entryIds, 1)
    assert.lengthOf(documentIds, 3)
    assert.deepEqual(await documents(), [main, exhibit(1), exhibit(2)])
    const before = await state()
    await merge(menu())
    await merge(docketPage({ docket_entries: [entry('1')] }))
    assert.deepEqual(await state(), before)
  })

  test('adds attachments in every docket of the court that has the document', async ({
    assert,
  }) => {
    const page = docketPage({ docket_entries: [entry('1')] })
    await merge(page)
    await merge(docketPage({ ...page.result, docket_number: '1:24-cv-00077' }), {
      registryCaseId: '600077',
    })
    await merge(page, { court: 'cand' })
    const { docketIds } = await merge(menu())
    assert.lengthOf(docketIds, 2)
    assert.lengthOf(await documents(), 3 + 3 + 1)
  })

  test('finds the entry by its number if the document is missing', async ({ assert }) => {
    await merge(docketPage({ docket_entries: [entry('1', { pacer_doc_id: null })] }))
    await merge(menu())
    assert.deepEqual(
      (await documents()).map(({ id }) => id),
      [MAIN, exhibit(1).id, exhibit(2).id]
    )
  })

  test('rejects a menu whose entry is missing, so that it can be retried', async ({ assert }) => {
    await assert.rejects(() => merge(menu()), 'No docket of the court has this document.')
    assert.deepEqual(await documents(), [])
  })

  test('in a court of appeals, the main document becomes an attachment and remains one', async ({
    assert,
  }) => {
    const page = docketPage({ docket_number: '24-101', docket_entries: [entry('1')] })
    await merge(page, { court: 'ca2' })
    await rows(`UPDATE archive_documents SET is_available = true, filepath_local = 'recap/1.pdf'`)
    const attachments = appellate([listed(1, { pacer_doc_id: MAIN }), listed(2)])
    for (let time = 0; time < 2; time++) {
      await merge(attachments, { court: 'ca2' })
      await merge(page, { court: 'ca2' })
    }
    assert.deepEqual(
      await rows(
        `SELECT document_type AS type, attachment_number AS attachment, filepath_local AS path
         FROM archive_documents ORDER BY 2`
      ),
      [
        { type: 2, attachment: 1, path: 'recap/1.pdf' },
        { type: 2, attachment: 2, path: '' },
      ]
    )
  })

  test('the only document of a filing remains its main document', async ({ assert }) => {
    await merge(docketPage({ docket_number: '24-101', docket_entries: [entry('1')] }), {
      court: 'ca2',
    })
    await merge(appellate([listed(1, { pacer_doc_id: MAIN })]), { court: 'ca2' })
    assert.deepEqual(
      (await documents()).map(({ type, attachment, label }) => [type, attachment, label]),
      [[1, null, 'Exhibit 1']]
    )
  })

  test('ACMS documents of an entry share an ID and have separate GUIDs', async ({ assert }) => {
    const guid = '6f1e3a52-0c1d-4b1e-9d55-0242ac120002'
    const page = docketPage({
      docket_number: '24-101',
      docket_entries: [entry('1', { pacer_doc_id: guid })],
    })
    await merge(page, { court: 'ca2' })
    const one = (number: number) =>
      listed(number, { pacer_doc_id: guid, acms_document_guid: `guid-${number}`, file_size: 5 })
    const attachments = {
      kind: 'acms_attachment_page',
      result: {
        pacer_doc_id: guid,
        pacer_case_id: 'case',
        entry_number: 1,
        attachments: [one(1), one(2)],
      },
    } as unknown as Page
    for (let time = 0; time < 2; time++) {
      await merge(attachments, { court: 'ca2' })
      await merge(page, { court: 'ca2' })
    }
    assert.deepEqual(
      await rows(
        `SELECT attachment_number AS attachment, acms_document_guid AS guid, registry_doc_id = '${guid}' AS shared
         FROM archive_documents ORDER BY 1`
      ),
      [1, 2].map((number) => ({ attachment: number, guid: `guid-${number}`, shared: true }))
    )
  })
})
