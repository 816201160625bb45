/**
 * A research question answered only with tool calls: which decisions cite Brown
 * v. Board of Education, and in which passages?
 */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { makeAccount } from '#tests/helpers/accounts'
import { searchReady } from '#tests/helpers/search_indexes'
import { call, callForObject } from '../rpc.js'

const idOf = (url: string) => Number(/\/(\d+)\/$/.exec(url)![1])

test.group('tool server: research', (group) => {
  group.setup(searchReady)

  test('finds citing decisions and their passages', async ({ client, assert }) => {
    const { authorization } = await makeAccount()
    const use = (name: string, args: object) => callForObject(client, name, args, { authorization })

    const { results: found } = await use('search', {
      type: 'o',
      citation: '347 U.S. 483',
      fields: ['caseName', 'cluster_id'],
    })
    assert.lengthOf(found, 1)
    const { caseName, cluster_id: cluster } = found[0]
    assert.equal(caseName, 'Brown v. Board of Education of Topeka')

    const schema = await use('get_endpoint_schema', { endpoint_id: 'opinions-cited' })
    assert.property(schema.properties, 'cited_opinion')
    const { query_id: id, results } = await use('call_endpoint', {
      endpoint_id: 'opinions-cited',
      query: { cited_opinion: { cluster }, fields: ['citing_opinion', 'depth'] },
      num_results: 5,
    })
    const { count } = await use('get_counts', { query_id: id })
    assert.isAbove(count, 5)
    const more = await use('get_more_results', { query_id: id, num_results: 100 })
    const citing = [...results, ...more.results].map((row: any) => idOf(row.citing_opinion))
    assert.lengthOf(citing, count)
    const database = await app.container.make('lucid.db')
    const expected = await database
      .from('opinions_cited')
      .join('opinions', 'opinions.id', 'cited_opinion_id')
      .where('opinions.cluster_id', cluster)
      .select('citing_opinion_id')
    assert.sameMembers(
      citing,
      expected.map((row) => Number(row.citing_opinion_id))
    )

    const passages = await use('search_document', {
      opinion_id: citing.slice(0, 10),
      query: '347 U.S. 483',
      snippet_size: 200,
    })
    assert.lengthOf(passages.results, Math.min(10, citing.length))
    for (const { doc_id: opinion, match_count: matches, snippets } of passages.results) {
      assert.isAbove(matches, 0, `opinion ${opinion}`)
      assert.include(snippets[0].text, '347 U.S. 483')
    }

    const [first] = citing
    const chunk = { opinion_id: first, chunk_index: 0, chunk_size: 2000 }
    const { text } = await use('read_document', chunk)
    const { cluster_id: citingCluster } = await use('get_endpoint_item', {
      endpoint_id: 'opinions',
      item_id: first,
      fields: 'cluster_id',
    })
    const decision = await use('get_endpoint_item', {
      endpoint_id: 'clusters',
      item_id: citingCluster,
      fields: ['case_name', 'date_filed'],
    })
    assert.isNotEmpty(decision.case_name)
    assert.isTrue(decision.date_filed > '1954-05-17')
    assert.isNotEmpty(text)

    const analysis = await call(
      client,
      'analyze_citations',
      { opinion_id: first },
      { authorization }
    )
    assert.isFalse(analysis.isError)
    assert.include(analysis.text, `Cluster ID: ${cluster}\n`)
  })
})
