/** All types of fetch requests, processed by the queue at simulated courts. */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { apiWrite } from '#tests/helpers/write_paths'
import { CASE } from '../outcome_row.js'
import { useSimulatedQueue, withMaxPages, type Answer } from '../simulated_queue.js'

const PUBLIC = '/courtlistener/api/rest/v4/recap-fetch/'
const DOCKET = { request_type: 1 }

interface Entry {
  id: string
  entry_number: string | null
  day: string
}

test.group('types of fetches', (group) => {
  const queue = useSimulatedQueue(group)

  const select = async <Row>(sql: string, values: unknown[]): Promise<Row[]> => {
    const database = await app.container.make('lucid.db')
    const { rows } = await database.rawQuery<{ rows: Row[] }>(sql, values as string[])
    return rows
  }
  const entriesOf = ({ docket }: Answer) =>
    select<Entry>(
      `SELECT id, entry_number::text, date_filed::text AS day FROM docket_entries WHERE docket_id = ?
       ORDER BY recap_sequence_number, entry_number`,
      [docket]
    )
  const numbersOf = async (answer: Answer) =>
    (await entriesOf(answer)).flatMap(({ entry_number: number }) => (number ? Number(number) : []))
  const documentsOf = ({ docket }: Answer) =>
    select<{ id: string; registry_doc_id: string; attachment_number: number | null }>(
      `SELECT d.id, d.registry_doc_id, d.attachment_number FROM archive_documents d
       JOIN docket_entries e ON e.id = d.docket_entry_id
       WHERE e.docket_id = ? AND d.registry_doc_id <> '' ORDER BY e.id, d.id`,
      [docket]
    )
  const partiesOf = async ({ docket }: Answer) =>
    (
      await select<{ name: string }>(
        'SELECT p.name FROM parties p JOIN party_types t ON t.party_id = p.id WHERE t.docket_id = ? ORDER BY 1',
        [docket]
      )
    ).map(({ name }) => name)
  const done = async (body: object): Promise<Answer> => {
    const answer = await queue.fetch(body)
    if (answer.status !== 2) throw new Error(`${answer.status}: ${answer.message}`)
    return answer
  }
  const charges = () => queue.simulator.ledger.charges()

  test('number, case ID, and archive ID select the same docket', async ({ assert }) => {
    const first = await done(CASE)
    const byCase = await done({ ...DOCKET, court: 'akd', registry_case_id: '70101' })
    const byId = await done({ ...DOCKET, docket: first.docket })
    assert.deepEqual([byCase.docket, byId.docket], [first.docket, first.docket])
    assert.deepEqual(await numbersOf(first), [1, 2, 3, 4, 5, 6])
    assert.lengthOf(charges(), 3)
    assert.equal(first.result.docket.id, first.docket)
    const { status, text } = await apiWrite(queue.account, 'POST', PUBLIC, {
      pacer_username: 'simreader',
      pacer_password: 'Simulated-1',
      request_type: 1,
      court: 'akd',
      pacer_case_id: '70101',
    })()
    assert.equal(status, 201, text)
    await queue.work(JSON.parse(text).id)
    assert.equal((await queue.read(JSON.parse(text).id)).docket, first.docket)
  })

  test('fetches ranges of dates and entry numbers', async ({ assert }) => {
    const dates = await done({ ...CASE, de_date_start: '2024-01-29', de_date_end: '2024-03-04' })
    assert.deepEqual(await numbersOf(dates), [3, 4, 5])
    const until = await done({ ...CASE, de_date_end: '2024-01-08' })
    assert.deepEqual(await numbersOf(until), [1, 2, 3, 4, 5])
    const numbers = await done({ ...CASE, de_number_start: 6, de_number_end: 6 })
    assert.deepEqual(await numbersOf(numbers), [1, 2, 3, 4, 5, 6])
    const criteria = charges().map(({ description }) => description)
    assert.deepEqual(criteria, ['Docket Report', 'Docket Report', 'Docket Report'])
  })

  test('applies the options for parties and member cases', async ({ assert }) => {
    const without = await done({ ...CASE, show_parties_and_counsel: false })
    assert.isEmpty(await partiesOf(without))
    const present = await done({ ...CASE, show_terminated_parties: false })
    assert.notInclude(await partiesOf(present), 'Harbor Wick Company')
    assert.include(await partiesOf(present), 'Pike Street Lighting, LLC')
    const all = await done({ ...CASE, show_list_of_member_cases: true })
    assert.include(await partiesOf(all), 'Harbor Wick Company')
  })

  test('fetches a docket of a bankruptcy court', async ({ assert }) => {
    const answer = await done({ ...DOCKET, court: 'deb', docket_number: '24-10101' })
    assert.lengthOf(await entriesOf(answer), 4)
    const range = { de_number_start: 2, de_number_end: 2 }
    const again = await done({ ...DOCKET, docket: answer.docket, ...range })
    assert.equal(again.docket, answer.docket)
  })

  for (const [court, number, entries] of [
    ['ca1', '24-1409', 6],
    ['ca5', '24-1409', 6],
    ['ca9', '18-70682', 6],
    ['ca9', '24-2901', 4],
    ['ca2', '24-2101', 4],
  ] as const)
    test(`fetches the docket, menu, and PDF of appeal ${number} at ${court}`, async ({
      assert,
    }) => {
      const answer = await done({ ...DOCKET, court, docket_number: number })
      assert.lengthOf(await entriesOf(answer), entries)
      const again = await done({ ...DOCKET, docket: answer.docket })
      assert.equal(again.docket, answer.docket)

      const several = (await documentsOf(answer)).find(({ registry_doc_id: id }) =>
        hasAttachments(id)
      )!
      const asked = { recap_document: Number(several.id) }
      const menu = await done({ request_type: 3, ...asked })
      assert.equal(menu.recap_document, Number(several.id))
      const attached = (await documentsOf(answer)).filter((one) => one.attachment_number !== null)
      assert.isNotEmpty(attached)

      const before = charges().length
      const pdf = await done({ request_type: 2, recap_document: Number(attached[0]!.id) })
      assert.isAbove(pdf.cost.pages, 0)
      assert.lengthOf(charges(), before + 1)
      const [stored] = await select<{ is_available: boolean }>(
        'SELECT is_available FROM archive_documents WHERE id = ?',
        [attached[0]!.id]
      )
      assert.isTrue(stored!.is_available)
    })

  /** Whether the entry of a document has several documents. */
  const hasAttachments = (id: string) =>
    queue.simulator
      .cases()
      .flatMap(({ entries }) => entries)
      .some(
        (entry) => entry.documents.length > 1 && (entry.documents[0]!.id === id || entry.id === id)
      )

  test('fetches a PDF and the attachment page of a district court', async ({ assert }) => {
    const docket = await done(CASE)
    const [main] = await documentsOf(docket)
    const menu = await done({ request_type: 3, recap_document: Number(main!.id) })
    assert.equal(menu.cost.dollars, '0.00')
    const documents = await documentsOf(docket)
    const attachments = documents.filter((one) => one.attachment_number !== null)
    assert.deepEqual(
      attachments.map(({ attachment_number: number }) => number),
      [1, 2]
    )
    const pdf = await done({ request_type: 2, recap_document: Number(attachments[1]!.id) })
    assert.equal(pdf.cost.dollars, '0.20')
    assert.equal(queue.simulator.ledger.countPurchases(attachments[1]!.registry_doc_id), 1)
  })

  test('several cases with one number are distinguished by office, case ID, or name', async ({
    assert,
  }) => {
    const office = await done({ ...DOCKET, court: 'nysd', docket_number: '2:24-cv-00202' })
    const caseId = await done({ ...DOCKET, court: 'nysd', registry_case_id: '80911' })
    assert.equal(caseId.docket, office.docket)
    const { id } = await queue.docket({
      court_id: 'nysd',
      docket_number: '24-cv-00202',
      case_name: 'Simulated Ferry Company v. Harbor Board',
    })
    const named = await done({ ...DOCKET, docket: id })
    const [{ registry_case_id: found }] = (await select<{ registry_case_id: string }>(
      'SELECT registry_case_id FROM dockets WHERE id = ?',
      [named.docket]
    )) as [{ registry_case_id: string }]
    assert.equal(found, '80202')
  })

  test('FETCH_MAX_PAGES: a long docket requires a range; a PDF is checked by its receipt', async ({
    assert,
  }) => {
    const long = { ...DOCKET, court: 'cand', registry_case_id: '90300' }
    await withMaxPages(20, async () => {
      const refused = await queue.fetch(long)
      assert.equal(refused.error.code, 'range_required')
      assert.match(
        refused.message,
        /^The docket has 3000 entries, and this server buys up to 20 pages/
      )
      assert.isEmpty(charges())
      for (const range of [{ de_number_start: 1 }, { de_number_start: 1, de_number_end: 999 }])
        assert.equal((await queue.fetch({ ...long, ...range })).error.code, 'range_required')
      const part = await done({ ...long, de_number_start: 2_900 })
      assert.lengthOf(await entriesOf(part), 101)
      await done({ ...long, de_date_start: '2017-09-01' })
      assert.lengthOf(charges(), 2)
    })
    // The maximum price of a docket.
    await withMaxPages(30, () => done({ ...long, show_parties_and_counsel: false }))
    const pdf = async () => ({
      request_type: 2,
      recap_document: await queue.document({ id: '02302500101' }),
    })
    await withMaxPages(14, async () => {
      assert.equal((await done(await pdf())).cost.pages, 14)
    })
  })

  test('FETCH_MAX_PAGES: an appeal is bought if the archive knows that it is short', async ({
    assert,
  }) => {
    const appeal = { ...DOCKET, court: 'ca1', docket_number: '24-1409' }
    await withMaxPages(5, async () => {
      const refused = await queue.fetch(appeal)
      assert.equal(refused.error.code, 'range_required')
      assert.match(refused.message, /length of the docket is unknown.* support ranges\.$/)
      assert.isEmpty(charges())
    })
    const { docket } = await done(appeal)
    await withMaxPages(5, () => done({ ...DOCKET, docket }))
  })
})
