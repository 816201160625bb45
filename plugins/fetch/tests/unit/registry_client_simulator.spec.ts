/** The client with the simulated courts, which were written independently from the protocol. */
import { readFile } from 'node:fs/promises'
import { test } from '@japa/runner'
import type { Group } from '@japa/runner/core'
import { readPage } from '#app/court_pages/read_page'
import { createRegistryClient } from '#plugins/fetch/registry_client/client'
import type { RegistryError } from '#plugins/fetch/registry_client/registry_error'
import type {
  BilledRequest,
  Credentials,
  RegistryClient,
  RegistrySession,
} from '#plugins/fetch/registry_client/types'
import { makeTemporaryFolder } from '#tests/helpers/environment'
import {
  ACCOUNTS,
  ONE_TIME_CODES,
  type SimulatedCase,
} from '#plugins/demo_courts/simulator/start_simulator'
import { useSimulator } from '#plugins/demo_courts/tests/use_simulator'
import { REFUSAL_OUTCOMES } from '#plugins/demo_courts/tests/refusal_outcomes'

const OPTIONS = { parties: true, terminatedParties: true, memberCases: false }
const codeOf = async (promise: Promise<unknown>) =>
  promise.then(
    () => 'it did not fail',
    (error: RegistryError) => error.code ?? error
  )

/** A client of the simulated courts, and its announced purchases. */
function useClient(group: Group) {
  const use = useSimulator(group)
  const made = {
    ...use,
    client: undefined as unknown as RegistryClient,
    billed: [] as BilledRequest[],
    context: {
      signal: new AbortController().signal,
      beforeBilled: async (request: BilledRequest) => void made.billed.push(request),
    },
    get simulator() {
      return use.simulator
    },
    logIn(username = 'simreader', more: Partial<Credentials> = {}): Promise<RegistrySession> {
      const { password } = ACCOUNTS.find(({ name }) => name === username)!
      return made.client.logIn({ username, password, ...more }, made.context.signal)
    },
    /** Total billed by the courts. */
    charged: () => made.simulator.ledger.charges().length,
  }
  group.setup(() => {
    made.client = createRegistryClient({
      parse: readPage,
      connect: { host: '127.0.0.1', port: use.simulator.port },
      proxy: null,
      maxPerCourt: 4,
      maxRequests: 8,
      interval: 0,
      folder: makeTemporaryFolder(),
      haste: 100,
    })
    return () => made.client.close()
  })
  group.each.setup(() => void made.billed.splice(0))
  return made
}

test.group('registry client and simulated courts: logins', (group) => {
  const use = useClient(group)

  test('{name}: {expected}')
    .with<{ name: string; expected: string; more?: Partial<Credentials> }[]>([
      { name: 'simreader', expected: '' },
      { name: 'simnotice', expected: 'Your password expires in 5 days. (Simulated)' },
      { name: 'simfiler', expected: '' },
      { name: 'simexpired', expected: 'login_refused' },
      { name: 'simdisabled', expected: 'login_refused' },
      { name: 'simclient', expected: 'client_code_required' },
      { name: 'simclient', expected: '', more: { clientCode: 'matter 7' } },
      { name: 'simfactor', expected: 'login_refused' },
      { name: 'simfactor', expected: '', more: { oneTimeCode: ONE_TIME_CODES[3] } },
      { name: 'simdown', expected: 'login_unreachable' },
      { name: 'simnotoken', expected: 'no_session_token' },
    ])
    .run(async ({ assert }, { name, expected, more }) => {
      const outcome = await use.logIn(name, more).then(
        ({ notice }) => notice,
        ({ code }: RegistryError) => code
      )
      assert.equal(outcome, expected)
    })

  test('a session survives one login page and ends after its number of requests', async ({
    assert,
  }) => {
    const find = (session: RegistrySession) =>
      session.findCase('akd', '3:24-cv-00101', {}, use.context)
    assert.equal((await find(await use.logIn('simspurious')))?.caseId, '70101')
    const brief = await use.logIn('simbrief')
    for (let requests = 0; requests < 3; requests++) await find(brief)
    assert.equal(await codeOf(find(brief)), 'session_expired')
  })

  test('an account without privileges at first is accepted on the second attempt', async ({
    assert,
  }) => {
    const session = await use.logIn()
    assert.isNull(await session.findCase('ilnd', '1:24-cv-99999', {}, use.context))
  })
})

test.group('registry client and simulated courts: district courts', (group) => {
  const use = useClient(group)
  let session: RegistrySession
  group.each.setup(async () => {
    session = await use.logIn()
  })
  const documentsOf = (of: SimulatedCase) => of.entries.flatMap(({ documents }) => documents)

  test('finds a docket number and buys the docket', async ({ assert }) => {
    const found = await session.findCase('akd', '3:24-cv-101', {}, use.context)
    const of = use.simulator.case('akd', '70101')!
    assert.deepEqual(found, {
      caseId: '70101',
      docketNumber: '3:24-cv-00101',
      caseName: of.name,
    })
    assert.equal(await session.entryCount('akd', '70101', use.context), of.entries.length)
    assert.equal(use.charged(), 0)
    const { cost, bytes } = await session.docketReport('akd', '70101', OPTIONS, use.context)
    const reading = await readPage(bytes, 'akd')
    if (!('kind' in reading) || reading.kind !== 'district_docket') throw new Error('no docket')
    assert.lengthOf(reading.result.docket_entries, of.entries.length)
    const [charge] = use.simulator.ledger.charges()
    assert.deepEqual([cost?.pages, use.charged()], [charge?.pages, 1])
    assert.lengthOf(use.billed, 1)
  })

  test('every document is bought once at the price on its receipt', async ({ assert }) => {
    const of = use.simulator.case('akd', '70101')!
    for (const { id, delivery, isOpinion } of documentsOf(of)) {
      const address = { documentId: id, caseId: of.id }
      const before = use.charged()
      const expected = await session.receipt('akd', address, use.context)
      assert.equal(use.charged(), before)
      if (delivery === 'pdf_in_html') {
        assert.equal(await codeOf(session.document('akd', address, use.context)), 'not_a_pdf')
        continue
      }
      const file = await session.document('akd', address, use.context)
      assert.match((await readFile(file.path)).toString('latin1', 0, 8), /^%PDF-/)
      assert.equal(use.charged(), before + (isOpinion ? 0 : 1))
      if (isOpinion) continue
      const charge = use.simulator.ledger.charges().at(-1)!
      assert.deepEqual(
        [file.cost?.pages, expected.pages, charge.documentId],
        [charge.pages, charge.pages, id]
      )
    }
  })

  test('rejected documents cost nothing', async ({ assert }) => {
    const of = use.simulator.case('akd', '70600')!
    const codes = new Map<string, unknown>()
    for (const { id, state } of documentsOf(of)) {
      if (!state) continue
      const address = { documentId: id, caseId: of.id }
      codes.set(state, await codeOf(session.document('akd', address, use.context)))
    }
    assert.deepEqual(Object.fromEntries(codes), REFUSAL_OUTCOMES)
    assert.equal(use.charged(), 0)
    const warned = documentsOf(of).find(({ warns }) => warns)!
    const file = await session.document('akd', { documentId: warned.id }, use.context)
    assert.isTrue(file.restricted)
  })

  test('returns the menus of entries', async ({ assert }) => {
    const [entry, plain] = use.simulator.case('akd', '70101')!.entries
    const address = { documentId: entry!.documents[0]!.id }
    const menu = await session.attachmentMenu('akd', address, use.context)
    const reading = await readPage(menu!.bytes, 'akd')
    if (!('kind' in reading) || reading.kind !== 'attachment_menu') throw new Error('no menu')
    assert.lengthOf(reading.result.attachments, entry!.documents.length - 1)
    const other = { documentId: plain!.documents[0]!.id }
    assert.isNull(await session.attachmentMenu('akd', other, use.context))
    assert.equal(use.charged(), 0)
  })

  test('returns the history and summary of a case, and the feed', async ({ assert }) => {
    const { cost } = await session.history('akd', '70101', 'history', use.context)
    assert.equal(use.charged(), 1)
    assert.equal(cost?.pages, use.simulator.ledger.charges()[0]!.pages)
    assert.isNull((await session.caseQuery('akd', '70101', use.context)).cost)
    assert.equal(use.charged(), 1)
    const feed = await use.client.feed('akd', use.context.signal)
    const reading = await readPage(feed, 'akd')
    assert.propertyVal(reading, 'kind', 'rss_feed')
  })

  test('buys all documents of entries as a PDF and as a ZIP file', async ({ assert }) => {
    const of = use.simulator.case('akd', '70101')!
    const entries = of.entries.filter(({ documents }) => documents.length > 0).slice(0, 2)
    const pages = entries
      .flatMap(({ documents }) => documents)
      .reduce((sum, document) => sum + Math.min(document.pages, 30), 0)
    const sequences = entries.map(({ sequence }) => String(sequence))
    for (const [zip, mark] of [
      [false, '%PDF-'],
      [true, 'PK'],
    ] as const) {
      const before = use.simulator.ledger.totals().pages
      const wanted = { caseId: '70101', sequences, zip }
      const { path, size, cost } = await session.manyDocuments('akd', wanted, use.context)
      const bytes = await readFile(path)
      assert.equal(bytes.toString('latin1', 0, mark.length), mark)
      assert.lengthOf(bytes, size)
      assert.match(path, zip ? /\.zip$/ : /\.pdf$/)
      const { expected } = use.billed.at(-1)!
      assert.deepEqual([cost?.pages, expected], [pages, cost])
      assert.equal(cost?.dollars, (pages / 10).toFixed(2))
      assert.equal(use.simulator.ledger.totals().pages, before + pages)
    }
    const none = { caseId: '70101', sequences: ['999999'], zip: false }
    assert.equal(await codeOf(session.manyDocuments('akd', none, use.context)), 'no_documents')
    const wrong = { caseId: '70101', sequences: ['1,2'], zip: false }
    assert.equal(
      await codeOf(session.manyDocuments('akd', wrong, use.context)),
      'invalid_parameters'
    )
    assert.lengthOf(use.billed, 2)
  })

  test('returns the claims activity at {$self}')
    .with(['deb', 'insb'])
    .run(async ({ assert }, court) => {
      const of = use.simulator.cases().find((one) => one.court === court && one.claims.length > 0)!
      const options = { caseId: of.id, from: '2024-01-01', to: '2024-12-31' }
      const { bytes, cost } = await session.claimsActivity(court, options, use.context)
      const reading = await readPage(bytes, court)
      assert.propertyVal(reading, 'kind', 'claims_activity')
      assert.equal(cost?.pages, use.simulator.ledger.charges()[0]!.pages)
      assert.deepEqual(
        use.billed.map(({ what }) => what),
        [`claims activity of case ${of.id}`]
      )
      const never = { ...options, from: '2001-01-01', to: '2001-01-02' }
      assert.equal(await codeOf(session.claimsActivity(court, never, use.context)), 'no_claims')
      assert.equal(
        await codeOf(session.claimsActivity('akd', options, use.context)),
        'invalid_parameters'
      )
    })

  test('returns creditors as text from a separate host', async ({ assert }) => {
    const of = use.simulator.case('deb', '60101')!
    const { bytes, cost } = await session.creditors('deb', of.id, use.context)
    const lines = new TextDecoder().decode(bytes).split('\n')
    assert.match(lines[0]!, /^1\|Label Matrix for local noticing\|/)
    assert.deepEqual(
      lines.slice(1),
      of.creditors.map((creditor, at) => `${at + 2}|${creditor}||||`)
    )
    assert.equal(cost?.pages, 1)
    assert.equal(use.charged(), 1)
    const none = await session.creditors('deb', '60201', use.context)
    assert.deepInclude(await readPage(none.bytes, 'deb'), { kind: 'creditor_list' })
    assert.equal(await codeOf(session.creditors('arb', '62101', use.context)), 'wrong_case_type')
  })

  test('after a logout, the session is invalid', async ({ assert }) => {
    const kept = session.state()
    await session.logOut(use.context.signal)
    assert.isEmpty(session.state().cookies.cookies)
    const again = use.client.resume(kept)
    assert.equal(
      await codeOf(again.docketReport('akd', '70101', OPTIONS, use.context)),
      'session_expired'
    )
    // The session has already ended.
    const before = use.simulator.ledger.totals().requests
    await session.logOut(use.context.signal)
    assert.equal(use.simulator.ledger.totals().requests, before)
    assert.equal(use.charged(), 0)
  })

  test('a free look works once', async ({ assert }) => {
    const { magicNumber, id } = use.simulator.case('akd', '70101')!.entries[0]!.documents[0]!
    const link = `https://ecf.akd.uscourts.gov/doc1/${id}?caseid=70101&de_seq_num=1&magic_num=${magicNumber}`
    const { size } = await use.client.freeDocument(link, use.context)
    assert.isAbove(size, 100)
    assert.equal(await codeOf(use.client.freeDocument(link, use.context)), 'free_look_used')
    assert.equal(use.charged(), 0)
  })

  test('a purchase with a lost response is not repeated', async ({ assert }) => {
    const { id } = use.simulator.case('akd', '70101')!.entries[1]!.documents[0]!
    use.simulator.failNext({ kind: 'cut', when: 'after', method: 'POST', path: /DktRpt/ })
    assert.equal(
      await codeOf(session.docketReport('akd', '70101', OPTIONS, use.context)),
      'network_error'
    )
    assert.equal(use.charged(), 1)
    use.simulator.expireSessions()
    assert.equal(
      await codeOf(session.document('akd', { documentId: id }, use.context)),
      'session_expired'
    )
    assert.lengthOf(use.billed, 1)
    assert.equal(use.charged(), 1)
  })
})

test.group('registry client and simulated courts: courts of appeals', (group) => {
  const use = useClient(group)
  let session: RegistrySession
  group.each.setup(async () => {
    session = await use.logIn()
  })

  test('buys a docket, its menu, and its documents at {court}')
    .with([
      { court: 'ca1', id: '31001' },
      { court: 'ca5', id: '35001' },
      { court: 'ca9', id: '39001' },
    ])
    .run(async ({ assert }, { court, id }) => {
      const of = use.simulator.case(court, id)!
      const { bytes, cost } = await session.appellateDocket(court, of.number, OPTIONS, use.context)
      const reading = await readPage(bytes, court)
      assert.propertyVal(reading, 'kind', 'appellate_docket')
      assert.equal(cost?.pages, use.simulator.ledger.charges()[0]!.pages)
      assert.equal(use.charged(), 1)
      const entry = of.entries.find(({ documents }) => documents.length > 1)!
      const menu = await session.attachmentMenu(
        court,
        { documentId: entry.documents[0]!.id },
        use.context
      )
      assert.propertyVal(await readPage(menu!.bytes, court), 'kind', 'appellate_attachment_menu')
      for (const { id: documentId, state, warns, pages } of entry.documents) {
        if (state || warns) continue
        const before = use.charged()
        const { cost: paid } = await session.document(court, { documentId }, use.context)
        assert.equal(use.charged(), before + 1)
        assert.equal(paid?.pages, Math.min(pages, 30))
        assert.equal(use.simulator.ledger.charges().at(-1)!.documentId, documentId)
      }
    })

  test('buys a docket, its menu, and its documents in the new system of {$self}')
    .with(['ca2', 'ca9'])
    .run(async ({ assert }, court) => {
      const of = use.simulator
        .cases()
        .find((one) => one.court === court && one.kind === 'acms' && one.parties.length > 0)!
      const { bytes } = await session.appellateDocket(court, of.number, OPTIONS, use.context)
      const reading = await readPage(bytes, court)
      if (!('kind' in reading) || reading.kind !== 'acms_docket') throw new Error('no docket')
      assert.lengthOf(reading.result.docket_entries, of.entries.length)
      assert.lengthOf(reading.result.parties, of.parties.length)
      assert.equal(reading.result.pacer_case_id, of.id)
      assert.equal(reading.result.fee_status, of.feeStatus)
      assert.equal(use.charged(), 1)
      const printed = reading.result.docket_entries[1]!
      const address = { documentId: printed.pacer_doc_id!, caseId: of.id }
      const menu = await session.attachmentMenu(court, address, use.context)
      const listed = await readPage(menu!.bytes, court)
      if (!('kind' in listed) || listed.kind !== 'acms_attachment_page') throw new Error('no menu')
      for (const { acms_document_guid: acmsGuid, page_count: pages } of listed.result.attachments) {
        const before = use.charged()
        const file = await session.document(court, { ...address, acmsGuid: acmsGuid! }, use.context)
        assert.match((await readFile(file.path)).toString('latin1', 0, 8), /^%PDF-/)
        assert.equal(use.charged(), before + 1)
        assert.deepEqual(
          [file.cost?.pages, use.simulator.ledger.charges().at(-1)!.pages],
          [pages, pages]
        )
      }
      const sealed = reading.result.docket_entries[2]!
      assert.equal(
        await codeOf(session.document(court, { documentId: sealed.pacer_doc_id! }, use.context)),
        'sealed'
      )
    })

  test('does not bill a sealed case of the new system', async ({ assert }) => {
    assert.equal(
      await codeOf(session.appellateDocket('ca9', '24-2902', OPTIONS, use.context)),
      'sealed'
    )
    assert.equal(use.charged(), 0)
  })
})
