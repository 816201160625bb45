/** Processing of fetch requests with a scripted court system (fetch-and-upload, 1.3, 1.5). */
import app from '@adonisjs/core/services/app'
import type { ApiClient } from '@japa/api-client'
import { test } from '@japa/runner'
import { Jobs } from '#app/jobs/jobs'
import { makeAccount, type TestAccount } from '#tests/helpers/accounts'
import { changeDocument, makeDocket, type OwnDocket } from '#tests/helpers/own_docket'
import { makeEndpoint, listDeliveries, type TestEndpoint } from '#plugins/webhooks/tests/endpoints'
import { PauseCourt } from '../../actions/pause_court.js'
import { LANE_JOB } from '../../codes.js'
import FetchPurchase from '../../models/fetch_purchase.js'
import FetchRequest from '../../models/fetch_request.js'
import { MAX_RETRIES } from '../../processing/outcome.js'
import { RequestProcessor } from '../../processing/process_request.js'
import type { RequestContext } from '../../registry_client/types.js'
import { refused, scriptRegistry, someCredentials, type Scripted } from '../scripted_registry.js'

const LIST = '/api/rest/v4/archive-fetch/'
const COST = { pages: 2, dollars: '0.20', description: 'Docket Report' }
const PAGE = (entries: string) =>
  Buffer.from(`<html><h3 align=center>U.S. District Court<BR>District of Ink (Inkton)<BR>
CIVIL DOCKET FOR CASE #: 3:31-cv-00021-ABC</h3><table><tr><td><br>Quill v. Blot<br>Assigned to: Judge Mary Nib<br></td>
<td><br>Date Filed: 03/04/2031<br></td></tr></table><table><tr><td>Date Filed</td><th>#</th><td>Docket Text</td></tr>
${entries}</table></html>`)
const ENTRY = '<tr><td>03/04/2031</td><td>1</td><td>COMPLAINT</td></tr>'

const REQUESTS = Array.from({ length: 20 }, (_, index) => index + 1)

let cases = Date.now()

test.group('the fetch queue', (group) => {
  let account: TestAccount
  let endpoint: TestEndpoint
  let docket: OwnDocket
  let document: number
  let caseId: string
  let registry: Scripted

  group.each.setup(async () => {
    registry = await scriptRegistry()
    account = await makeAccount()
    endpoint = await makeEndpoint(account.id, 'https://receiver.example/', { event_type: 3 })
    caseId = String(++cases)
    docket = await makeDocket({ court_id: 'cand', registry_case_id: caseId, docket_number: '' })
    const made = await docket.addEntry('ORDER', [{ registry_doc_id: `0350${caseId}` }])
    document = made.documents[0]!
    return async () => {
      registry.restore()
      await FetchRequest.query().where('userId', account.id).delete()
      await docket.remove()
    }
  })

  const send = async (client: ApiClient, body: object): Promise<number> => {
    const made = await client
      .post(LIST)
      .header('authorization', account.authorization)
      .json({ ...someCredentials(), ...body })
    made.assertStatus(201)
    return made.body().id
  }
  const work = async () => (await app.container.make(Jobs)).runWaiting(LANE_JOB)
  const row = (id: number) => FetchRequest.findOrFail(id)
  const again = async (id: number) => {
    const processor = await app.container.make(RequestProcessor)
    await processor.process(id, new AbortController().signal)
  }
  const buying =
    <T>(what: string, answer: () => T) =>
    async (...given: unknown[]): Promise<T> => {
      const { beforeBilled } = given.at(-1) as RequestContext
      await beforeBilled?.({ court: 'cand', what, expected: null })
      return answer()
    }
  const pageRequest = () => ({ request_type: 1, docket: docket.id })
  const pdfRequest = () => ({ request_type: 2, recap_document: document })

  test('a docket is bought once and merged, and its owner is notified', async ({
    client,
    assert,
  }) => {
    registry.session.docketReport = buying('docket report', () => ({
      bytes: PAGE(ENTRY),
      cost: COST,
    }))
    const id = await send(client, pageRequest())
    await work()
    const { status, message, sessionKey, docketId } = await row(id)
    assert.deepEqual([status, docketId, sessionKey], [2, docket.id, ''])
    assert.equal(message, 'Successfully completed fetch and save.')
    const shown = await client
      .get(`${LIST}${id}/?include=details`)
      .header('authorization', account.authorization)
    assert.deepEqual(Object.keys(shown.body().timestamps), ['1', '2', '4'])
    assert.containsSubset(shown.body().cost, {
      pages: 2,
      dollars: '0.20',
      purchases: [{ what: 'docket report', answered: true }],
    })
    const [delivery] = await listDeliveries(endpoint)
    const event = JSON.parse(delivery!.body)
    assert.containsSubset(event, { webhook: { event_type: 3 }, payload: { id, status: 2 } })
    assert.notProperty(event.payload, 'registry_username')
    assert.deepEqual(await FetchPurchase.of(id).then((all) => all.map((one) => one.keptPath)), [''])
    await again(id)
    assert.lengthOf(registry.calls, 1)
  })

  for (const [code, said] of [
    ['court_unreachable', 'Blocked by court: cand'],
    ['court_blocked', 'Blocked by court: cand'],
  ] as const) {
    test(`${code}: status 5 while retried, then 3`, async ({ client, assert }) => {
      registry.probe = () => refused(code)
      const id = await send(client, pageRequest())
      for (let attempt = 1; attempt <= MAX_RETRIES; attempt++) {
        await again(id)
        assert.containsSubset(await row(id), { status: 5, retries: attempt, message: said })
        assert.isNull((await row(id)).dateCompleted)
      }
      assert.isEmpty(await listDeliveries(endpoint))
      await again(id)
      assert.containsSubset(await row(id), { status: 3, errorCode: code, errorRetryable: true })
      assert.lengthOf(await listDeliveries(endpoint), 1)
    })
  }

  test('an expired session: retried, then status 3, and not used again', async ({
    client,
    assert,
  }) => {
    registry.session.docketReport = async () => {
      throw refused('session_expired')
    }
    const credentials = someCredentials()
    const id = await send(client, { ...pageRequest(), ...credentials })
    for (let attempt = 0; attempt <= MAX_RETRIES; attempt++) await again(id)
    assert.match((await row(id)).message, /^RegistryLoginException/)
    assert.equal((await row(id)).status, 3)
    assert.lengthOf(registry.logins, 1)
    await send(client, { ...pageRequest(), ...credentials })
    assert.lengthOf(registry.logins, 2)
  })

  test('after a restart, queued requests end with a retryable error', async ({
    client,
    assert,
  }) => {
    const id = await send(client, pageRequest())
    await registry.restart()
    await work()
    assert.containsSubset(await row(id), {
      status: 3,
      errorCode: 'session_expired',
      errorRetryable: true,
    })
    assert.isEmpty(registry.calls)
  })

  test('a lost response to a billed request: status 3, and not repeated', async ({
    client,
    assert,
  }) => {
    registry.session.docketReport = buying('report', () => {
      throw refused('network_error')
    })
    const id = await send(client, pageRequest())
    await work()
    assert.containsSubset(await row(id), {
      status: 3,
      errorCode: 'purchase_outcome_unknown',
      errorRetryable: false,
    })
    assert.lengthOf(registry.calls, 1)
  })

  test('a purchase interrupted by a crash is not repeated', async ({ client, assert }) => {
    const id = await send(client, pageRequest())
    await (await row(id)).merge({ status: 4 }).save()
    await FetchPurchase.create({
      fetchRequestId: id,
      courtId: 'cand',
      what: 'docket report',
      dateIntended: new Date(),
    })
    await work()
    assert.containsSubset(await row(id), { status: 3, errorCode: 'purchase_outcome_unknown' })
    assert.isEmpty(registry.calls)
  })

  test('a PDF that became available while the request was queued is not bought', async ({
    client,
    assert,
  }) => {
    const id = await send(client, pdfRequest())
    await changeDocument(document, { is_available: true })
    await work()
    assert.equal((await row(id)).status, 2)
    assert.match((await row(id)).message, /Nothing to do/)
    assert.isEmpty(registry.calls)
  })

  test('fetches of an account at a court run one at a time', async ({ client, assert }) => {
    const order: number[] = []
    let running = 0
    let most = 0
    registry.session.docketReport = async (_court, _case, options) => {
      most = Math.max(most, ++running)
      order.push(options.numberFrom!)
      await new Promise((resolve) => setTimeout(resolve, 20))
      running--
      throw refused('case_not_found')
    }
    const credentials = someCredentials()
    for (const number of [1, 2, 3])
      await send(client, { ...pageRequest(), ...credentials, de_number_start: number })
    await Promise.all([work(), work(), work()])
    await work()
    assert.deepEqual([order, most], [[1, 2, 3], 1])
    assert.lengthOf(registry.logins, 1)
  })

  /** Sends requests by their first entry number; the court rejects some of them with try_again. */
  const sendAll = async (client: ApiClient, { tryAgain }: { tryAgain: number[] }) => {
    const order: number[] = []
    registry.session.docketReport = async (_court, _case, options) => {
      order.push(options.numberFrom!)
      throw refused(tryAgain.includes(options.numberFrom!) ? 'try_again' : 'case_not_found')
    }
    const credentials = someCredentials()
    const ids: number[] = []
    for (const number of REQUESTS)
      ids.push(await send(client, { ...pageRequest(), ...credentials, de_number_start: number }))
    return { order, ids }
  }
  const statuses = async (ids: number[]) =>
    Promise.all(ids.map(async (id) => (await row(id)).status))

  for (const tryAgain of [[1], [2, 3], [20], [1, 5, 9, 13], [...REQUESTS]]) {
    test(`runs due requests before retries: ${tryAgain.join(', ')} of 20`, async ({
      client,
      assert,
    }) => {
      const { order, ids } = await sendAll(client, { tryAgain })
      await work()
      assert.deepEqual(order, REQUESTS)
      assert.deepEqual(
        await statuses(ids),
        REQUESTS.map((number) => (tryAgain.includes(number) ? 5 : 3))
      )
    })
  }

  test('a due retry runs before later requests', async ({ client, assert }) => {
    const { order, ids } = await sendAll(client, { tryAgain: [1, 2] })
    await work()
    order.length = 0
    const lane = { account: String(account.id), court: 'cand' }
    await (await app.container.make(Jobs)).send(null, LANE_JOB, lane)
    await work()
    assert.isEmpty(order, 'no request is due')
    await FetchRequest.query().where('id', ids[1]!).update({ nextAttempt: new Date() })
    const late = await send(client, { ...pageRequest(), de_number_start: 21 })
    await work()
    assert.deepEqual(order, [2, 21])
    assert.deepEqual(await statuses([ids[0]!, ids[1]!, late]), [5, 5, 3])
  })

  test('a retry delays neither other courts nor other accounts', async ({ client, assert }) => {
    const other = await makeDocket({ court_id: 'akd', registry_case_id: caseId, docket_number: '' })
    const stranger = await makeAccount()
    const courts: string[] = []
    registry.session.docketReport = async (court) => {
      courts.push(court)
      throw refused(courts.length === 1 ? 'try_again' : 'case_not_found')
    }
    const ids = [await send(client, pageRequest())]
    ids.push(await send(client, { request_type: 1, docket: other.id }))
    const owner = account
    account = stranger
    ids.push(await send(client, pageRequest()))
    account = owner
    ids.push(await send(client, pageRequest()))
    await work()
    assert.deepEqual((await statuses(ids)).sort(), [3, 3, 3, 5])
    assert.sameMembers(courts, ['cand', 'cand', 'cand', 'akd'])
    await FetchRequest.query().where('userId', stranger.id).delete()
    await other.remove()
  })

  test('requests to a paused court stay queued until it is resumed', async ({
    client,
    assert,
    cleanup,
  }) => {
    const database = await app.container.make('lucid.db')
    const action = new PauseCourt(await app.container.make(Jobs))
    const set = (paused: boolean) =>
      database.transaction((trx) =>
        action.handle(trx, { id: account.id, name: account.username }, 'cand', { paused })
      )
    cleanup(() => void set(false))
    const early = await send(client, pageRequest())
    assert.equal((await row(early)).message, '')
    assert.isTrue(await set(true))
    assert.match((await row(early)).message, /^Fetching from this court is paused/)
    registry.session.docketReport = async () => {
      throw refused('case_not_found')
    }
    const id = await send(client, pageRequest())
    const shown = await client.get(`${LIST}${id}/`).header('authorization', account.authorization)
    assert.match(shown.body().message, /paused on this server\. The request stays queued/)
    await work()
    assert.equal((await row(id)).status, 1)
    assert.isTrue(await set(false))
    assert.equal((await row(early)).message, '')
    await work()
    assert.equal((await row(id)).status, 3)
    const actions = await database.from('audit_entries').where('subject', 'court cand')
    assert.sameMembers(
      [...new Set(actions.map(({ action: name }) => name))],
      ['fetch.pause', 'fetch.resume']
    )
  })
})
