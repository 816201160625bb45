/** Results and costs of fetches from simulated courts. */
import { rmSync } from 'node:fs'
import app from '@adonisjs/core/services/app'
import type { ApiClient } from '@japa/api-client'
import { test } from '@japa/runner'
import { Jobs } from '#app/jobs/jobs'
import { makeAccount, type TestAccount } from '#tests/helpers/accounts'
import { makeTemporaryFolder } from '#tests/helpers/environment'
import { parseInThread } from '#plugins/federal_records/public/merging'
import { LANE_JOB } from '../../codes.js'
import { askForReceipt } from '../../court_check.js'
import { createRegistryClient } from '../../registry_client/client.js'
import { ACCOUNTS } from '#plugins/demo_courts/simulator/start_simulator'
import { CourtSystem } from '../../court_system.js'
import { useCourtSystem } from '../use_court_system.js'
import { useSimulator } from '#plugins/demo_courts/tests/use_simulator'

const LIST = '/api/rest/v4/archive-fetch/'
const READER = ACCOUNTS.find(({ name }) => name === 'simreader')!

test.group('simulated fetches', (group) => {
  const use = useSimulator(group)
  let account: TestAccount

  group.setup(async () => {
    account = await makeAccount()
    const folder = makeTemporaryFolder()
    const client = createRegistryClient({
      parse: parseInThread,
      connect: { host: '127.0.0.1', port: use.simulator.port },
      proxy: null,
      maxPerCourt: 4,
      maxRequests: 8,
      interval: 0,
      folder,
    })
    const restore = await useCourtSystem(client)
    return async () => {
      restore()
      await client.close()
      const database = await app.container.make('lucid.db')
      await database.from('fetch_requests').where('user_id', account.id).delete()
      await database.from('dockets').where({ court_id: 'akd', registry_case_id: '70101' }).delete()
      rmSync(folder, { recursive: true, force: true })
    }
  })

  const fetched = async (client: ApiClient, body: object) => {
    const credentials = { registry_username: READER.name, registry_password: READER.password }
    const made = await client
      .post(LIST)
      .header('authorization', account.authorization)
      .json({ ...credentials, ...body })
    made.assertStatus(201)
    await (await app.container.make(Jobs)).runWaiting(LANE_JOB)
    const shown = await client
      .get(`${LIST}${made.body().id}/`)
      .qs({ include: 'details' })
      .header('authorization', account.authorization)
    return shown.body()
  }

  test('a docket and one of its PDFs are bought once each', async ({ client, assert }) => {
    const docket = await fetched(client, {
      request_type: 1,
      court: 'akd',
      docket_number: '3:24-cv-00101',
    })
    assert.containsSubset(docket, { status: 2, error: null }, docket.message)
    assert.isNumber(docket.docket)
    assert.equal(use.simulator.ledger.charges().length, 1)
    assert.equal(docket.cost.dollars, use.simulator.ledger.totals().dollars)

    const database = await app.container.make('lucid.db')
    const { rows } = await database.rawQuery(
      `SELECT d.id, d.registry_doc_id FROM archive_documents d JOIN docket_entries e ON e.id = d.docket_entry_id
       WHERE e.docket_id = ? AND d.registry_doc_id <> '' ORDER BY d.id`,
      [docket.docket]
    )
    const [{ id, registry_doc_id: documentId }] = rows
    const asked = { id, court_id: 'akd', registry_doc_id: documentId }
    const operator = { username: READER.name, password: READER.password }
    const before = use.simulator.ledger.charges().length
    assert.isTrue(
      (await askForReceipt(await app.container.make(CourtSystem), operator, asked)).purchasable
    )
    assert.lengthOf(use.simulator.ledger.charges(), before)

    const pdf = await fetched(client, { request_type: 2, recap_document: Number(id) })
    assert.containsSubset(pdf, { status: 2, error: null }, pdf.message)
    assert.equal(use.simulator.ledger.countPurchases(documentId), 1)
    const document = await database.from('archive_documents').where({ id }).first()
    assert.isTrue(document.is_available)

    const menu = await fetched(client, { request_type: 3, recap_document: Number(id) })
    assert.containsSubset(menu, { status: 2, error: null }, menu.message)
  })

  test('an unknown docket number costs nothing', async ({ client, assert }) => {
    const answer = await fetched(client, {
      request_type: 1,
      court: 'akd',
      docket_number: '3:24-cv-99999',
    })
    assert.equal(answer.status, 3)
    assert.equal(answer.error.code, 'case_not_found')
    assert.isEmpty(use.simulator.ledger.charges())
  })
})
