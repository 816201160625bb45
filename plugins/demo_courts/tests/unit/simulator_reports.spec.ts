/** Reports of simulated district and bankruptcy courts other than the docket. */
import type { Readable } from 'node:stream'
import { test } from '@japa/runner'
import yauzl from 'yauzl'
import { isLoggedIn } from '#app/court_pages/session_state'
import { entryText, lastFiling } from '../../simulator/model/case_texts.js'
import type { SimulatedCase } from '../../simulator/start_simulator.js'
import { CourtVisitor } from '../court_visitor.js'
import { readPageKind, readAs } from '../read_page_kind.js'
import { useSimulator } from '../use_simulator.js'

const CGI = (court: string) => `https://ecf.${court}.uscourts.gov/cgi-bin`
const EMPTY = {
  UserType: '',
  Qry_filed_from: '',
  Qry_filed_to: '',
  lastentry_from: '',
  lastentry_to: '',
  last_name: '',
  first_name: '',
  middle_name: '',
  person_type: '',
}
const nonceIn = (text: string) => /action="\.\.(\/cgi-bin\/\w+\.pl\?\d+-L_1_0-1)"/.exec(text)![1]

/** Expected header of case reports. */
const number = (of: SimulatedCase) => {
  const [, office = null, type = null] = /^(?:(\d):\d\d-(\w+)-)?/.exec(of.number)!
  return {
    docket_number: of.number,
    federal_dn_office_code: office,
    federal_dn_case_type: type,
    federal_dn_judge_initials_assigned: of.initials[0],
    federal_dn_judge_initials_referred: null,
    federal_defendant_number: null,
  }
}

test.group('simulator: case queries', (group) => {
  const use = useSimulator(group)
  const query = async (court: string, form: Record<string, string>) => {
    const visitor = await use.visitor()
    return visitor.post(`${CGI(court)}/iquery.pl?1-L_1_0-1`, { case_num: ' ', ...EMPTY, ...form })
  }

  test('summarize a case for free', async ({ assert }) => {
    const of = use.simulator.case('akd', '70101')!
    const answer = await query('akd', { all_case_ids: '70101' })
    assert.deepEqual(await readAs(answer, 'akd', 'case_query'), {
      court_id: 'akd',
      ...number(of),
      case_name: of.name.replace(' et al', ''),
      case_name_raw: of.name,
      assigned_to_str: of.judge,
      referred_to_str: of.referredTo,
      date_filed: of.filed,
      date_last_filing: lastFiling(of),
    })
    const petition = use.simulator.case('deb', '60101')!
    const bankruptcy = await query('deb', { all_case_ids: '60101' })
    assert.deepEqual(await readAs(bankruptcy, 'deb', 'case_query'), {
      court_id: 'deb',
      ...number(petition),
      case_name: petition.name,
      case_name_raw: petition.name,
      case_type: 'bk',
      chapter: '11',
      asset: 'Yes',
      vol: 'v',
      assigned_to_str: petition.judge,
      date_filed: petition.filed,
      date_last_filing: lastFiling(petition),
    })
    assert.equal(use.simulator.ledger.totals().pages, 0)
  })

  test('show nothing for sealed, unknown, and placeholder cases', async ({ assert }) => {
    const sealed = await query('akd', { all_case_ids: '70501' })
    assert.isTrue(isLoggedIn(sealed.text))
    assert.notMatch(sealed.text, /<center|Sealed Plaintiff/)
    assert.equal(
      await readPageKind(await query('akd', { all_case_ids: '1' }), 'akd'),
      'case_not_found'
    )
    const placeholder = await query('akd', { all_case_ids: '70506' })
    assert.equal(await readPageKind(placeholder, 'akd'), 'unknown')
  })

  test('search by dates and names for a charge', async ({ assert }) => {
    const dates = { all_case_ids: '', filed_from: '1/5/2024', filed_to: '1/20/2024' }
    const found = await readAs(await query('akd', dates), 'akd', 'case_search_results')
    assert.deepEqual(
      found.map((one) => [one.pacer_case_id, one.date_filed, one.date_closed]),
      [
        ['70101', '2024-01-05', null],
        ['70102', '2024-01-11', null],
      ]
    )
    const named = await query('akd', { all_case_ids: '', last_name: 'Insurance' })
    const [closed] = await readAs(named, 'akd', 'case_search_results')
    assert.deepEqual([closed.docket_number, closed.date_closed], ['3:08-cv-00284', '2009-06-04'])
    // One row per matching person.
    const lamps = await query('akd', { all_case_ids: '', last_name: 'i' })
    const rows = await readAs(lamps, 'akd', 'case_search_results')
    assert.isAbove(rows.length, new Set(rows.map((one) => one.pacer_case_id)).size)
    assert.deepEqual(
      use.simulator.ledger.charges().map(({ description, pages }) => [description, pages]),
      [
        ['Search', 1],
        ['Search', 1],
        ['Search', 1],
      ]
    )
    const long = { all_case_ids: '', filed_from: '1/1/2024', filed_to: '2/15/2024' }
    for (const form of [long, { all_case_ids: '' }])
      assert.equal(await readPageKind(await query('akd', form), 'akd'), 'try_again')
  })
})

test.group('simulator: histories', (group) => {
  const use = useSimulator(group)

  test('require the nonce of their form and apply its options', async ({ assert }) => {
    const of = use.simulator.case('akd', '70101')!
    const visitor = await use.visitor()
    const asked = { QueryType: 'History', sort1: 'asc' }
    const constant = await visitor.post(`${CGI('akd')}/HistDocQry.pl?1-L_1_0-1`, asked)
    assert.equal(await readPageKind(constant, 'akd'), 'try_again')
    const form = await visitor.get(`${CGI('akd')}/HistDocQry.pl?70101`)
    assert.equal(await readPageKind(form, 'akd'), 'report_form')
    const url = `https://ecf.akd.uscourts.gov${nonceIn(form.text)}`
    const run = async (fields: Record<string, string>) =>
      readAs(await visitor.post(url, { ...asked, ...fields }), 'akd', 'history_report')
    const expected = of.entries.map((entry) => ({
      date_filed: entry.filed,
      date_entered: entry.entered,
      document_number: entry.number === null ? null : String(entry.number),
      pacer_doc_id: entry.documents[0]?.id ?? null,
      pacer_seq_no: entry.documents.length > 0 ? String(entry.sequence) : null,
      short_description: entry.event,
      description: '',
    }))
    assert.deepEqual(await run({}), {
      court_id: 'akd',
      ...number(of),
      case_name: of.name.replace(' et al', ''),
      date_filed: of.filed,
      date_terminated: null,
      date_last_filing: lastFiling(of),
      date_discharged: null,
      assigned_to_str: 'Amara T. Lindqvist',
      referred_to_str: 'Osric Bellwether',
      docket_entries: expected,
    })
    const documents = await run({ QueryType: 'Documents', sort1: 'desc' })
    const listed = expected.filter((one) => one.document_number !== null)
    assert.deepEqual(documents.docket_entries, listed.toReversed())
    const texts = await run({ DisplayDktText: 'DisplayDktText' })
    assert.deepEqual(
      texts.docket_entries.map(({ description }) => description),
      of.entries.map(entryText)
    )
    assert.lengthOf(use.simulator.ledger.charges(), 3)
    assert.equal(use.simulator.ledger.charges()[0].description, 'History/Documents')
  })
})

test.group('simulator: claims and creditors', (group) => {
  const use = useSimulator(group)
  const register = async (court: string, form: Record<string, string>) => {
    const visitor = await use.visitor()
    return visitor.post(`${CGI(court)}/SearchClaims.pl?1-L_1_0-1`, {
      case_num: ' ',
      EntFil: 'Fil',
      SearchingClaims: 'true',
      f_fromdt: '1/1/1960',
      ...form,
    })
  }

  test('are registered as modeled', async ({ assert }) => {
    const of = use.simulator.case('deb', '60101')!
    const answer = await register('deb', { all_case_ids: '60101' })
    assert.deepEqual(await readAs(answer, 'deb', 'claims_register'), {
      court_id: 'deb',
      ...number(of),
      case_name: of.name,
      assigned_to_str: of.judge,
      trustee_str: of.trustee,
      office: of.division,
      chapter: of.chapter,
      date_filed: of.filed,
      date_last_to_file_claims: '2024-06-28',
      date_last_to_file_govt: '2024-07-31',
      total_number_of_claims: '3',
      claims: of.claims.map((claim) => ({
        claim_number: claim.number,
        creditor_id: claim.creditorId,
        creditor_details: claim.creditor.join('\n'),
        amount_claimed: claim.claimed,
        ...(claim.secured && { secured_claimed: claim.secured }),
        ...(claim.priority && { priority_claimed: claim.priority }),
        date_original_filed: claim.filed,
        date_original_entered: claim.entered,
        date_modified: null,
        status: '',
        filed_by: 'CR',
        entered_by: 'Simulated Creditor',
        description: claim.description,
        remarks: '',
        history: [
          {
            type: 'claim' as const,
            document_number: claim.number,
            attachment_number: 1,
            date_filed: claim.filed,
            description: `Claim #${claim.number} filed by ${claim.creditor[0]}, Amount claimed: ${claim.claimed}`,
            id: claim.id,
            pacer_case_id: of.id,
          },
        ],
      })),
    })
    assert.equal(use.simulator.ledger.charges()[0].description, 'Claims Register')
  })

  test('are filtered by date and rejected at other courts', async ({ assert }) => {
    const some = await register('deb', { all_case_ids: '60101', f_fromdt: '3/15/2024' })
    const { claims } = await readAs(some, 'deb', 'claims_register')
    assert.deepEqual(
      claims.map((claim) => claim.claim_number),
      [2, 3]
    )
    const none = await register('deb', { all_case_ids: '60201' })
    assert.equal(await readPageKind(none, 'deb'), 'no_claims')
    const district = await register('akd', { all_case_ids: '70101' })
    assert.equal(await readPageKind(district, 'akd'), 'access_denied')
  })

  test('are listed by period; one court rejects the constant nonce', async ({ assert }) => {
    const of = use.simulator.case('deb', '60101')!
    const visitor = await use.visitor()
    const form = { all_case_ids: '60101', case_num: ' ', entered_from: '5/1/2024' }
    const url = `${CGI('deb')}/ClaimsActRpt.pl?1-L_1_0-1`
    const [active, ...more] = await readAs(await visitor.post(url, form), 'deb', 'claims_activity')
    assert.lengthOf(more, 0)
    const [, , claim] = of.claims
    const lastName = (name: string) => name.split(' ').at(-1)
    assert.deepEqual(active, {
      court_id: 'deb',
      ...number(of),
      case_name: of.name,
      assigned_to_str: lastName(of.judge),
      trustee_str: lastName(of.trustee),
      office: of.division,
      chapter: of.chapter,
      last_date_to_file_claims: '2024-06-28',
      last_date_to_file_govt: '2024-07-31',
      claim: {
        claim_id: claim.id,
        claim_number: '3-1',
        pacer_case_id: of.id,
        amends_no: '',
        creditor_id: claim.creditorId,
        creditor_name_address: claim.creditor.join(', '),
        date_filed: claim.filed,
        date_entered: claim.entered,
        amount_claimed: claim.claimed,
        amount_allowed: '',
        priority_claimed: '',
        secured_claimed: '',
        status: '',
        filed_by: 'Creditor',
        entered_by: 'Simulated Creditor',
        description: claim.description,
        remarks: '',
        attachments: [],
      },
    })
    const none = await visitor.post(url, { ...form, entered_from: '1/1/2030' })
    assert.equal(await readPageKind(none, 'deb'), 'no_claims')
    const elsewhere = `${CGI('insb')}/ClaimsActRpt.pl`
    const asked = { ...form, all_case_ids: '61101' }
    assert.equal((await visitor.post(`${elsewhere}?1-L_1_0-1`, asked)).status, 500)
    const nonce = nonceIn((await visitor.get(elsewhere)).text)
    const answer = await visitor.post(`https://ecf.insb.uscourts.gov${nonce}`, asked)
    assert.equal(await readPageKind(answer, 'insb'), 'claims_activity')
  })

  test('list creditors at another host', async ({ assert }) => {
    const visitor = await use.visitor()
    const ask = async (court: string, id: string) => {
      const form = await visitor.get(`${CGI(court)}/CredMatrixCase.pl`)
      const url = `https://ecf.${court}.uscourts.gov${nonceIn(form.text)}`
      return visitor.post(url, { all_case_ids: id, case_num: ' ', typfmt: 'rawfrmt', SMG: '' })
    }
    const answer = await ask('deb', '60101')
    const { data } = await readAs(answer, 'deb', 'creditor_list')
    const of = use.simulator.case('deb', '60101')!
    // Every line has the same number of fields.
    assert.deepEqual(
      data!.split('\n').slice(1),
      of.creditors.map((creditor, at) => `${at + 2}|${creditor}||||`)
    )
    const list = await visitor.post(
      'https://ncrs.uscourts.gov/query/cmecf/index.adp?format=rawdata&useragentstring=x',
      { data: data! }
    )
    assert.match(list.headers['content-type']!, /^text\/plain/)
    assert.deepEqual(await readAs(list, 'deb', 'creditor_list'), { court_id: 'deb', data })
    const none = await readAs(await ask('deb', '60201'), 'deb', 'creditor_list')
    assert.isNull(none.data)
    assert.equal(await readPageKind(await ask('azb', '62101'), 'azb'), 'wrong_case_type')
  })
})

test.group('simulator: small reports', (group) => {
  const use = useSimulator(group)

  test('count entries for free', async ({ assert }) => {
    const visitor = await use.visitor()
    const url = `${CGI('akd')}/mobile_query.pl?search=caseInfo&caseid=70101`
    const answer = await visitor.post(url, {})
    assert.isTrue(isLoggedIn(answer.text))
    assert.deepEqual(await readAs(answer, 'akd', 'mobile_query'), {
      court_id: 'akd',
      entry_count: use.simulator.case('akd', '70101')!.entries.length,
      cost: '',
    })
    assert.equal(use.simulator.ledger.totals().pages, 0)
  })

  test('list the opinions of a week for free', async ({ assert }) => {
    const of = use.simulator.case('akd', '70101')!
    const visitor = await use.visitor()
    const form = await visitor.get(`${CGI('akd')}/WrtOpRpt.pl`)
    const url = `https://ecf.akd.uscourts.gov${nonceIn(form.text)}`
    const ask = (filed_from: string, filed_to: string, Key1 = 'de_date_filed') =>
      visitor.post(url, { filed_from, filed_to, ShowFull: '1', Key1, all_case_ids: '0' })
    const entry = of.entries[5]
    const expected = [
      {
        court_id: 'akd',
        ...number(of),
        case_name: of.name.replace(' et al', ''),
        pacer_case_id: of.id,
        date_filed: entry.filed,
        document_number: String(entry.number),
        pacer_doc_id: entry.documents[0].id,
        pacer_seq_no: String(entry.sequence),
        description: entry.text,
        nature_of_suit: of.natureOfSuit,
        cause: of.cause,
      },
    ]
    for (const key of ['de_date_filed', 'cs_sort_case_numb']) {
      const answer = await ask('3/1/2024', '3/8/2024', key)
      assert.deepEqual(await readAs(answer, 'akd', 'free_opinions_report'), expected)
      assert.match(answer.text, /Total number of opinions reported:<\/b> 1</)
    }
    const none = await ask('3/1/2026', '3/8/2026')
    assert.deepEqual(await readAs(none, 'akd', 'free_opinions_report'), [])
    assert.equal(await readPageKind(await ask('3/1/2024', '3/9/2024'), 'akd'), 'invalid_parameters')
    assert.equal((await visitor.get(`${CGI('casb')}/WrtOpRpt.pl`)).status, 404)
    assert.equal((await visitor.get(`${CGI('ohnd')}/WrtOpRpt.pl`)).status, 404)
    assert.equal((await visitor.get(`${CGI('ohnd')}/OHND_WrtOpRpt.pl`)).status, 200)
    assert.equal(use.simulator.ledger.totals().pages, 0)
  })

  test('publish feeds of the newest entries without a login, under court-specific names', async ({
    assert,
  }) => {
    const visitor = new CourtVisitor(use.simulator)
    const answer = await visitor.get(`${CGI('deb')}/rss_outside.pl`)
    const items = await readAs(answer, 'deb', 'rss_feed')
    const cases = ['60101', '60201'].map((id) => use.simulator.case('deb', id)!)
    assert.lengthOf(items, cases[0].entries.length + cases[1].entries.length)
    const [, entry] = cases[0].entries
    const item = items.find(({ docket_entries: [one] }) => one.short_description === entry.event)!
    assert.include(item, {
      docket_number: cases[0].number,
      case_name: cases[0].name,
      pacer_case_id: '60101',
      type: 'bk',
      chapter: '11',
      trustee_str: cases[0].trustee,
    })
    assert.deepEqual(item.docket_entries, [
      {
        date_filed: `${entry.entered}T12:00:00+00:00`,
        short_description: entry.event,
        description: '',
        document_number: String(entry.number),
        pacer_doc_id: entry.documents[0].id,
        pacer_seq_no: String(entry.sequence),
      },
    ])
    assert.equal((await visitor.get(`${CGI('nyed')}/readyDockets.pl`)).status, 200)
    assert.equal((await visitor.get(`${CGI('nyed')}/rss_outside.pl`)).status, 404)
    assert.equal((await visitor.get(`${CGI('ared')}/rss_outside4.pl`)).status, 200)
  })

  test('redirect from a number to the document', async ({ assert }) => {
    const visitor = await use.visitor()
    const ask = (query: string, court = 'akd') =>
      visitor.get(`${CGI(court)}/show_case_doc?${query}`)
    const location = async (query: string) => (await ask(query)).headers.location
    assert.equal(await location('1,70101,,,'), 'https://ecf.akd.uscourts.gov/doc1/02302500101')
    assert.equal(await location('1,70101,2,,'), 'https://ecf.akd.uscourts.gov/doc1/02312500103')
    assert.equal(await location('3,70101,,,'), 'https://ecf.akd.uscourts.gov/doc1/02312500105')
    assert.equal(await readPageKind(await ask('99,70101,,,'), 'akd'), 'no_documents')
    assert.equal(await readPageKind(await ask('1,70501,,,'), 'akd'), 'case_not_found')
    assert.equal(await readPageKind(await ask('1,60101,,,', 'deb'), 'deb'), 'case_not_found')
  })

  test('bundle the documents of an entry', async ({ assert }) => {
    const visitor = await use.visitor()
    const of = use.simulator.case('akd', '70101')!
    const url = `${CGI('akd')}/show_multidocs.pl?caseid=70101&arr_de_seq_nums=${of.entries[0].sequence}&magic_num=&pdf_header=&hdr=&psf_report=&pdf_toggle_possible=`
    const receipts = await visitor.get(url)
    assert.equal(await readPageKind(receipts, 'akd'), 'confirmation_page')
    assert.lengthOf(receipts.text.match(/Transaction Receipt/g)!, 3)
    assert.equal(use.simulator.ledger.totals().pages, 0)
    const frame = /<iframe src="([^"]+)"/.exec((await visitor.post(url, {})).text)![1]
    const { getDocumentProxy } = await import('unpdf')
    const file = await visitor.get(`https://ecf.akd.uscourts.gov${frame.replaceAll('&amp;', '&')}`)
    const { numPages } = await getDocumentProxy(new Uint8Array(file.bytes))
    assert.equal(numPages, 14 + 9 + 2)
    const zipped = await visitor.post(`${url}&zipit=1`, {})
    const path = /href="([^"]+show_temp[^"]+)"/.exec(zipped.text)![1].replaceAll('&amp;', '&')
    const zip = await visitor.get(`https://ecf.akd.uscourts.gov${path}`)
    assert.deepEqual(await membersOf(zip.bytes), ['1-main.pdf', '1-1.pdf', '1-2.pdf'])
    assert.equal(use.simulator.ledger.totals().pages, 2 * (14 + 9 + 2))
  })
})

/** Names of the members of a ZIP file; verifies each checksum. */
async function membersOf(bytes: Buffer): Promise<string[]> {
  const zip = await yauzl.fromBufferPromise(bytes)
  const names = []
  for await (const entry of zip.eachEntry()) {
    const stream: Readable = await zip.openReadStreamPromise(entry)
    let size = 0
    for await (const chunk of stream) size += (chunk as Buffer).length
    if (size !== entry.uncompressedSize) throw new Error(`${entry.fileName} is damaged`)
    names.push(entry.fileName)
  }
  return names
}
