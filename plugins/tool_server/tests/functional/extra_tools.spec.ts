/**
 * Tools that the modeled server doesn't have.
 */
import { test } from '@japa/runner'
import { makeAccount, withLimits } from '#tests/helpers/accounts'
import { call, callForObject } from '../rpc.js'

test.group('tool get_docket_sheet', () => {
  test('returns a case with its newest entries and parties', async ({ client, assert }) => {
    const { authorization } = await makeAccount()
    const args = { docket_id: 2001, num_entries: 3 }
    const { text, meta, isError } = await call(client, 'get_docket_sheet', args, { authorization })
    assert.isFalse(isError, text)
    const { docket, page, entries, parties } = JSON.parse(text)
    assert.equal(docket.id, 2001)
    assert.match(page, /^http.*\/docket\/2001\//)
    const listed = await client
      .get('/api/rest/v4/docket-entries/')
      .qs({ docket: 2001, order_by: '-recap_sequence_number' })
    assert.lengthOf(entries.results, 3)
    assert.deepEqual(
      entries.results.map(({ id }: any) => id),
      listed
        .body()
        .results.slice(0, 3)
        .map(({ id }: any) => id)
    )
    assert.notProperty(entries.results[0].recap_documents[0], 'plain_text')
    assert.isNotEmpty(parties.results)
    for (const { party_types: roles, attorneys } of parties.results) {
      assert.isNotEmpty(roles)
      for (const row of [...roles, ...attorneys]) assert.match(row.docket, /\/dockets\/2001\/$/)
    }
    assert.lengthOf(meta.links, 3)
    const more = { query_id: entries.query_id, num_results: 2 }
    const next = await callForObject(client, 'get_more_results', more, { authorization })
    assert.equal(next.results[0].id, listed.body().results[3].id)
  })

  test('charges one request for a missing case', async ({ client, assert }) => {
    const { authorization } = await makeAccount()
    const args = { docket_id: 999_999_999 }
    const { text, isError, meta } = await call(client, 'get_docket_sheet', args, { authorization })
    assert.isTrue(isError)
    assert.match(text, /^Curia API error: HTTP 404: /)
    assert.lengthOf(meta.links, 1)
  })
})

test.group('tool get_api_usage', () => {
  test('returns the usage report with the charges of other tools', async ({ client, assert }) => {
    await withLimits(async () => {
      const { authorization } = await makeAccount()
      const args = { endpoint_id: 'courts', item_id: 'scotus', fields: 'id' }
      await callForObject(client, 'get_endpoint_item', args, { authorization })
      const usage = await callForObject(client, 'get_api_usage', {}, { authorization })
      const report = await client
        .get('/api/rest/v4/api-usage/')
        .header('authorization', authorization)
      assert.sameMembers(Object.keys(usage), Object.keys(report.body()))
      const minute = usage.current_usage.find(
        ({ scope, window_seconds: seconds }: any) => scope === 'user' && seconds === 60
      )
      assert.equal(minute.used, 1)
      assert.equal(minute.remaining, minute.limit - 1)
    })
  })
})
