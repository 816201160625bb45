/**
 * Matches of citations: exact citations and pages within decisions.
 */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { takesMinutes } from '#tests/helpers/long_tests'
import pg from 'pg'
import { OpenDatabase } from '#app/database/connection'
import type { NamedStatement } from '#app/database/named_statement'
import { UTC_SESSION } from '#app/database/reader'
import { MATCHES, matchCitations } from '../../lookup/match_citations.js'

/** Reads rows as text within a transaction that is rolled back. */
function readerOf(client: pg.Client) {
  return {
    rows: async (statement: string | NamedStatement, values: unknown[]) => {
      const text = typeof statement === 'string' ? statement : statement.text
      const { rows } = await client.query({ text, values, rowMode: 'array' })
      return rows as (string | null)[][]
    },
  }
}

test.group('matches of citations', (group) => {
  takesMinutes(group)
  let client: pg.Client
  group.each.setup(async () => {
    const { connection } = await app.container.make(OpenDatabase)
    client = new pg.Client({ ...connection, options: UTC_SESSION })
    await client.connect()
    await client.query('BEGIN')
    return async () => {
      await client.query('ROLLBACK')
      await client.end()
    }
  })

  /** Adds a cluster with a citation and a text in otherwise empty volumes. */
  async function decide(id: number, [volume, reporter, page]: string[], texts: object = {}) {
    await client.query(
      `INSERT INTO opinion_clusters SELECT (json_populate_record(c, json_build_object('id', $1::bigint, 'scdb_id', ''))).*
       FROM opinion_clusters c ORDER BY id LIMIT 1`,
      [id]
    )
    await client.query(
      'INSERT INTO citations (id, volume, reporter, page, type, cluster_id) VALUES ($5, $1, $2, $3, 1, $4)',
      [volume, reporter, page, id, id]
    )
    const { html_with_citations: html = '', xml_harvard: xml = '' } = texts as Record<
      string,
      string
    >
    await client.query(
      `INSERT INTO opinions (id, type, cluster_id, html_with_citations, xml_harvard) VALUES ($1, '010combined', $1, $2, $3)`,
      [id, html, xml]
    )
  }
  const cite = (page: string, ...reporters: string[]) => ({
    volume: '9001',
    reporters: reporters.length ? reporters : ['U.S.'],
    page,
  })
  const match = (...citations: ReturnType<typeof cite>[]) =>
    matchCitations(readerOf(client), citations)

  test('of several reporters are combined, newest first', async ({ assert }) => {
    await decide(900_001, ['9001', 'A.', '10'])
    await decide(900_002, ['9001', 'B.', '10'])
    assert.deepEqual(await match(cite('10', 'A.', 'B.'), cite('10', 'A.'), cite('10', 'C.')), [
      { clusters: ['900002', '900001'], matchedOn: 'citation' },
      { clusters: ['900001'], matchedOn: 'citation' },
      { clusters: [], matchedOn: null },
    ])
  })

  test('a page within a decision matches the decision that starts closest before it', async ({
    assert,
  }) => {
    await decide(900_001, ['9001', 'U.S.', '99'], { html_with_citations: '… *105 …' })
    await decide(900_002, ['9001', 'U.S.', '644'], { html_with_citations: '… *650</a> …' })
    await decide(900_003, ['9001', 'U.S.', '700'], {
      xml_harvard: '<page-number>*702</page-number>',
    })
    assert.deepEqual(await match(cite('105'), cite('650'), cite('702'), cite('644'), cite('98')), [
      { clusters: ['900001'], matchedOn: 'star_page' },
      { clusters: ['900002'], matchedOn: 'star_page' },
      { clusters: ['900003'], matchedOn: 'star_page' },
      { clusters: ['900002'], matchedOn: 'citation' },
      { clusters: [], matchedOn: null },
    ])
  })

  test('a star page is a complete number, and only the closest decision matches', async ({
    assert,
  }) => {
    await decide(900_001, ['9001', 'U.S.', '60'], { html_with_citations: '*650 and *66' })
    await decide(900_002, ['9001', 'U.S.', '63'], { html_with_citations: '*64' })
    assert.deepEqual(
      (await match(cite('61'), cite('65'), cite('66'))).map(({ clusters }) => clusters),
      [[], [], []]
    )
  })

  test('searches all decisions that start on the same page', async ({ assert }) => {
    await decide(900_001, ['9001', 'U.S.', '60'], { html_with_citations: '*61' })
    await decide(900_002, ['9001', 'U.S.', '60'], { html_with_citations: 'no page' })
    assert.deepEqual(await match(cite('61')), [{ clusters: ['900001'], matchedOn: 'star_page' }])
  })

  test('unusual pages, patterns, and SQL syntax match literally', async ({ assert }) => {
    await decide(900_001, ['9001', 'U.S.', 'xii'])
    await decide(900_002, ['9001', 'U.S.', '12a'], { html_with_citations: '*14' })
    const odd = [
      'xii',
      '12a',
      '14',
      '.*',
      "1' OR '1'='1",
      '99999999999999999999',
      '-1',
      '1.5',
      '\\',
    ]
    assert.deepEqual(
      (await match(...odd.map((page) => cite(page)))).map(({ clusters }) => clusters),
      [['900001'], ['900002'], ['900002'], [], [], [], [], [], []]
    )
  })

  test('use indexes in a large archive', async ({ assert }) => {
    const { rows: ids } = await client.query('SELECT min(id)::text AS id FROM opinion_clusters')
    await client.query(
      `INSERT INTO citations (id, volume, reporter, page, type, cluster_id)
       SELECT 9000000 + n, (n / 700)::text, 'F.2d', (n % 700 * 2)::text, 1, $1 FROM generate_series(1, 100000) n`,
      [ids[0].id]
    )
    await client.query('ANALYZE citations')
    const sought = JSON.stringify([{ place: 0, volume: '5', reporter: 'F.2d', page: '11' }])
    await client.query('SET LOCAL plan_cache_mode = force_generic_plan')
    await client.query({ name: 'lookup', text: MATCHES.text, values: [sought] })
    const { rows } = await client.query(`EXPLAIN EXECUTE lookup('${sought}')`)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    assert.include(plan, 'citations_volume_reporter_page')
    assert.include(plan, 'citations_first_pages')
    assert.notInclude(plan, 'Seq Scan on citations')
  })
})
