/** Reports and documents of simulated district courts, read by Curia's parsers. */
import { test } from '@japa/runner'
import { readPage } from '#app/court_pages/read_page'
import { numberParts } from '../../simulator/model/world.js'
import { expectedEntry, expectedMenu, expectedParty, expectedSize } from '../expected_dockets.js'
import type { Fields } from '../court_visitor.js'
import { useSimulator } from '../use_simulator.js'
import { REFUSAL_OUTCOMES } from '../refusal_outcomes.js'

const CGI = (court: string) => `https://ecf.${court}.uscourts.gov/cgi-bin`
const WHOLE = {
  case_num: ' ',
  date_from: '1/1/1960',
  list_of_parties_and_counsel: 'on',
  terminated_parties: 'on',
  pdf_header: '1',
  output_format: 'html',
  sort1: 'oldest date first',
}

test.group('simulator: case numbers', (group) => {
  const use = useSimulator(group)
  const ask = async (court: string, number: string) => {
    const visitor = await use.visitor()
    const answer = await visitor.get(`${CGI(court)}/possible_case_numbers.pl?${number}`)
    const reading = await readPage(answer.bytes, court)
    if (!('kind' in reading) || reading.kind !== 'possible_case_numbers')
      throw new Error(answer.text)
    return reading.result
  }

  test('find one case in any format: {$self}')
    .with([
      '3:24-cv-101',
      '3:24-cv-00101',
      '24-101',
      '24-cv-00101',
      '3:2024-cv-00101-ATL;number=0.5',
    ])
    .run(async ({ assert }, number) => {
      assert.deepEqual(await ask('akd', number), {
        request: '24-00101',
        cases: [
          {
            docket_number: '3:24-cv-101',
            pacer_case_id: '70101',
            title:
              '3:24-cv-00101-ATL Simulated Lantern Works, Inc. v. Pike Street Lighting, LLC et al',
            defendant: null,
          },
        ],
        message: null,
      })
    })

  test('find several cases, no case, a sealed case, and a closed case', async ({ assert }) => {
    const several = await ask('nysd', '24-202')
    assert.sameMembers(
      several.cases.map((one) => one.pacer_case_id),
      ['80202', '80911']
    )
    assert.lengthOf((await ask('nysd', '2:24-cv-202')).cases, 1)
    assert.match((await ask('akd', '3:24-cv-99999')).message!, /^Cannot find case/)
    assert.equal((await ask('akd', '3:24-cv-00501')).message, 'Case Under Seal')
    assert.match((await ask('akd', 'lantern')).message!, /not a valid case number/)
    assert.match((await ask('akd', '3:08-cv-00284')).cases[0].title, /\(closed 06\/04\/2009\)$/)
  })
})

test.group('simulator: district dockets', (group) => {
  const use = useSimulator(group)
  const report = async (court: string, form: Fields) => {
    const visitor = await use.visitor()
    return visitor.post(`${CGI(court)}/DktRpt.pl?1-L_1_0-1`, { ...WHOLE, ...form })
  }
  const docket = async (court: string, form: Fields) => {
    const answer = await report(court, form)
    const reading = await readPage(answer.bytes, court)
    if (!('kind' in reading) || reading.kind !== 'district_docket') throw new Error(answer.text)
    return reading.result
  }

  test('show a case as modeled: {id}')
    .with([
      { court: 'akd', id: '70101' },
      { court: 'akd', id: '70102' },
      { court: 'akd', id: '11401' },
      { court: 'nysd', id: '80202' },
      { court: 'cand', id: '90300' },
    ])
    .run(async ({ assert }, { court, id }) => {
      const of = use.simulator.case(court, id)!
      const {
        parties,
        docket_entries: entries,
        ...head
      } = await docket(court, { all_case_ids: id })
      const { office, type } = numberParts(of.number)!
      assert.deepEqual(head, {
        court_id: court,
        docket_number: of.number,
        federal_dn_office_code: office,
        federal_dn_case_type: type,
        federal_dn_judge_initials_assigned: of.initials[0],
        federal_dn_judge_initials_referred: null,
        federal_defendant_number: null,
        case_name: of.name.replace(/ et al$/, ''),
        date_filed: of.filed,
        date_terminated: of.terminated,
        date_converted: null,
        date_discharged: null,
        assigned_to_str: of.judge.replace('Judge ', ''),
        referred_to_str: of.referredTo.replace('Magistrate Judge ', ''),
        cause: of.cause,
        nature_of_suit: of.natureOfSuit,
        jury_demand: of.juryDemand,
        demand: of.demand,
        jurisdiction: of.jurisdiction,
        mdl_status: '',
        ordered_by: 'date_filed',
        ...(of.lead && {
          related_cases: [{ relation: 'lead', docket_number: of.lead.number }],
        }),
      })
      assert.deepEqual(
        parties,
        of.parties.map((one) => expectedParty(one))
      )
      assert.deepEqual(entries, of.entries.map(expectedEntry))
    })

  test('apply the ranges, sorting, and sections of the request', async ({ assert }) => {
    const LANTERN = { all_case_ids: '70101' }
    const entries = use.simulator.case('akd', '70101')!.entries.map(expectedEntry)
    const of = async (form: Fields) => (await docket('akd', { ...LANTERN, ...form })).docket_entries
    const without = (...left: number[]) => entries.filter((_, at) => !left.includes(at))
    assert.deepEqual(
      await of({ date_range_type: 'Filed', date_from: '1/8/2024', date_to: '1/29/2024' }),
      entries.slice(1, 4)
    )
    assert.deepEqual(
      await of({ date_range_type: 'Entered', date_from: '1/8/2024', date_to: '1/29/2024' }),
      entries.slice(1, 3)
    )
    // A number range excludes unnumbered entries.
    assert.deepEqual(
      await of({ documents_numbered_from_: '2', documents_numbered_to_: '4' }),
      without(0, 2, 5, 6)
    )
    assert.deepEqual(await of({ sort1: 'most recent date first' }), entries.toReversed())
    assert.deepEqual((await of({ sort1: 'document number' })).at(0), entries[2])
    const { docket_entries: none, parties } = await docket('akd', {
      ...LANTERN,
      date_from: '1/1/2030',
    })
    assert.deepEqual([none, parties.length], [[], 4])
  })

  test('show parties, terminated parties, and member cases on request', async ({ assert }) => {
    const LANTERN = { all_case_ids: '70101' }
    const names = async (form: Fields) =>
      (await docket('akd', { ...LANTERN, ...form })).parties.map(({ name }) => name)
    assert.deepEqual(await names({ list_of_parties_and_counsel: '' }), [])
    assert.notInclude(await names({ terminated_parties: '' }), 'Harbor Wick Company')
    assert.include(await names({}), 'Harbor Wick Company')
    const page = await report('akd', { ...LANTERN, list_of_member_cases: 'on' })
    assert.match(
      page.text,
      /Member cases:[^<]*<\/td><td><a href="\/cgi-bin\/DktRpt\.pl\?70102">3:24-cv-00102-ATL<\/a>/
    )
    assert.notInclude((await report('akd', LANTERN)).text, 'Member cases')
  })

  test('list documents with their sizes on request', async ({ assert }) => {
    const { docket_entries: entries } = await docket('akd', {
      all_case_ids: '70101',
      view_multi_docs: 'on',
    })
    const [complaint] = use.simulator.case('akd', '70101')!.entries
    const [main, ...attachments] = complaint.documents
    assert.deepEqual(entries[0], {
      ...expectedEntry(complaint),
      page_count: main.pages,
      ...expectedSize('akd', main.bytes),
      attachments: attachments.map((one) => ({
        attachment_number: one.attachment,
        description: one.description,
        page_count: one.pages,
        ...expectedSize('akd', one.bytes),
        pacer_doc_id: one.id,
        pacer_seq_no: String(complaint.sequence),
      })),
    })
  })

  test('bill the pages on the receipt, up to 30', async ({ assert }) => {
    await report('akd', { all_case_ids: '70101' })
    const { text } = await report('cand', { all_case_ids: '90300' })
    assert.include(text, 'Transaction Receipt')
    const [short, long] = use.simulator.ledger.charges('simreader')
    assert.include(short, { court: 'akd', description: 'Docket Report', documentId: null })
    assert.isBelow(short.pages, 3)
    assert.deepEqual([long.pages, long.cents], [30, 300])
    const { pages, dollars } = use.simulator.ledger.totals('simreader')
    assert.deepEqual([pages, dollars], [short.pages + 30, ((short.pages + 30) / 10).toFixed(2)])
  })

  test('print the range on the receipt', async ({ assert }) => {
    const { text } = await report('akd', {
      all_case_ids: '70101',
      documents_numbered_from_: '2',
      documents_numbered_to_: '4',
    })
    assert.include(
      text,
      '3:24-cv-00101-ATL Start date: 01/01/1960 Starting with document: 2 Ending with document: 4'
    )
  })

  test('require a date before printing thousands of entries', async ({ assert }) => {
    const { bytes } = await report('cand', { all_case_ids: '90300', date_from: '' })
    assert.deepEqual(await readPage(bytes, 'cand'), { outcome: 'long_report_interstitial' })
    assert.equal(use.simulator.ledger.totals().pages, 0)
  })

  test('reject the requests in court-system, 12: {outcome}')
    .with([
      { form: { all_case_ids: '70501' }, outcome: 'case_not_found', pages: 0 },
      { form: { all_case_ids: '1' }, outcome: 'case_not_found', pages: 0 },
      { form: { all_case_ids: '70502' }, outcome: 'case_closed_administratively', pages: 1 },
      { form: { all_case_ids: '70503' }, outcome: 'case_closed_administratively', pages: 1 },
      { form: { all_case_ids: '70504' }, outcome: 'access_denied', pages: 0 },
      { form: { all_case_ids: '70505' }, outcome: 'wrong_case_type', pages: 0 },
      {
        form: { all_case_ids: '70101', date_from: '2/1/2024', date_to: '1/1/2024' },
        outcome: 'invalid_parameters',
        pages: 0,
      },
      {
        form: { all_case_ids: '70101', date_from: '2024' },
        outcome: 'invalid_parameters',
        pages: 0,
      },
      {
        form: {
          all_case_ids: '70101',
          documents_numbered_from_: '5',
          documents_numbered_to_: '2',
        },
        outcome: 'invalid_parameters',
        pages: 0,
      },
    ])
    .run(async ({ assert }, { form, outcome, pages }) => {
      const { bytes } = await report('akd', { ...form })
      assert.deepEqual(await readPage(bytes, 'akd'), { outcome })
      assert.equal(use.simulator.ledger.totals().pages, pages)
    })

  test('show a form, a receipt before the report, and other formats', async ({ assert }) => {
    const visitor = await use.visitor()
    const form = await visitor.get(`${CGI('akd')}/DktRpt.pl?70101`)
    assert.deepEqual(await readPage(form.bytes, 'akd'), { outcome: 'report_form' })
    const pdf = await report('akd', { all_case_ids: '70101', output_format: 'pdf' })
    assert.equal(pdf.bytes.subarray(0, 5).toString(), '%PDF-')
    visitor.cookies.PacerPref = 'receipt=Y'
    const page = await visitor.post(`${CGI('akd')}/DktRpt.pl?1-L_1_0-1`, {
      ...WHOLE,
      all_case_ids: '70101',
    })
    assert.deepEqual(await readPage(page.bytes, 'akd'), { outcome: 'charges_not_accepted' })
  })

  test('include entries added by tests', async ({ assert }) => {
    use.simulator.addCase({
      court: 'nysd',
      kind: 'civil',
      id: '99001',
      number: '1:31-cv-09901',
      initials: ['ATL'],
      name: 'Simulated Newcomer v. Court',
      serial: 39_000_001,
    })
    const entry = use.simulator.addEntry('nysd', '99001', {
      filed: '2031-03-01',
      event: 'Complaint',
      documents: [{ pages: 3 }, { pages: 4 }],
    })
    const { docket_entries: entries } = await docket('nysd', { all_case_ids: '99001' })
    assert.deepEqual(entries, [expectedEntry(entry)])
  })
})

test.group('simulator: documents of district courts', (group) => {
  const use = useSimulator(group)
  const place = (court: string, id: string) => `https://ecf.${court}.uscourts.gov/doc1/${id}`
  const item = (id: string) => `${id.slice(0, 3)}1${id.slice(4)}`

  test('have menus in the layout of their generation: entry {at} of {id}')
    .with([
      { id: '70101', at: 0, generation: 'new' },
      { id: '70101', at: 4, generation: 'new' },
      { id: '11401', at: 0, generation: 'old' },
      { id: '11401', at: 1, generation: 'cut-over' },
    ])
    .run(async ({ assert }, { id, at, generation }) => {
      const visitor = await use.visitor()
      const of = use.simulator.case('akd', id)!
      const entry = of.entries[at]
      // Several IDs return the same menu.
      for (const { id: document } of entry.documents) {
        const { bytes } = await visitor.get(place('akd', document))
        const reading = await readPage(bytes, 'akd')
        assert.deepInclude(reading, { kind: 'attachment_menu', uploadTypes: [2] })
        const menu = 'result' in reading && reading.result
        const expected = expectedMenu(of, entry)
        if (generation === 'old') {
          const printed = (size: number) => `${Math.round(size / 1024)} kb`
          const old = <T extends { file_size_bytes?: number; file_size_str: string }>(one: T) => {
            const { file_size_bytes: size, ...rest } = one
            return { ...rest, file_size_str: printed(size!) }
          }
          const { attachments, ...main } = expected
          assert.deepEqual(menu, { ...old(main), attachments: attachments.map(old) })
        } else {
          assert.deepEqual(menu, expected)
        }
      }
      assert.equal(use.simulator.ledger.totals().pages, 0)
    })

  test('print the numbers of their generation', async ({ assert }) => {
    const visitor = await use.visitor()
    const { text } = await visitor.get(place('akd', '0230682796'))
    const links = [...text.matchAll(/doc1\/(\d+)"[^>]*>(\d+)</g)].map(([, id, number]) => [
      id,
      number,
    ])
    assert.deepEqual(links, [
      ['0231682796', '2'],
      ['0231682797', '2'],
      ['0231682798', '2'],
    ])
  })

  test('show a receipt before they are bought', async ({ assert }) => {
    const visitor = await use.visitor('simreader', { clientCode: 'A 1' })
    const url = place('akd', item('02302500107'))
    const asked = [await visitor.get(url), await visitor.post(url, { got_receipt: '0' })]
    for (const { bytes } of asked) {
      assert.deepInclude(await readPage(bytes, 'akd'), {
        kind: 'confirmation_page',
        uploadTypes: [],
        result: {
          docket_number: '3:24-cv-00101-ATL',
          document_number: null,
          document_description: 'Image4-1',
          billable_pages: '30',
          cost: '3.00',
          transaction_date: '2031-03-04T12:00:05',
        },
      })
      assert.include(bytes.toString(), 'The document has 33 pages; only 30 of them are billed.')
    }
    assert.equal(use.simulator.ledger.totals().pages, 0)
  })

  test('are billed by page, up to 30', async ({ assert }) => {
    const visitor = await use.visitor()
    const { bytes, headers } = await visitor.post(place('akd', item('02302500106')), {
      caseid: '70101',
      got_receipt: '1',
      pdf_header: '1',
    })
    assert.equal(headers['content-type'], 'application/pdf')
    assert.equal(await pagesOf(bytes), 45)
    assert.deepEqual(use.simulator.ledger.charges(), [
      {
        account: 'simreader',
        court: 'akd',
        description: 'Image4-0',
        pages: 30,
        cents: 300,
        documentId: '02302500106',
      },
    ])
    assert.equal(use.simulator.ledger.countPurchases('02302500106'), 1)
  })

  test('print the case, court, and notice on every page', async ({ assert }) => {
    const { documentStamp } = await import('#app/court_pages/document_stamp')
    const visitor = await use.visitor()
    const { bytes } = await visitor.post(place('akd', item('02302500102')), { got_receipt: '1' })
    const { extractText, getDocumentProxy } = await import('unpdf')
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)))
    assert.lengthOf(text, 9)
    for (const one of text) {
      assert.include(one, 'Simulated court: every case and document is invented.')
      assert.deepEqual(documentStamp(one), {
        docketNumber: '3:24-cv-00101',
        documentNumber: 1,
        attachmentNumber: 1,
      })
    }
  })

  test('are delivered in frames, by scripts, and within a page', async ({ assert }) => {
    const visitor = await use.visitor()
    const buy = async (id: string) =>
      (await visitor.post(place('akd', item(id)), { got_receipt: '1' })).text
    const frame = /<iframe src="([^"]+)"/.exec(await buy('02302500103'))![1]
    const script = /window\.location = "([^"]+)"/.exec(await buy('02302500105'))![1]
    for (const path of [frame, script]) {
      const { headers } = await visitor.get(`https://ecf.akd.uscourts.gov${path}`)
      assert.equal(headers['content-type'], 'application/pdf')
    }
    assert.include(await buy('02302500108'), 'pdf:Producer')
    assert.equal(use.simulator.ledger.totals().pages, 2 + 8 + 2)
  })

  test('are free if they are opinions', async ({ assert }) => {
    const visitor = await use.visitor()
    const { headers } = await visitor.get(place('akd', item('02302500109')))
    assert.equal(headers['content-type'], 'application/pdf')
    assert.equal(use.simulator.ledger.totals().pages, 0)
  })

  test('return the message of each state', async ({ assert }) => {
    const visitor = await use.visitor()
    const found: Record<string, string> = {}
    for (const { documents } of use.simulator.case('akd', '70600')!.entries) {
      const [{ state, id }] = documents
      if (!state) continue
      const pages = [
        await visitor.get(place('akd', item(id))),
        await visitor.post(place('akd', item(id)), { got_receipt: '1' }),
      ]
      for (const { bytes } of pages) {
        const reading = await readPage(bytes, 'akd')
        found[state] = 'outcome' in reading ? reading.outcome : reading.kind
      }
    }
    assert.deepEqual(found, REFUSAL_OUTCOMES)
    assert.equal(use.simulator.ledger.totals().pages, 0)
  })

  test('check the case, court, and client code, and warn of restricted documents', async ({
    assert,
  }) => {
    const visitor = await use.visitor('simclientlater')
    const url = place('akd', item('02302500104'))
    const outcome = async (answer: { bytes: Buffer }) => {
      const reading = await readPage(answer.bytes, 'akd')
      return 'outcome' in reading ? reading.outcome : reading.kind
    }
    assert.equal(await outcome(await visitor.get(url)), 'client_code_required')
    visitor.cookies.PacerClientCode = 'A 1'
    assert.equal(await outcome(await visitor.get(url)), 'confirmation_page')
    const wrong = await visitor.post(url, { caseid: '70102', got_receipt: '1' })
    assert.equal(await outcome(wrong), 'case_not_found')
    assert.equal(
      await outcome(await visitor.get(place('nysd', item('02302500104')))),
      'document_not_available'
    )
    const entries = use.simulator.case('akd', '70600')!.entries
    const warned = entries.flatMap(({ documents }) => documents).find(({ warns }) => warns)!
    const { text } = await visitor.get(place('akd', item(warned.id)))
    assert.include(text, 'Warning!')
    assert.include(text, 'do not allow it to be seen')
  })

  test('are served once for the link in a notice', async ({ assert }) => {
    const { CourtVisitor } = await import('../court_visitor.js')
    const visitor = new CourtVisitor(use.simulator)
    const url = `${place('akd', item('02302500101'))}?caseid=70101&de_seq_num=10&magic_num=70101000001&use_magic=1`
    assert.equal((await visitor.get(url)).headers['content-type'], 'application/pdf')
    const again = await visitor.get(url)
    assert.match(again.headers['content-type']!, /^text\/html/)
    assert.notInclude(again.text, 'iframe')
    assert.equal(use.simulator.ledger.totals().pages, 0)
  })
})

async function pagesOf(bytes: Buffer): Promise<number> {
  const { getDocumentProxy } = await import('unpdf')
  const { numPages } = await getDocumentProxy(new Uint8Array(bytes))
  return numPages
}
