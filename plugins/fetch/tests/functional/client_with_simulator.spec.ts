/** The court system client with simulated courts, which were written independently. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { readPage } from '#app/court_pages/read_page'
import { createRegistryClient } from '../../registry_client/client.js'
import type { RegistryClient } from '../../registry_client/types.js'
import { useSimulator } from '#plugins/demo_courts/tests/use_simulator'
import { REFUSAL_OUTCOMES } from '#plugins/demo_courts/tests/refusal_outcomes'

const ALL = { parties: true, terminatedParties: true, memberCases: false }

test.group('court system client with simulated courts', (group) => {
  const use = useSimulator(group)
  let client: RegistryClient
  const context = () => ({ signal: AbortSignal.timeout(60_000) })

  group.setup(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'curia-files-'))
    client = createRegistryClient({
      parse: readPage,
      connect: { host: '127.0.0.1', port: use.simulator.port },
      proxy: null,
      maxPerCourt: 2,
      maxRequests: 8,
      interval: 0,
      folder,
    })
    return async () => {
      await client.close()
      await rm(folder, { recursive: true })
    }
  })

  const logIn = (
    username = 'simreader',
    more: { clientCode?: string; oneTimeCode?: string } = {}
  ) => client.logIn({ username, password: 'Simulated-1', ...more }, AbortSignal.timeout(60_000))

  /** Kind of a page and its number of entries. */
  async function entriesOf({ bytes }: { bytes: Uint8Array }, court: string) {
    const reading = await readPage(bytes, court)
    if (!('kind' in reading)) throw new Error(reading.outcome)
    const { docket_entries: entries = [] } = reading.result as { docket_entries?: object[] }
    return [reading.kind, entries.length] as const
  }

  const codeOf = (failed: Promise<unknown>) =>
    failed.then(
      () => 'none',
      (error: { code?: string }) => error.code ?? String(error)
    )

  test('logs in to each account or returns its error', async ({ assert }) => {
    assert.include((await logIn('simnotice')).notice, 'expires in 5 days')
    const codes: Record<string, string> = {}
    for (const name of [
      'simexpired',
      'simdisabled',
      'simclient',
      'simfactor',
      'simdown',
      'simnotoken',
    ])
      codes[name] = await codeOf(logIn(name))
    assert.deepEqual(codes, {
      simexpired: 'login_refused',
      simdisabled: 'login_refused',
      simclient: 'client_code_required',
      simfactor: 'login_refused',
      simdown: 'login_unreachable',
      simnotoken: 'no_session_token',
    })
    await logIn('simfiler')
    await logIn('simclient', { clientCode: 'A 1' })
    await logIn('simfactor', { oneTimeCode: use.simulator.issueCode('424242') })
  })

  test('finds cases and reads dockets', async ({ assert }) => {
    const session = await logIn()
    const found = await session.findCase('akd', '3:24-cv-00101', {}, context())
    assert.equal(found?.caseId, '70101')
    assert.equal((await session.findCase('nysd', '1:24-cr-00303', {}, context()))?.caseId, '80300')
    assert.isNull(await session.findCase('akd', '3:24-cv-00501', {}, context()))
    assert.equal(await session.entryCount('akd', '70101', context()), 7)
    const docket = await session.docketReport('akd', '70101', ALL, context())
    assert.deepEqual(await entriesOf(docket, 'akd'), ['district_docket', 7])
    assert.equal(docket.cost?.description, 'Docket Report')
    const range = { ...ALL, numberFrom: 2, numberTo: 4 }
    const part = await session.docketReport('akd', '70101', range, context())
    assert.deepEqual(await entriesOf(part, 'akd'), ['district_docket', 3])
    const long = await session.docketReport('cand', '90300', ALL, context())
    assert.deepEqual(await entriesOf(long, 'cand'), ['district_docket', 3_000])
    assert.include(long.cost, { pages: 30, dollars: '3.00' })
    const petition = await session.docketReport('deb', '60101', ALL, context())
    assert.deepEqual(await entriesOf(petition, 'deb'), ['bankruptcy_docket', 4])
    for (const court of ['ca1', 'ca5']) {
      const appeal = await session.appellateDocket(court, '24-1409', ALL, context())
      assert.deepEqual(await entriesOf(appeal, court), ['appellate_docket', 6])
    }
    const classic = await session.appellateDocket('ca9', '18-70682', ALL, context())
    assert.deepEqual(await entriesOf(classic, 'ca9'), ['appellate_docket', 6])
    const modern = await session.appellateDocket('ca9', '24-2901', ALL, context())
    assert.deepEqual(await entriesOf(modern, 'ca9'), ['acms_docket', 4])
    const history = await session.history('akd', '70101', 'history', context())
    assert.deepEqual(await entriesOf(history, 'akd'), ['history_report', 7])
    const claims = await session.claims('deb', '60101', context())
    assert.equal((await entriesOf(claims, 'deb'))[0], 'claims_register')
    const opinions = await session.freeOpinions('akd', '2024-03-01', '2024-03-07', context())
    assert.equal((await entriesOf(opinions, 'akd'))[0], 'free_opinions_report')
    const query = await session.caseQuery('akd', '70101', context())
    assert.equal((await entriesOf(query, 'akd'))[0], 'case_query')
  })

  test('buys each kind of document once and returns errors', async ({ assert }) => {
    const session = await logIn()
    const bought = ['02302500104', '02302500103', '02302500105', '127030300104']
    for (const documentId of bought) {
      const court = documentId.startsWith('127') ? 'nysd' : 'akd'
      // The docket of another defendant has its own case ID.
      const caseId = court === 'nysd' ? '80302' : '70101'
      const { path } = await session.document(court, { documentId, caseId }, context())
      assert.equal((await readFile(path)).subarray(0, 5).toString(), '%PDF-')
      assert.equal(use.simulator.ledger.countPurchases(documentId), 1)
    }
    const menu = await session.attachmentMenu('akd', { documentId: '02302500101' }, context())
    assert.equal((await entriesOf(menu!, 'akd'))[0], 'attachment_menu')
    const receipt = await session.receipt(
      'akd',
      { documentId: '02302500107', isAttachment: true },
      context()
    )
    assert.include(receipt, { pages: 30, dollars: '3.00' })
    const appeal = { documentId: '005012345601', caseId: '35001' }
    await session.document('ca5', appeal, context())
    const place = use.simulator.cases().find(({ number }) => number === '24-2901')!
    const [, entry] = place.entries
    const modern = { documentId: entry.id!, caseId: place.id, acmsGuid: entry.documents[1].id }
    await session.document('ca9', modern, context())
    assert.equal(use.simulator.ledger.countPurchases(entry.documents[1].id), 1)
    const codes: Record<string, string> = {}
    for (const { documents } of use.simulator.case('akd', '70600')!.entries) {
      const [{ state, id: documentId }] = documents
      if (state) codes[state] = await codeOf(session.document('akd', { documentId }, context()))
    }
    assert.deepEqual(codes, REFUSAL_OUTCOMES)
  })

  test('detects an expired session at every kind of court', async ({ assert }) => {
    const session = await logIn()
    use.simulator.expireSessions()
    assert.equal(
      await codeOf(session.findCase('akd', '3:24-cv-00101', {}, context())),
      'session_expired'
    )
    assert.equal(
      await codeOf(session.docketReport('akd', '70101', ALL, context())),
      'session_expired'
    )
    assert.equal(
      await codeOf(session.appellateDocket('ca1', '24-1409', ALL, context())),
      'session_expired'
    )
    assert.equal(
      await codeOf(session.appellateDocket('ca9', '24-2901', ALL, context())),
      'session_expired'
    )
  })

  test('repeats a request after an unnecessary login page', async ({ assert }) => {
    const spurious = await logIn('simspurious')
    assert.equal((await spurious.findCase('akd', '3:24-cv-00101', {}, context()))?.caseId, '70101')
    const session = await logIn()
    assert.isNull(await session.findCase('ilnd', '1:24-cv-00001', {}, context()))
  })
})
