/**
 * Structured content: each result matches the output schema of its tool. `call` checks this for
 * all calls, so the tests here vary the arguments.
 */
import { readFile } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { readableResources } from '#app/tools/endpoints'
import { makeAccount } from '#tests/helpers/accounts'
import { searchReady } from '#tests/helpers/search_indexes'
import { RESULTS_FILE } from '../../guide/shown_tools.js'
import { ToolServices } from '../../services.js'
import { call, send, type Called, type Headers } from '../rpc.js'

/** Maximum size of the list of tools in characters, which some clients send to their model. */
const MAX_LIST = 110_000

/** Tools whose text is prose. */
const PROSE = ['extract_citations', 'analyze_citations', 'resume_citation_analysis', 'check_brief']

async function newAccount(): Promise<Headers> {
  const { authorization } = await makeAccount()
  return { authorization }
}

/** Whether structured content equals the text, for tools whose text is JSON. */
function isSame({ text, data }: Called): boolean {
  return isDeepStrictEqual(JSON.parse(text), data)
}

test.group('tool server: structured content', (group) => {
  group.setup(searchReady)

  test('every tool declares a schema of an object, for both drafts', async ({ client, assert }) => {
    const { tools } = await send(client, 'tools/list', undefined, await newAccount()).then(
      ({ result }) => result
    )
    for (const { name, outputSchema } of tools) {
      assert.equal(outputSchema?.type, 'object', name)
      assert.isTrue(new Ajv({ strict: false }).validateSchema(outputSchema), name)
      assert.isTrue(new Ajv2020({ strict: false }).validateSchema(outputSchema), name)
      const known = Object.keys(outputSchema.properties)
      assert.includeMembers(known, outputSchema.required ?? [], name)
    }
    assert.isBelow(JSON.stringify(tools).length, MAX_LIST)
  })

  test('recorded results match', async ({ assert }) => {
    const { tools } = await app.container.make(ToolServices)
    const recorded: Record<string, string> = JSON.parse(await readFile(RESULTS_FILE, 'utf8'))
    let checked = 0
    for (const [name, text] of Object.entries(recorded)) {
      if (PROSE.includes(name) || text.endsWith('\n…')) continue
      const ajv = new Ajv({ strict: false, validateFormats: false })
      assert.isTrue(
        ajv.validate(tools.get(name)!.outputSchema!, JSON.parse(text)),
        `${name}: ${ajv.errorsText()}`
      )
      checked++
    }
    assert.isAbove(checked, 5)
  })

  test('of every endpoint matches for lists, selections, pages, and records', async ({
    client,
    assert,
  }) => {
    const headers = await newAccount()
    const { registry } = await app.container.make(ToolServices)
    let rows = 0
    for (const { path, fields, offers } of readableResources(registry.catalog)) {
      const names = [...fields].flatMap(([name, field]) => (field.writeOnly ? [] : name))
      const queries = [
        {},
        { fields: names.filter((_, place) => place % 3 === 0) },
        { omit: names.slice(0, 2) },
        ...offers.expand.slice(0, 3).map((expand) => ({ expand })),
      ]
      for (const query of queries) {
        const args = { endpoint_id: path, query, num_results: 21 }
        const listed = await call(client, 'call_endpoint', args, headers)
        if (listed.isError) continue
        assert.isTrue(isSame(listed), path)
        rows += listed.data.results.length
        const { query_id: id, results, has_more: more } = listed.data
        if (more) await call(client, 'get_more_results', { query_id: id }, headers)
        const item = results[0]?.id
        if (item === undefined) continue
        const one = { endpoint_id: path, item_id: item }
        const record = await call(client, 'get_endpoint_item', one, headers)
        assert.isTrue(record.isError || isSame(record), `${path} ${item}`)
      }
    }
    assert.isAbove(rows, 1000)
  })

  test('of searches matches for all types, fields, orders, and empty results', async ({
    client,
    assert,
  }) => {
    const headers = await newAccount()
    const { registry } = await app.container.make(ToolServices)
    for (const { code } of registry.catalog.searchTypes) {
      for (const more of [
        {},
        { fields: ['absolute_url', 'nothing'] },
        { q: 'zzzzzyx' },
        { num_results: 100, order_by: 'score desc' },
      ]) {
        const found = await call(client, 'search', { type: code, ...more }, headers)
        assert.isFalse(found.isError, found.text)
        assert.isTrue(isSame(found), code)
        const args = { query_id: found.data.query_id, num_results: 1 }
        const next = await call(client, 'get_more_results', args, headers)
        assert.isTrue(next.data.results.length ? isSame(next) : !next.data.has_more)
        await call(client, 'get_counts', { query_id: found.data.query_id }, headers)
      }
    }
  })

  test('of the other tools matches, including errors and missing records', async ({
    client,
    assert,
  }) => {
    const headers = await newAccount()
    const calls: [tool: string, args: object, isError?: true][] = [
      ['read_document', { opinion_id: 2067 }],
      ['read_document', { opinion_id: 2067, chunk_index: [0, 1], chunk_size: 100 }],
      ['read_document', { cluster_id: 1038, chunk_index: 0 }],
      ['read_document', { opinion_id: 2067, chunk_index: 999 }, true],
      ['read_document', {}, true],
      ['read_document', { opinion_id: 999999999 }, true],
      ['search_document', { opinion_id: 2067, query: 'zzzz' }],
      ['search_document', { opinion_id: [2067, 999999999], query: 'school' }],
      ['search_document', { cluster_id: 1038, query: 'school', snippet_size: 50 }],
      ['get_choices', { endpoint_id: 'search', field_name: 'court' }],
      ['get_choices', { endpoint_id: 'dockets', field_name: 'case_name' }],
      ['get_choices', { endpoint_id: 'opinion-search', field_name: 'type' }],
      ['get_choices', { endpoint_id: 'dockets', field_name: 'nothing' }, true],
      ['extract_citations', { text: 'Nothing.' }],
      ['extract_citations', { text: 'Nothing.', resolve: false }],
      ['extract_citations', { text: '1 U.S. 1; id.; 42 U.S.C. § 1983; supra', resolve: false }],
      ['extract_citations', { text: 'A v. B, 1 U.S. 1 (1790); id.; 42 U.S.C. § 1983; supra' }],
      ['analyze_citations', { text: 'Brown v. Board, 347 U.S. 483; 1 U.S. 999; 1 Foo 2' }],
      ['analyze_citations', { cluster_id: 1038 }],
      ['resume_citation_analysis', { job_id: '00000000' }, true],
      ['lookup_citation', { citation: '347 U.S. 483' }],
      ['lookup_citation', { citation: '1 U.S. 9999' }],
      ['lookup_citation', { citation: 'no citation' }, true],
      ['check_brief', { text: 'Nothing.' }],
      [
        'check_brief',
        { text: 'A v. B, 347 U.S. 483, 999 (1955); id. at 1; 42 U.S.C. § 1983; 1 Zo. 2d 3' },
      ],
      ['check_brief', { text: '1 U.S. 1; '.repeat(251) }, true],
      ['get_docket_sheet', { docket_id: 2001, num_entries: 30 }],
      ['get_docket_sheet', { docket_id: 999999999 }, true],
      ['get_api_usage', {}],
      ['fetch_status', { fetch_id: 999999999 }, true],
      ['create_search_alert', { name: 'a', query: 'q=habeas', rate: 'dly' }],
      ['create_search_alert', { name: 'a', query: { type: 'r', q: 'x' }, rate: 'dly' }],
      ['delete_search_alert', { id: 999999999 }],
      ['subscribe_to_docket_alert', { docket: 2001 }],
      ['subscribe_to_docket_alert', { docket: 2001 }],
      ['subscribe_to_docket_alert', { docket: 999999999 }],
      ['unsubscribe_from_docket_alert', { docket: 2001 }],
      ['unsubscribe_from_docket_alert', { docket: 2001 }, true],
    ]
    const { tools } = await app.container.make(ToolServices)
    for (const [name, args, isError = false] of calls) {
      const { isError: failed, text } = await call(client, name, args, headers)
      assert.equal(failed, isError, `${name} ${JSON.stringify(args)}: ${text}`)
    }
    const { endpoint_id: named } = tools.get('get_endpoint_schema')!.schema.properties
    for (const endpoint of named!.enum as string[])
      await call(client, 'get_endpoint_schema', { endpoint_id: endpoint }, headers)
  })

  test('repeats the text', async ({ client, assert }) => {
    const headers = await newAccount()
    const alert = await call(
      client,
      'create_search_alert',
      { name: 'a', query: 'q=habeas', rate: 'dly' },
      headers
    )
    assert.isTrue(isSame(alert))
    const { id } = alert.data
    const deleted = await call(client, 'delete_search_alert', { id }, headers)
    assert.deepEqual(deleted.data, { id, deleted: true })
    const again = await call(client, 'delete_search_alert', { id }, headers)
    assert.deepEqual(again.data, { id, deleted: false })
    const refused = await call(client, 'subscribe_to_docket_alert', { docket: 999999999 }, headers)
    assert.deepEqual(refused.data, { error: refused.text })
    const text = 'Brown v. Board of Education, 347 U.S. 483 (1954); id. at 490; 42 U.S.C. § 1983.'
    const { data } = await call(client, 'extract_citations', { text }, headers)
    assert.equal(data.count, 3)
    assert.deepEqual(data.cases.items[0].citations, ['347 U.S. 483'])
    assert.deepEqual(
      data.cases.items[0].references.map(({ label }: any) => label),
      ['full', 'id.']
    )
    assert.equal(data.statutes.count, 1)
    const { data: report } = await call(client, 'analyze_citations', { text }, headers)
    assert.deepInclude(report, { total: 1, verified: 1, pending: 0 })
    assert.equal(report.cases[0].decision.cluster_id, 1038)
    const { data: resumed } = await call(
      client,
      'resume_citation_analysis',
      { job_id: report.job_id },
      headers
    )
    assert.deepInclude(resumed, { job_id: report.job_id, pending: 0, cases: [] })
  })
})
