/**
 * The tool `search` (tool server, tools 1).
 */
import { test } from '@japa/runner'
import { makeAccount, withLimits } from '#tests/helpers/accounts'
import { searchReady } from '#tests/helpers/search_indexes'
import { call, callForObject, send, type Headers } from '../rpc.js'

async function headersOfNewAccount(rates = ['1000/min']): Promise<Headers> {
  const { authorization } = await makeAccount({ overrides: { user: rates } })
  return { authorization }
}

test.group('tool search: schema', () => {
  test('has the nullable arguments of all search types', async ({ client, assert }) => {
    const headers = await headersOfNewAccount()
    const { result } = await send(client, 'tools/list', undefined, headers)
    const [{ name, title, annotations, inputSchema }] = result.tools
    assert.equal(name, 'search')
    assert.equal(title, 'Search')
    assert.deepInclude(annotations, { title: 'Search', readOnlyHint: true, idempotentHint: true })
    assert.isFalse(inputSchema.additionalProperties)
    assert.deepEqual(inputSchema.required, ['type'])
    const names =
      'type fields num_results q order_by semantic court case_name docket_number judge filed_after filed_before ' +
      'citation neutral_cite cited_gt cited_lt stat_Published stat_Unpublished stat_Errata stat_Separate ' +
      'stat_In-chambers stat_Relating-to stat_Unknown entry_date_filed_after entry_date_filed_before ' +
      'available_only description nature_of_suit cause assigned_to referred_to document_number ' +
      'attachment_number party_name atty_name firm_name name born_after born_before dob_city dob_state school ' +
      'appointer selection_method political_affiliation argued_after argued_before opinion_kind nature statute'
    assert.sameMembers(Object.keys(inputSchema.properties), names.split(' '))
    for (const [property, schema] of Object.entries<any>(inputSchema.properties)) {
      const types = schema.anyOf ? schema.anyOf.map(({ type }: any) => type) : schema.type
      assert.include(types, 'null', property)
    }
    const { type, num_results: most, semantic, court } = inputSchema.properties
    assert.sameMembers(type.enum, ['o', 'r', 'rd', 'd', 'p', 'oa', null])
    assert.deepInclude(most, { minimum: 1, maximum: 100, default: 20 })
    assert.include(semantic.description, 'Types: o.')
    assert.include(
      court.description,
      "get_choices with endpoint_id 'search' and field_name 'court'"
    )
  })
})

test.group('tool search: results', (group) => {
  group.setup(searchReady)

  test('equal those of the API and include the total', async ({ client, assert }) => {
    const headers = await headersOfNewAccount()
    const args = { type: 'o', q: 'equal protection', num_results: 3 }
    const found = await callForObject(client, 'search', args, headers)
    const response = await client
      .get('/api/rest/v4/search/')
      .qs({ type: 'o', q: 'equal protection', partial: 'on' })
      .header('authorization', headers.authorization!)
    const { count, results } = response.body()
    assert.match(found.query_id, /^[0-9a-f]{8}$/)
    assert.strictEqual(found.count, count)
    assert.lengthOf(found.results, 3)
    const [{ opinion_id: main, ...first }] = found.results
    assert.deepEqual(first, results[0])
    assert.include(results[0].sibling_ids, main)
    assert.include(found.has_more, found.query_id)
    assert.include(found.has_more, 'get_more_results')
  })

  test('have the requested fields and always the main opinion', async ({ client, assert }) => {
    const headers = await headersOfNewAccount()
    for (const fields of [
      ['caseName', 'cluster_id'],
      'caseName, cluster_id',
      'caseName cluster_id',
    ]) {
      const args = { type: 'o', q: 'equal protection', fields }
      const { results, ...rest } = await callForObject(client, 'search', args, headers)
      for (const result of results)
        assert.sameMembers(Object.keys(result), ['caseName', 'cluster_id', 'opinion_id'])
      assert.notProperty(rest, 'missing_fields')
    }
  })

  test('include a warning if a field is missing', async ({ client, assert }) => {
    const headers = await headersOfNewAccount()
    const args = { type: 'o', q: 'equal protection', fields: ['case_name', 'dateFiled'] }
    const found = await callForObject(client, 'search', args, headers)
    assert.match(
      found.missing_fields,
      /^Missing from some results: case_name\. Did you mean: caseName\?/
    )
    assert.include(found.missing_fields, 'cluster_id')
    assert.sameMembers(Object.keys(found.results[0]), ['dateFiled', 'opinion_id'])
  })

  test('have no main opinion for other types', async ({ client, assert }) => {
    const headers = await headersOfNewAccount()
    for (const type of ['r', 'rd', 'd', 'p', 'oa']) {
      const { results } = await callForObject(client, 'search', { type }, headers)
      assert.isNotEmpty(results, type)
      assert.notProperty(results[0], 'opinion_id')
    }
  })

  test('are filtered by values or labels', async ({ client, assert }) => {
    const headers = await headersOfNewAccount()
    const label = 'Supreme Court of the United States'
    const expected = await callForObject(client, 'search', { type: 'o', court: 'scotus' }, headers)
    assert.isAbove(expected.count, 0)
    for (const court of [label, label.toUpperCase(), ['scotus'], 'SCOTUS, ca9', 'scotus ca9']) {
      const { count } = await callForObject(client, 'search', { type: 'o', court }, headers)
      assert.isAtLeast(count, expected.count, String(court))
    }
    const byCode = await callForObject(client, 'search', { type: 'p', dob_state: 'NY' }, headers)
    const byLabel = await callForObject(
      client,
      'search',
      { type: 'p', dob_state: 'new york' },
      headers
    )
    assert.isAbove(byCode.count, 0)
    assert.equal(byLabel.count, byCode.count)
  })

  test('support flags, numbers, and relative dates', async ({ client, assert }) => {
    const headers = await headersOfNewAccount()
    const published = await callForObject(client, 'search', { type: 'o' }, headers)
    const args = { type: 'o', stat_Published: true, stat_Unpublished: true, stat_Errata: false }
    const wider = await callForObject(client, 'search', args, headers)
    assert.isAbove(wider.count, published.count)
    const cited = await callForObject(client, 'search', { type: 'o', cited_gt: 1 }, headers)
    assert.isBelow(cited.count, published.count)
    for (const date of ['1 day ago', '-1d', 'past 1 day', '2999-01-01']) {
      const { count } = await callForObject(
        client,
        'search',
        { type: 'o', filed_after: date },
        headers
      )
      assert.equal(count, 0, date)
    }
  })

  test('ignore arguments that are null', async ({ client, assert }) => {
    const headers = await headersOfNewAccount()
    const args = {
      type: 'o',
      q: null,
      num_results: null,
      fields: null,
      court: null,
      semantic: null,
    }
    const { results } = await callForObject(client, 'search', args, headers)
    assert.lengthOf(results, 20)
  })

  test('are charged like the requests they make', async ({ client, assert }) => {
    const headers = await headersOfNewAccount(['5/min'])
    const used = async () => {
      const usage = await client
        .get('/api/rest/v4/api-usage/')
        .header('authorization', headers.authorization!)
      return usage.body().current_usage.find((row: any) => row.scope === 'user').used
    }
    await withLimits(async () => {
      const { meta } = await call(client, 'search', { type: 'o', num_results: 45 }, headers)
      assert.equal(await used(), 3)
      assert.lengthOf(meta.links, 3)
      assert.containSubset(meta.quota, [{ window: 'user-min', remaining: 2 }])
      const partly = await callForObject(client, 'search', { type: 'o', num_results: 60 }, headers)
      assert.lengthOf(partly.results, 40)
      assert.match(partly.has_more, /^Rate limit exceeded: HTTP 429: .* get_more_results/)
      const refused = await call(client, 'search', { type: 'o' }, headers)
      assert.isTrue(refused.isError)
      assert.match(refused.text, /^Rate limit exceeded: HTTP 429: /)
      assert.isAbove(refused.meta.retry_after, 0)
    })
  })
})

test.group('tool search: errors', (group) => {
  group.setup(searchReady)

  const REFUSED: [args: object, text: string | RegExp][] = [
    [{}, "Invalid arguments for tool 'search':\n- 'type' is a required property"],
    [{ type: null }, "- 'type' is a required property"],
    [{ type: 'x' }, "- type: 'x' is not one of ['o', "],
    [{ type: 'o', num_results: 0 }, '- num_results: 0 is less than the minimum of 1'],
    [{ type: 'o', num_results: 101 }, '- num_results: 101 is greater than the maximum of 100'],
    [{ type: 'o', num_results: '5' }, "- num_results: '5' is not of type 'integer', 'null'"],
    [
      { type: 'o', cort: 'scotus' },
      "- Additional properties are not allowed ('cort' was unexpected)",
    ],
    [
      { type: 'r', judge: 'Holmes', semantic: true },
      "Invalid arguments for tool 'search':\n- judge: not valid for type 'r'; valid for: o, oa\n- semantic: not valid for type 'r'; valid for: o",
    ],
    [
      { type: 'o', court: 'scotsu' },
      /^- court: 'scotsu' is not one of the \d+ choices\. Did you mean: scotus.*\? get_choices with endpoint_id 'search' and field_name 'court' lists them all\.$/m,
    ],
    [
      { type: 'p', selection_method: 'e_prt' },
      /- selection_method: 'e_prt' is not one of the 7 choices\. Did you mean: e_part\?/,
    ],
    [{ type: 'o', order_by: 'name_reverse asc' }, '- order_by: Select a valid choice. '],
    [{ type: 'o', filed_after: 'soon' }, 'Curia API error: HTTP 400: The date'],
    [{ type: 'o', q: '"unclosed' }, 'Curia API error: HTTP 400: '],
  ]

  for (const [args, text] of REFUSED) {
    test(`describe the problem of ${JSON.stringify(args)}`, async ({ client, assert }) => {
      const refusal = await call(client, 'search', args, await headersOfNewAccount())
      assert.isTrue(refusal.isError, refusal.text)
      if (typeof text === 'string') assert.include(refusal.text, text)
      else assert.match(refusal.text, text)
    })
  }

  test('cost no request', async ({ client, assert }) => {
    const headers = await headersOfNewAccount()
    const { meta } = await call(client, 'search', { type: 'r', judge: 'Holmes' }, headers)
    assert.notProperty(meta, 'links')
  })
})
