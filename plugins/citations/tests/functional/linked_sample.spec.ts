/**
 * The sample archive without its citation graph: linking finds the graph in
 * the texts.
 */
import { test } from '@japa/runner'
import { useImports } from '#plugins/bulk_data/tests/use_imports'
import { linkOpinions } from '../../linking/link_opinions.js'
import { TextReader } from '../../linking/text_reader.js'

const STEMS = ['courts', 'dockets', 'opinion-clusters', 'opinions', 'citations']

test.group('the linked sample', (group) => {
  const imports = useImports(group)

  test('has the edges that the sample declares', async ({ assert, cleanup }) => {
    await imports.run(imports.sample(STEMS))
    const reader = new TextReader()
    cleanup(() => reader.close())
    const ids = (await imports.rows('SELECT id::int FROM opinions ORDER BY id')).map(({ id }) => id)
    await linkOpinions({ database: imports.scratch.lucid, reader }, ids, { again: false })
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
})
