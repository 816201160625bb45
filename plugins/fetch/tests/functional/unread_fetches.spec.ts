/** Messages of fetches whose pages have text that wasn't read. */
import app from '@adonisjs/core/services/app'
import type { ApiClient } from '@japa/api-client'
import { test } from '@japa/runner'
import { Jobs } from '#app/jobs/jobs'
import UnreadGroup from '#plugins/federal_records/models/unread_group'
import UnreadPage from '#plugins/federal_records/models/unread_page'
import { removeUnreadText } from '#plugins/federal_records/tests/unread_pages'
import { listDeliveries, makeEndpoint, type TestEndpoint } from '#plugins/webhooks/tests/endpoints'
import { makeAccount, type TestAccount } from '#tests/helpers/accounts'
import { makeDocket, type OwnDocket } from '#tests/helpers/own_docket'
import { LANE_JOB } from '../../codes.js'
import FetchRequest from '../../models/fetch_request.js'
import { RequestProcessor } from '../../processing/process_request.js'
import type { RequestContext } from '../../registry_client/types.js'
import { scriptRegistry, someCredentials, type Scripted } from '../scripted_registry.js'

const LIST = '/api/rest/v4/archive-fetch/'
const DONE = 'Successfully completed fetch and save.'
const COST = { pages: 1, dollars: '0.10', description: 'Docket Report' }
const NEW_TEXT = '<p>Quokka marmalade ledger kept by the registrar</p>'

/** A docket report with another paragraph. */
const pageOf = (more: string) =>
  Buffer.from(`<html><body><h3 align="center">U.S. District Court<br>Northern District of California (San Francisco)<br>
CIVIL DOCKET FOR CASE #: 3:31-cv-00021-ABC</h3><table><tr><td><br>Quill v. Blot<br>Assigned to: Judge Mary Nib<br></td>
<td><br>Date Filed: 03/04/2031<br></td></tr></table>${more}
<table><tr><td>Date Filed</td><th>#</th><td>Docket Text</td></tr>
<tr><td>03/04/2031</td><td>1</td><td>COMPLAINT</td></tr></table></body></html>`)

let cases = Date.now()

test.group('fetches with unread text', (group) => {
  let account: TestAccount
  let endpoint: TestEndpoint
  let docket: OwnDocket
  let registry: Scripted

  group.each.setup(async () => {
    await removeUnreadText()
    registry = await scriptRegistry()
    account = await makeAccount()
    endpoint = await makeEndpoint(account.id, 'https://receiver.example/', { event_type: 3 })
    docket = await makeDocket({ court_id: 'cand', registry_case_id: String(++cases) })
    return async () => {
      registry.restore()
      await FetchRequest.query().where('userId', account.id).delete()
      await docket.remove()
      await removeUnreadText()
    }
  })

  /** Fetches the docket. @returns the response of the API */
  async function fetchDocket(client: ApiClient, page: Buffer) {
    registry.session.docketReport = async (...given: unknown[]) => {
      const { beforeBilled } = given.at(-1) as RequestContext
      await beforeBilled?.({ court: 'cand', what: 'docket report', expected: null })
      return { bytes: page, cost: COST }
    }
    const headers = { authorization: account.authorization }
    const made = await client
      .post(LIST)
      .headers(headers)
      .json({ ...someCredentials(), request_type: 1, docket: docket.id })
    made.assertStatus(201)
    await (await app.container.make(Jobs)).runWaiting(LANE_JOB)
    const shown = await client.get(`${LIST}${made.body().id}/`).headers(headers)
    return shown.body() as { id: number; status: number; message: string }
  }

  test('succeed with a sentence, in the same fields', async ({ client, assert }) => {
    const read = await fetchDocket(client, pageOf(''))
    assert.deepEqual([read.status, read.message], [2, DONE])
    const unread = await fetchDocket(client, pageOf(NEW_TEXT))
    assert.deepEqual(
      [unread.status, unread.message],
      [2, `${DONE} 1 passage of the page wasn't read.`]
    )
    assert.deepEqual(Object.keys(unread), Object.keys(read))
    const messages = (await listDeliveries(endpoint)).map(
      ({ body }) => JSON.parse(body).payload.message as string
    )
    assert.sameMembers(messages, [read.message, unread.message])
  })

  test('of the same page count once, even after an interrupted attempt', async ({
    client,
    assert,
  }) => {
    const { id } = await fetchDocket(client, pageOf(NEW_TEXT))
    await fetchDocket(client, pageOf(NEW_TEXT))
    await (await FetchRequest.findOrFail(id)).merge({ status: 4 }).save()
    const processor = await app.container.make(RequestProcessor)
    await processor.process(id, new AbortController().signal)
    const [counts] = await UnreadGroup.all()
    assert.deepEqual([counts!.passages, counts!.pages], [1, 1])
    const [page, ...others] = await UnreadPage.all()
    assert.deepEqual([page!.source, others], ['fetch', []])
  })
})
