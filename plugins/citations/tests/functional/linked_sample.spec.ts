/**
 * Linking of the sample archive without its citation graph.
 */
import { test } from '@japa/runner'
import { DEFAULT_FIRST_KEY } from '#app/database/local_keys'
import { takesMinutes } from '#tests/helpers/long_tests'
import { useImports } from '#plugins/bulk_data/tests/use_imports'
import { linkArchive } from '../../linking/link_archive.js'

const STEMS = ['courts', 'dockets', 'opinion-clusters', 'opinions', 'citations']

test.group('the linked sample', (group) => {
  takesMinutes(group)
  const imports = useImports(group)

  /** Links like `citations:link`. */
  const linkAll = () =>
    linkArchive({
      database: imports.scratch.lucid,
      workers: 1,
      signal: new AbortController().signal,
      reporter: { started: () => {}, progress: () => {} },
    })

  test('has the edges declared in the sample', async ({ assert }) => {
    await imports.run(imports.sample(STEMS))
    await linkAll()
    const edges = await imports.rows(
      'SELECT citing_opinion_id::int AS citing, cited_opinion_id::int AS cited FROM opinions_cited ORDER BY 1, 2'
    )
    await imports.scratch.client.query('TRUNCATE opinions_cited')
    await imports.run(imports.sample(['citation-map']))
    const declared = await imports.rows(
      'SELECT citing_opinion_id::int AS citing, cited_opinion_id::int AS cited FROM opinions_cited ORDER BY 1, 2'
    )
    assert.isAbove(declared.length, 500)
    assert.deepEqual(edges, declared)
  })

  test('is replaced by an imported citation graph', async ({ assert }) => {
    const counts = () => imports.rows('SELECT id, citation_count FROM opinion_clusters ORDER BY id')
    await imports.run(imports.sample(STEMS))
    const imported = await counts()
    await linkAll()
    assert.notDeepEqual(await counts(), imported)
    await imports.run(imports.sample(['citation-map', 'parentheticals', 'unmatched-citations']))
    await linkAll()
    assert.deepEqual(await counts(), imported)
    for (const table of ['opinions_cited', 'parentheticals', 'unmatched_citations'])
      assert.isEmpty(
        await imports.rows(`SELECT id FROM ${table} WHERE id >= ${DEFAULT_FIRST_KEY}`),
        table
      )
    assert.isEmpty(await imports.rows('SELECT FROM linked_edges'))
  })

  test('does not change a complete imported graph', async ({ assert }) => {
    const state = () =>
      imports.rows(
        `SELECT (SELECT md5(string_agg(o::text, '' ORDER BY id)) FROM opinions o) AS opinions,
                (SELECT md5(string_agg(c::text, '' ORDER BY id)) FROM opinion_clusters c) AS clusters,
                (SELECT md5(string_agg(e::text, '' ORDER BY id)) FROM opinions_cited e) AS edges,
                (SELECT md5(string_agg(p::text, '' ORDER BY id)) FROM parentheticals p) AS remarks,
                (SELECT md5(string_agg(u::text, '' ORDER BY id)) FROM unmatched_citations u) AS unmatched`
      )
    const graph = ['citation-map', 'parentheticals', 'unmatched-citations']
    await imports.run(imports.sample([...STEMS, ...graph]))
    const imported = await state()
    await linkAll()
    assert.deepEqual(await state(), imported)
  })
})
