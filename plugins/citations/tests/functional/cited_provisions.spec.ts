/** Statutes that decisions cite: stored by linking, searched, and listed on pages. */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import {
  listAlertHits,
  loadedMatcher,
  makeReader,
  matching,
  storeAlert,
} from '#plugins/alerts/tests/alert_helpers'
import { addCluster, removeRows } from '#plugins/alerts/tests/archive_rows'
import { searched } from '#plugins/search/tests/search_helpers'
import { buildIndex, searchReady } from '#tests/helpers/search_indexes'
import { linkOpinions } from '../../linking/link_opinions.js'
import { TextReader } from '../../linking/text_reader.js'

/** Sections that no sample decision cites. */
const TEXTS = {
  first:
    'He sued under 42 U.S.C. § 19831 and 18 U.S.C.A. § 92411(c)(1)(A). See 18 USC 92411(c); 42 USC 19831 note.',
  second: 'See §§ 19831 and 19832 of title 42, United States Code; Fed. R. Civ. P. 5699(a).',
  third: 'Cal. Penal Code § 18777; Pen. Code, § 18777, subd. (b).',
}

test.group('cited statutes', (group) => {
  const made = new Map<string, { cluster: number; opinion: number }>()
  let reader: TextReader

  const database = async () => (await app.container.make('lucid.db')).connection()
  const link = async (again = true) => {
    const ids = [...made.values()].map(({ opinion }) => opinion)
    await linkOpinions({ database: await database(), reader }, ids, { again })
  }
  const stored = async (name: string) =>
    (
      await (
        await database()
      ).rawQuery(
        `SELECT concat_ws(' ', section, nullif(array_to_string(subsections, ','), ''), depth) AS row
         FROM linked_statutes WHERE citing_opinion_id = ? ORDER BY section`,
        [made.get(name)!.opinion]
      )
    ).rows.map(({ row }: { row: string }) => row)

  group.setup(async () => {
    await searchReady()
    reader = new TextReader()
    for (const [name, text] of Object.entries(TEXTS))
      made.set(name, await addCluster(text, '1999-01-01'))
    await link()
    await buildIndex('opinions')
    return async () => {
      await reader.close()
      await removeRows()
      await buildIndex('opinions')
    }
  })

  test('linking stores each section with its subsections', async ({ assert }) => {
    assert.deepEqual(await stored('first'), [
      '18 U.S.C. § 92411 (c),(c)(1),(c)(1)(A) 2',
      '42 U.S.C. § 19831 2',
    ])
    assert.deepEqual(await stored('second'), [
      '42 U.S.C. § 19831 1',
      '42 U.S.C. § 19832 1',
      'Fed. R. Civ. P. 5699 (a) 1',
    ])
    assert.deepEqual(await stored('third'), ['Cal. Penal Code § 18777 (b) 2'])
  })

  test('a second run writes nothing, and a changed text replaces its rows', async ({ assert }) => {
    const db = await database()
    const versions = async () =>
      (await db.rawQuery('SELECT section, xmin::text, ctid::text FROM linked_statutes ORDER BY 1'))
        .rows
    const before = await versions()
    await link()
    assert.deepEqual(await versions(), before)
    const { opinion } = made.get('third')!
    await db.from('opinions').where('id', opinion).update({ plain_text: 'See MCL 750.31699.' })
    await link()
    assert.deepEqual(await stored('third'), ['Mich. Comp. Laws § 750.31699 1'])
    await db.from('opinions').where('id', opinion).update({ plain_text: TEXTS.third })
    await link()
    assert.deepEqual(await stored('third'), ['Cal. Penal Code § 18777 (b) 2'])
  })

  test('q={0}')
    .with([
      ['statute:(42 U.S.C. 19831)', 'first second'],
      ['statute:(42 USC § 19831)', 'first second'],
      ['statute:"42 U.S.C.A. sec. 19831"', 'first second'],
      ['statute:(section 19831 of title 42, United States Code)', 'first second'],
      ['statute:(18 U.S.C. 92411)', 'first'],
      ['statute:(18 U.S.C. § 92411(c))', 'first'],
      ['statute:(18 U.S.C. § 92411(c)(1)(A))', 'first'],
      ['statute:(18 U.S.C. § 92411(d))', ''],
      ['statute:(42 U.S.C. 19831) AND statute:(18 USC 92411(c))', 'first'],
      ['statute:(42 U.S.C. 19831) -statute:(18 USC 92411)', 'second'],
      ['statute:(42 U.S.C. 19832 OR 18 U.S.C. 92411)', 'first second'],
      ['statute:("42 U.S.C. 19832" OR "Cal. Penal Code § 18777")', 'second third'],
      ['statute:(Fed. R. Civ. P. 5699)', 'second'],
      ['statute:(Pen. Code, § 18777)', 'third'],
      ['statutes:(California Penal Code section 18777)', 'third'],
      ['statute:(42 U.S.C. 19831) sued', 'first'],
    ] as const)
    .run(async ({ client, assert }, [q, names]) => {
      const { results } = await searched(client, { q, type: 'o', order_by: 'dateFiled asc' })
      const found = results.map(({ cluster_id }) => cluster_id)
      const expected = names.split(' ').flatMap((name) => made.get(name)?.cluster ?? [])
      assert.sameMembers(found, expected)
    })

  test('the parameter reads the same forms', async ({ client, assert }) => {
    for (const version of ['v3', 'v4']) {
      const { count } = await searched(client, { type: 'o', statute: '42 USC 19831' }, version)
      assert.equal(count, 2)
    }
  })

  test('{0} returns 400 with an example')
    .with([
      { q: 'statute:(Foo 12)' },
      { q: 'statute:1983' },
      { q: 'statute:(42 U.S.C.)' },
      { q: 'statute:[1 TO 2]' },
      { statute: 'the Act' },
    ] as Record<string, string>[])
    .run(async ({ client, assert }, parameters) => {
      const response = await client
        .get('/api/rest/v4/search/')
        .qs({ type: 'o', ...parameters })
        .header('accept', 'application/json')
      response.assertStatus(400)
      assert.match(JSON.stringify(response.body()), /statute/)
    })

  test('the page of a statute lists decisions, subsections, and the official text', async ({
    client,
    assert,
  }) => {
    const page = await client.get('/statutes/18_U.S.C._92411/')
    page.assertStatus(200)
    const html = page.text()
    assert.include(html, `/opinion/${made.get('first')!.cluster}/`)
    assert.include(html, 'https://www.govinfo.gov/link/uscode/18/92411')
    assert.include(html, '18 U.S.C. § 92411(c)(1)(A)</a> (1)')
    assert.include(html, '1 decision in this archive cites this provision')
    const none = await client.get('/statutes/18_U.S.C._92499/')
    none.assertStatus(200)
    assert.equal(none.header('x-robots-tag'), 'noindex')
    assert.include(none.text(), 'No decision in this archive cites this provision.')
    ;(await client.get('/statutes/foo/')).assertStatus(404)
  })

  test('written forms redirect to the page', async ({ client, assert }) => {
    for (const path of [
      '/statutes/?citation=18%20USC%2092411(c)',
      '/statutes/18%20usc%2092411/',
      '/statutes/18_U.S.C.A._%C2%A7_92411/',
    ]) {
      const response = await client.get(path).redirects(0)
      assert.include([301, 302], response.status(), path)
      assert.match(response.header('location')!, /\/statutes\/18_U\.S\.C\._92411\/$/)
    }
    const page = await client.get('/statutes/?citation=foo').redirects(0)
    page.assertStatus(422)
    assert.include(page.text(), 'Enter a section with its code')
    ;(await client.get('/statutes/')).assertStatus(200)
  })

  test('a decision lists its statutes', async ({ client, assert }) => {
    const page = await client.get(`/opinion/${made.get('first')!.cluster}/alder-v-birch/`)
    assert.include(page.text(), 'Statutes and rules cited')
    assert.include(page.text(), '<a href="/statutes/42_U.S.C._19831/">42 U.S.C. § 19831</a> (2)')
  })
})

test.group('alerts on statutes', (group) => {
  group.each.setup(() => removeRows)

  test('an alert fires once for a linked opinion', async ({ assert }) => {
    const reader = await makeReader('tier_1')
    const texts = new TextReader()
    const { opinion, cluster } = await addCluster('See 42 U.S.C. § 19855.', '1995-01-01')
    const { id } = await storeAlert(reader, 'q=statute:(42 USC 19855)&type=o')
    const link = async () =>
      linkOpinions(
        { database: (await app.container.make('lucid.db')).connection(), reader: texts },
        [opinion],
        { again: true }
      )
    await loadedMatcher()
    await matching(link)
    assert.deepEqual(await listAlertHits(id), [`${cluster}/${opinion}`])
    await matching(link)
    assert.lengthOf(await listAlertHits(id), 1)
    await texts.close()
  })
})
