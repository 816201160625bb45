/** Dockets of simulated criminal and bankruptcy cases, read by Curia's parsers. */
import { test } from '@japa/runner'
import { fullNumber } from '../../simulator/model/case_texts.js'
import type { Fields } from '../court_visitor.js'
import { expectedEntry, expectedMenu, expectedParty, expectedSize } from '../expected_dockets.js'
import { readPageKind, readAs } from '../read_page_kind.js'
import { useSimulator } from '../use_simulator.js'

const WHOLE = {
  case_num: ' ',
  date_from: '1/1/1960',
  list_of_parties_and_counsel: 'on',
  terminated_parties: 'on',
  output_format: 'html',
}

test.group('simulator: criminal dockets', (group) => {
  const use = useSimulator(group)

  test('are separate for each defendant', async ({ assert }) => {
    const visitor = await use.visitor()
    const url = 'https://ecf.nysd.uscourts.gov/cgi-bin/possible_case_numbers.pl?1:24-cr-303'
    const { cases } = await readAs(await visitor.get(url), 'nysd', 'possible_case_numbers')
    assert.deepEqual(
      cases.map((one) => [one.pacer_case_id, one.defendant]),
      [
        ['80300', 0],
        ['80301', 1],
        ['80302', 2],
        ['80303', 3],
      ]
    )
  })

  test('show counts and complaints of defendants: {$self}')
    .with(['80300', '80302'])
    .run(async ({ assert }, id) => {
      const of = use.simulator.case('nysd', id)!
      const visitor = await use.visitor()
      const url = 'https://ecf.nysd.uscourts.gov/cgi-bin/DktRpt.pl?1-L_1_0-1'
      const answer = await visitor.post(url, { ...WHOLE, all_case_ids: id })
      const docket = await readAs(answer, 'nysd', 'district_docket')
      assert.include(answer.text, `CRIMINAL DOCKET FOR CASE #: ${fullNumber(of)}`)
      assert.include(docket, {
        docket_number: '1:24-cr-00303',
        federal_defendant_number: id === '80300' ? null : '2',
        case_name:
          id === '80300'
            ? 'United States v. Simulated Alvarez'
            : 'United States v. Simulated Bergstrom',
      })
      assert.deepEqual(
        docket.parties,
        of.parties.map((one) => expectedParty(one))
      )
      assert.deepEqual(docket.docket_entries, of.entries.map(expectedEntry))
    })

  test('sell documents with or without the case ID of the main docket', async ({ assert }) => {
    const visitor = await use.visitor()
    const buy = (form: Fields) =>
      visitor.post('https://ecf.nysd.uscourts.gov/doc1/127130300104', { got_receipt: '1', ...form })
    assert.equal(await readPageKind(await buy({ caseid: '80302' }), 'nysd'), 'case_not_found')
    assert.equal((await buy({})).headers['content-type'], 'application/pdf')
    assert.equal((await buy({ caseid: '80300' })).headers['content-type'], 'application/pdf')
    assert.equal(use.simulator.ledger.countPurchases('127030300104'), 2)
  })
})

test.group('simulator: bankruptcy dockets', (group) => {
  const use = useSimulator(group)
  const report = async (id: string, form: Fields = {}) => {
    const visitor = await use.visitor()
    const url = 'https://ecf.deb.uscourts.gov/cgi-bin/DktRpt.pl?1-L_1_0-1'
    return visitor.post(url, { ...WHOLE, all_case_ids: id, ...form })
  }
  const docket = async (id: string, form: Fields = {}) =>
    readAs(await report(id, form), 'deb', 'bankruptcy_docket')

  test('show petitions and adversary proceedings as modeled: {id}')
    .with([
      { id: '60101', name: 'Simulated Orchard Foods, Inc.' },
      { id: '60201', name: 'Simulated Orchard Foods, Inc. - Adversary Proceeding' },
    ])
    .run(async ({ assert }, { id, name }) => {
      const of = use.simulator.case('deb', id)!
      const { parties, docket_entries: entries, ...head } = await docket(id)
      assert.deepEqual(head, {
        court_id: 'deb',
        docket_number: of.number,
        federal_dn_office_code: null,
        federal_dn_case_type: null,
        federal_dn_judge_initials_assigned: 'CBW',
        federal_dn_judge_initials_referred: null,
        federal_defendant_number: null,
        case_name: name,
        date_filed: of.filed,
        date_terminated: null,
        date_converted: null,
        date_discharged: null,
        assigned_to_str: 'Cornelius B. Wainscott',
        referred_to_str: '',
        cause: '',
        nature_of_suit: of.natureOfSuit,
        jury_demand: '',
        demand: of.demand,
        jurisdiction: '',
        mdl_status: '',
        ordered_by: 'date_filed',
        ...(of.lead && {
          related_cases: [
            { relation: 'bankruptcy', docket_number: of.lead.number, case_name: of.lead.name },
          ],
        }),
      })
      assert.deepEqual(
        parties,
        of.parties.map((one) => expectedParty(one, { alwaysAttorneys: true }))
      )
      assert.deepEqual(entries, of.entries.map(expectedEntry))
    })

  test('apply the form of bankruptcy courts', async ({ assert }) => {
    const entries = use.simulator.case('deb', '60101')!.entries.map(expectedEntry)
    const filed = { date_from: '2/2/2024', date_to: '2/4/2024' }
    const of = async (form: Fields) => (await docket('60101', form)).docket_entries
    assert.deepEqual(await of({ ...filed, date_type: 'filed' }), [entries[1]])
    assert.deepEqual(await of({ ...filed, date_type: 'entered' }), [])
    assert.deepEqual(await of({ sort1: 'document number descending' }), entries.toReversed())
    const { parties } = await docket('60101', { terminated_parties: '' })
    assert.lengthOf(parties, 2)
    const { text } = await report('60101', filed)
    assert.include(
      text,
      '24-10101-CBW Fil or Ent: filed From: 02/02/2024 To: 02/04/2024 Doc From: 0 Doc To: 99999999 Term: included Format: html'
    )
    const plain = await report('60101', { output_format: 'text' })
    assert.equal(await readPageKind(plain, 'deb'), 'text_report')
    const listed = await docket('60101', { view_multi_docs: 'on' })
    const [main] = use.simulator.case('deb', '60101')!.entries[0].documents
    assert.include(listed.docket_entries[0], {
      page_count: main.pages,
      ...expectedSize('deb', main.bytes),
    })
  })

  test('have menus that count the main document', async ({ assert }) => {
    const of = use.simulator.case('deb', '60101')!
    const visitor = await use.visitor()
    const answer = await visitor.get('https://ecf.deb.uscourts.gov/doc1/042025010101')
    assert.include(answer.text, 'Multiple Documents')
    assert.deepEqual(
      [...answer.text.matchAll(/doc1\/\d+"[^>]*>\s*(\d+)\s*</g)].map(([, number]) => number),
      ['1', '2', '3']
    )
    // These menus contain neither the entry's number nor sizes.
    const { document_number, attachments, ...menu } = await readAs(answer, 'deb', 'attachment_menu')
    assert.isNull(document_number)
    const expected = expectedMenu(of, of.entries[0])
    assert.include(expected, { ...menu, file_size_str: expected.file_size_str })
    for (const [at, attachment] of attachments.entries())
      assert.include(expected.attachments[at], {
        ...attachment,
        file_size_str: expected.attachments[at].file_size_str,
      })
    assert.lengthOf(attachments, 2)
  })
})
