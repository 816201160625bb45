/** Simulated courts of appeals of the classic system. */
import { test } from '@japa/runner'
import { isLoggedIn } from '#app/court_pages/session_state'
import { pageOutcome } from '#app/court_pages/page_outcomes'
import { appellateText } from '../../simulator/model/case_texts.js'
import type { SimulatedCase } from '../../simulator/start_simulator.js'
import { CourtVisitor } from '../court_visitor.js'
import { readPageKind, readAs } from '../read_page_kind.js'
import { useSimulator } from '../use_simulator.js'

const ROOM: Record<string, string> = {
  ca1: 'https://ecf.ca1.uscourts.gov/n/beam/servlet/TransportRoom',
  ca5: 'https://ecf.ca5.uscourts.gov/cmecf/servlet/TransportRoom',
  ca9: 'https://ecf.ca9.uscourts.gov/n/beam/servlet/TransportRoom',
}
const WHOLE = {
  servlet: 'CaseSummary.jsp',
  fullDocketReport: 'Y',
  actionType: 'Run Docket Report',
  incDktEntries: 'Y',
  incOrigDkt: 'Y',
  incPrior: 'Y',
  incPanel: 'Y',
  incPtyAty: 'Y',
  incCaption: 'long',
}
const address = (court: string, values: Record<string, string>) =>
  `${ROOM[court]}?${new URLSearchParams(values)}`
const item = (id: string) => `${id.slice(0, 3)}1${id.slice(4)}`

const expectedParties = (of: SimulatedCase) =>
  of.parties.map(({ name, type, terminated, attorneys }) => ({
    name,
    type: type.replaceAll(' ', '\u00A0'),
    ...(terminated && { date_terminated: terminated }),
    attorneys: attorneys.map((one) => ({
      name: one.name,
      contact: one.contact.join('\n'),
      roles: one.roles,
    })),
  }))

test.group('simulator: appellate dockets', (group) => {
  const use = useSimulator(group)
  const docket = async (court: string, values: Record<string, string>) => {
    const visitor = await use.visitor()
    return visitor.get(address(court, { ...WHOLE, ...values }))
  }

  test('show appeals as modeled, at {court}')
    .with([
      { court: 'ca1', id: '31001' },
      { court: 'ca5', id: '35001' },
      { court: 'ca9', id: '39001' },
    ])
    .run(async ({ assert }, { court, id }) => {
      const of = use.simulator.case(court, id)!
      const answer = await docket(court, { caseNum: of.number })
      assert.deepEqual(await readAs(answer, court, 'appellate_docket'), {
        court_id: court,
        docket_number: of.number,
        case_name: of.name,
        panel: of.panel,
        nature_of_suit: of.natureOfSuit,
        appeal_from: of.appealFrom,
        fee_status: of.feeStatus,
        date_filed: of.filed,
        date_terminated: of.terminated,
        case_type_information: of.caseTypes.join(', '),
        originating_court_information: {
          docket_number: '3:24-cv-00101',
          court_id: 'akd',
          assigned_to: 'Amara T. Lindqvist',
          ordering_judge: '',
          court_reporter: '',
          date_filed: of.origin!.filed,
          date_disposed: null,
          disposition: '',
          date_judgment: of.origin!.judgment,
          date_judgment_eod: of.origin!.judgment,
          date_filed_noa: of.origin!.noticeFiled,
          date_received_coa: of.origin!.received,
        },
        parties: expectedParties(of),
        docket_entries: of.entries.map((entry) => {
          const documentId = entry.documents[0]?.id ?? null
          // One court prints no entry numbers.
          const number = documentId && (court === 'ca1' ? documentId : String(entry.number))
          return {
            date_filed: entry.filed,
            date_entered: entry.entered,
            document_number: number,
            pacer_doc_id: documentId,
            pacer_seq_no: String(entry.sequence),
            description: appellateText(of, entry),
          }
        }),
      })
      const [charge] = use.simulator.ledger.charges()
      assert.equal(charge.description, 'Docket Report (full)')
    })

  test('show the requested sections and dates', async ({ assert }) => {
    const values = { caseNum: '24-1409', incPtyAty: '', incOrigDkt: '', incPanel: '' }
    const range = { dateFrom: '7/8/2024', dateTo: '7/30/2024' }
    const answer = await docket('ca1', { ...values, ...range })
    const part = await readAs(answer, 'ca1', 'appellate_docket')
    assert.deepEqual([part.parties, part.panel, part.originating_court_information], [[], [], {}])
    assert.deepEqual(
      part.docket_entries.map((one) => one.date_filed),
      ['2024-07-08', '2024-07-30']
    )
    const none = await docket('ca1', { caseNum: '24-1409', incDktEntries: '' })
    assert.deepEqual((await readAs(none, 'ca1', 'appellate_docket')).docket_entries, [])
    assert.equal(use.simulator.ledger.charges()[0].description, 'Docket Report (filtered)')
  })

  test('are returned as XML after the charge is confirmed', async ({ assert }) => {
    const values = { caseNum: '24-1409', outputXML_TXT: 'XML' }
    const asked = await docket('ca5', values)
    assert.equal(await readPageKind(asked, 'ca5'), 'confirmation_page')
    assert.equal(use.simulator.ledger.totals().pages, 0)
    const { headers, text } = await docket('ca5', { ...values, confirmCharge: 'y' })
    assert.match(headers['content-type']!, /^text\/xml/)
    assert.include(text, 'caseNumber="24-1409"')
  })

  test('return the messages in court-system, 12: {number}')
    .with([
      { number: '24-1501', outcome: 'document_not_found' },
      { number: '24-1502', outcome: 'redirect' },
      { number: '24-1503', outcome: 'pdf_embedded' },
      { number: '24-1504', outcome: 'case_not_found' },
      { number: '99-9999', outcome: 'case_not_found' },
    ])
    .run(async ({ assert }, { number, outcome }) => {
      assert.equal(await readPageKind(await docket('ca5', { caseNum: number }), 'ca5'), outcome)
      assert.equal(use.simulator.ledger.totals().pages, 0)
    })

  test('have one path at each court', async ({ assert }) => {
    const visitor = await use.visitor()
    const wrong = 'https://ecf.ca5.uscourts.gov/n/beam/servlet/TransportRoom?servlet=CaseSearch.jsp'
    assert.equal((await visitor.get(wrong)).status, 404)
    for (const servlet of ['CaseSearch.jsp', 'DocketReportFilter.jsp', 'CaseQuery.jsp']) {
      const values = { servlet, caseNum: '24-1409', caseid: '35001' }
      const { status, text } = await visitor.get(address('ca5', values))
      assert.equal(status, 200)
      assert.isTrue(isLoggedIn(text))
    }
    const { text } = await visitor.post(ROOM.ca5, {
      servlet: 'CaseSelectionTable.jsp',
      csnum1: '24-1409',
    })
    assert.include(text, 'Simulated Lantern Works')
    assert.equal((await visitor.get(address('ca5', { servlet: 'Other' }))).status, 404)
  })

  test('require a login and a Referer header', async ({ assert }) => {
    const visitor = new CourtVisitor(use.simulator)
    const url = address('ca1', { ...WHOLE, caseNum: '24-1409' })
    const { text } = await visitor.get(url)
    assert.isFalse(isLoggedIn(text))
    assert.equal(pageOutcome(text), 'not_logged_in')
    const foreign = await visitor.get(url, { referer: 'https://elsewhere' })
    assert.match(foreign.text, /<title>Download Confirmation<\/title>/)
  })

  test('have feeds without a login', async ({ assert }) => {
    const visitor = new CourtVisitor(use.simulator)
    const answer = await visitor.get(address('ca1', { servlet: 'RSSGenerator' }))
    const items = await readAs(answer, 'ca1', 'rss_feed')
    assert.lengthOf(items, use.simulator.case('ca1', '31001')!.entries.length)
    assert.equal(items[0].docket_number, '24-1409')
  })
})

test.group('simulator: documents of appeals', (group) => {
  const use = useSimulator(group)
  const show = (id: string, rest: Record<string, string> = { pacer: 't' }) =>
    address('ca5', {
      servlet: 'ShowDoc',
      incPdfHeader: 'Y',
      incPdfHeaderDisp: 'Y',
      dls_id: id,
      ...rest,
    })
  const at = (place: number, attachment = 0) =>
    use.simulator.case('ca5', '35001')!.entries[place].documents[attachment]

  test('are confirmed, then bought', async ({ assert }) => {
    const visitor = await use.visitor()
    const { id } = at(0)
    const asked = [
      await visitor.get(`https://ecf.ca5.uscourts.gov/docs1/${id}`),
      await visitor.get(show(id, {})),
    ]
    for (const answer of asked) {
      assert.deepEqual(await readAs(answer, 'ca5', 'confirmation_page'), {
        docket_number: '24-1409',
        document_number: '1',
        document_description: 'PDF Document',
        billable_pages: '14',
        cost: '1.40',
        transaction_date: '2031-03-04T12:00:05',
      })
      assert.isTrue(isLoggedIn(answer.text))
    }
    assert.equal(use.simulator.ledger.totals().pages, 0)
    const { headers } = await visitor.get(show(id))
    assert.equal(headers['content-type'], 'application/pdf')
    assert.equal(use.simulator.ledger.countPurchases(id), 1)
    assert.equal(use.simulator.ledger.totals().dollars, '1.40')
  })

  test('have a menu instead of a main document with attachments', async ({ assert }) => {
    const visitor = await use.visitor()
    const of = use.simulator.case('ca5', '35001')!
    const entry = of.entries[2]
    const { id } = at(2)
    const asked = [
      await visitor.get(show(id)),
      await visitor.get(`https://ecf.ca5.uscourts.gov/docs1/${id}`),
    ]
    for (const answer of asked) {
      assert.isTrue(isLoggedIn(answer.text))
      assert.deepEqual(await readAs(answer, 'ca5', 'appellate_attachment_menu'), {
        pacer_doc_id: id,
        pacer_case_id: of.id,
        pacer_seq_no: String(entry.sequence),
        attachments: entry.documents.map((document, place) => ({
          attachment_number: place + 1,
          description: document.description,
          page_count: document.pages,
          pacer_doc_id: document.id,
        })),
      })
    }
    assert.equal(use.simulator.ledger.totals().pages, 0)
    const attachment = at(2, 1).id
    await visitor.get(show(item(id)))
    await visitor.get(show(item(attachment)))
    assert.deepEqual(
      use.simulator.ledger.charges().map(({ documentId, pages }) => [documentId, pages]),
      [
        [id, 30],
        [attachment, 7],
      ]
    )
  })

  test('warn of restricted documents and reject others', async ({ assert }) => {
    const visitor = await use.visitor()
    const restricted = await visitor.get(show(at(3).id))
    assert.equal(await readPageKind(restricted, 'ca5'), 'restricted')
    const url = /location = '([^']+)'/.exec(restricted.text)![1]
    const { headers } = await visitor.get(new URL(url, ROOM.ca5).href)
    assert.equal(headers['content-type'], 'application/pdf')
    for (const refused of [show(at(4).id), show(at(4).id, {}), show('005012345999')])
      assert.equal(await readPageKind(await visitor.get(refused), 'ca5'), 'document_not_found')
    assert.equal(use.simulator.ledger.totals().pages, 5)
  })

  test('can be combined into one file', async ({ assert }) => {
    const visitor = await use.visitor()
    const { sequence } = use.simulator.case('ca5', '35001')!.entries[2]
    const values = { servlet: 'ShowDocMulti', caseId: '35001', d: String(sequence) }
    const { headers } = await visitor.get(address('ca5', values))
    assert.equal(headers['content-type'], 'application/pdf')
    assert.equal(use.simulator.ledger.totals().pages, 30 + 7)
    for (const { sequence: d } of use.simulator.case('ca5', '35001')!.entries.slice(3, 5)) {
      const refused = await visitor.get(address('ca5', { ...values, d: String(d) }))
      assert.equal(await readPageKind(refused, 'ca5'), 'document_not_found')
    }
  })

  test('are served once for the link in a notice', async ({ assert }) => {
    const visitor = new CourtVisitor(use.simulator)
    const url = `https://ecf.ca5.uscourts.gov/docs1/${at(0).id}?uid=${at(0).magicNumber}`
    assert.equal((await visitor.get(url)).headers['content-type'], 'application/pdf')
    assert.match((await visitor.get(url)).headers['content-type']!, /^text\/html/)
    assert.equal(use.simulator.ledger.totals().pages, 0)
  })
})
