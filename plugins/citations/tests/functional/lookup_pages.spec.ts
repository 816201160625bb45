/**
 * The citation lookup pages.
 */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { clean } from '#app/citations/clean'
import { makeAccount, withLimits, type TestAccount } from '#tests/helpers/accounts'
import { downloadAccountData } from '#tests/helpers/take_out'
import { signedIn, type Visitor } from '#tests/helpers/visitor'
import LookupPiece, { MAX_CASES } from '../../models/lookup_piece.js'
import TextLookup, { DAYS_KEPT, MAX_KEPT } from '../../models/text_lookup.js'

const PAGE = '/profile/citation-lookup/'

test.group('citation lookup pages', (group) => {
  let account: TestAccount
  let visitor: Visitor
  group.each.setup(async () => {
    account = await makeAccount()
    visitor = await signedIn(account)
  })

  const paste = async (text: string) => {
    const { status, location, text: body } = await visitor.submit(PAGE, { text })
    if (status !== 302) throw new Error(`${status}: ${body}`)
    return location!
  }
  const lookupAt = async (location: string) =>
    (await TextLookup.own(account.id, location.split('/').at(-2)!))!
  const csvOf = async (location: string) =>
    (await visitor.get(`${location}csv/`)).text.trimEnd().split('\r\n').slice(1)

  test('show each citation with its case, its match, and both names if they differ', async ({
    assert,
  }) => {
    const location = await paste(
      'Brown v. Board of Education, 347 U.S. 483; Smith v. Jones, 5 U.S. 137; 999 U.S. 1 <b>'
    )
    const { text } = await visitor.get(location)
    assert.match(text, /href="\/opinion\/1038\/[^"]+">Brown v\. Board/)
    assert.include(
      text.replaceAll(/\s+/g, ' '),
      'Name differs: cited as <q>Smith v. Jones</q>, archive has <q>Marbury v. Madison</q>'
    )
    assert.lengthOf(text.match(/Name differs/g)!, 1)
    assert.include(text, 'Not in the archive')
    assert.notInclude(text, '<b>')
    assert.lengthOf(await csvOf(location), 3)
  })

  test('reject a text with more than 5,000 citations', async ({ assert }) => {
    const { status, text } = await visitor.submit(PAGE, { text: '1 U.S. 1 '.repeat(5_001) })
    assert.equal(status, 422)
    assert.include(text, 'more than 5,000 citations. Enter part of it.')
    assert.lengthOf(await TextLookup.ofAccount(account.id), 0)
  })

  test('list the first decisions of a citation and the number of further ones', async ({
    assert,
    cleanup,
  }) => {
    const database = await app.container.make('lucid.db')
    cleanup(async () => {
      await database.from('citations').where('volume', '9997').delete()
    })
    await database.rawQuery(
      `INSERT INTO citations (volume, reporter, page, type, cluster_id)
       SELECT '9997', 'U.S.', '1', 1, id FROM (SELECT id FROM opinion_clusters ORDER BY id LIMIT ?) AS first`,
      [MAX_CASES + 3]
    )
    const location = await paste('9997 U.S. 1')
    const { text } = await visitor.get(location)
    assert.lengthOf(text.match(/href="\/opinion\//g)!, MAX_CASES)
    assert.include(text, 'and 3 more')
    assert.lengthOf(await csvOf(location), MAX_CASES)
  })

  test('store lookups in pieces', async ({ assert }) => {
    const location = await paste('347 U.S. 483; '.repeat(501))
    const { id, citationCount, lookedUpCount, foundCount } = await lookupAt(location)
    assert.deepEqual([citationCount, lookedUpCount, foundCount], [501, 501, 501])
    const database = await app.container.make('lucid.db')
    const { rows } = await database.rawQuery(
      `SELECT count(DISTINCT xmin::text)::int AS transactions, count(*)::int AS pieces FROM text_lookup_pieces WHERE lookup_id = ?`,
      [id]
    )
    assert.deepEqual(rows, [{ transactions: 3, pieces: 3 }])
    assert.include((await visitor.get(PAGE)).text.replaceAll(/\s+/g, ' '), '501')
  })

  test('lookups are in the data export of an account', async ({ assert }) => {
    await paste('Brown v. Board of Education, 347 U.S. 483')
    const file = await downloadAccountData<{ citation_lookups: Record<string, unknown>[] }>(
      visitor,
      account
    )
    assert.lengthOf(file.citation_lookups, 1)
    assert.include(JSON.stringify(file.citation_lookups[0]), '347 U.S. 483')
  })

  test('a short form gets the case of its full citation', async ({ assert }) => {
    const location = await paste(
      'Yick Wo v. Hopkins, 118 U.S. 356 (1886). The law was fair, 118 U.S. at 373. But 999 U.S. at 4. ' +
        'Smith v. Jones, 5 U.S. 137; Smith, 5 U.S. at 140.'
    )
    const { text } = await visitor.get(location)
    assert.lengthOf(text.match(/Name differs/g)!, 1)
    const lines = (await csvOf(location)).map((line) => line.split(','))
    assert.deepEqual(
      lines.map((line) => [line[0], line[3], line[5]]),
      [
        ['118 U.S. 356', '200', 'citation'],
        ['118 U.S. at 373', '200', 'short_form'],
        ['999 U.S. at 4', '404', ''],
        ['5 U.S. 137', '200', 'citation'],
        ['5 U.S. at 140', '200', 'short_form'],
      ]
    )
    assert.equal(lines[0]!.at(-1), lines[1]!.at(-1))
  })

  test('finds all citations in a sample decision that are in the archive', async ({ assert }) => {
    const database = await app.container.make('lucid.db')
    const decisions = await database
      .from('opinions')
      .whereRaw("html_with_citations ~ '[0-9] U\\.S\\. [0-9]'")
      .orderByRaw('length(html_with_citations) DESC')
      .limit(3)
    assert.lengthOf(decisions, 3)
    for (const { id, html_with_citations: html } of decisions) {
      const text = clean(html, ['html']).text
      // Independent search: all citations of the archive that the text contains.
      const { rows: cited } = await database.rawQuery(
        `SELECT DISTINCT volume, reporter, page, cluster_id::text FROM citations
         WHERE strpos(?, volume || ' ' || reporter || ' ' || page) > 0
           AND ? ~ ('(^|[^0-9])' || volume || ' ' || regexp_replace(reporter, '([.()])', '\\\\\\1', 'g') || ' ' || page || '([^0-9]|$)')`,
        [text, text].map((one) => one.replaceAll(/\s+/g, ' '))
      )
      assert.isNotEmpty(cited)
      const lines = await csvOf(await paste(text))
      const found = new Set(lines.map((line) => line.split(',').at(-1)))
      assert.deepEqual(
        cited.filter(({ cluster_id: cluster }: any) => !found.has(cluster)),
        []
      )
      // Declared in the sample.
      const { rows: declared } = await database.rawQuery(
        `SELECT DISTINCT o.cluster_id::text AS cluster FROM opinions_cited e JOIN opinions o ON o.id = e.cited_opinion_id
         WHERE e.citing_opinion_id = ?`,
        [id]
      )
      assert.isNotEmpty(declared)
      assert.deepEqual(
        declared.filter(({ cluster }: any) => !found.has(cluster)),
        []
      )
    }
  })

  test('a long text shows partial results and continues when the limit allows', async ({
    assert,
  }) => {
    const text = `${'347 U.S. 483; '.repeat(250)}${'5 U.S. 137; '.repeat(10)}`
    await withLimits(async () => {
      const location = await paste(text)
      const first = await visitor.get(location)
      assert.include(first.text, '250 of 260 citations looked up.')
      assert.match(first.text, /Your rate limit allows more at \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC/)
      assert.match(first.text, /data-continue-in="\d+"/)
      const { waitUntil } = await lookupAt(location)
      assert.approximately(waitUntil!.getTime(), Date.now() + 60_000, 30_000)
      assert.equal((await csvOf(location)).filter((line) => line.includes(',200,')).length, 250)

      // Too early: nothing is charged.
      assert.equal((await visitor.submit(location)).status, 302)
      assert.include((await visitor.get(location)).text, '250 of 260')
    })
    // Simulates the end of the wait.
    assert.equal((await visitor.submit(location(await visitor.get(PAGE)))).status, 302)
    const done = await visitor.get(location(await visitor.get(PAGE)))
    assert.notInclude(done.text, 'citations looked up.')
    assert.notInclude(done.text, 'data-continue-in')
  })

  const location = ({ text }: { text: string }) =>
    /href="(\/profile\/citation-lookup\/[0-9a-f-]{36}\/)"/.exec(text)![1]!

  test('is charged like the API: one request per piece, and each citation', async ({
    assert,
    client,
  }) => {
    await withLimits(async () => {
      await paste(`347 U.S. 483 ${'word '.repeat(13_000)} 5 U.S. 137`)
      const report = await client
        .get('/api/rest/v4/api-usage/')
        .header('authorization', account.authorization)
      const used = Object.fromEntries(
        report
          .body()
          .current_usage.filter(({ rate }: any) => rate.endsWith('/min'))
          .map((row: any) => [row.scope, row.used])
      )
      assert.containsSubset(used, { citations: 2, user: 2 })
      assert.equal(report.body().historical_usage.total, 2)
    })
  })

  test('concurrent requests charge each piece once', async ({ assert, client }) => {
    const text = `${'347 U.S. 483; '.repeat(250)}5 U.S. 137`
    let path = ''
    await withLimits(async () => void (path = await paste(text)))
    await Promise.all([visitor.submit(path), visitor.submit(path)])
    const { id, citationCount, lookedUpCount } = await lookupAt(path)
    assert.isTrue((await LookupPiece.of(id)).every(({ found }) => found))
    assert.deepEqual([citationCount, lookedUpCount], [251, 251])
    const report = await client
      .get('/api/rest/v4/api-usage/')
      .header('authorization', account.authorization)
    assert.equal(report.body().historical_usage.total, 2)
  })

  test('show errors next to the field', async ({ assert }) => {
    const empty = await visitor.submit(PAGE, { text: ' ' })
    assert.equal(empty.status, 422)
    assert.include(empty.text, 'Enter a text.')
    const long = await visitor.submit(PAGE, { text: 'a'.repeat(256_001) })
    assert.equal(long.status, 422)
    assert.include(long.text, 'Enter at most 256,000 characters.')
    const none = await visitor.get(await paste('Nothing\0 cited.'))
    assert.include(none.text, 'No case citations in this text.')
  })

  test('only owners can view and delete their lookups', async ({ assert }) => {
    const path = await paste('347 U.S. 483')
    const other = await signedIn(await makeAccount())
    const staff = await signedIn(await makeAccount({ rights: ['*'] }))
    for (const stranger of [other, staff]) {
      for (const page of [path, `${path}csv/`]) assert.equal((await stranger.get(page)).status, 404)
      for (const action of [path, `${path}delete/`])
        assert.equal((await stranger.submit(action, {}, { from: PAGE })).status, 404)
      assert.notInclude((await stranger.get(PAGE)).text, path)
    }
    assert.equal((await visitor.get(`${PAGE}1/`)).status, 404)
    assert.equal((await visitor.submit(`${path}delete/`, {}, { from: path })).status, 302)
    assert.equal((await visitor.get(path)).status, 404)
  })

  test('keep the latest lookups for some days', async ({ assert }) => {
    const first = await paste('347 U.S. 483')
    for (let count = 0; count < MAX_KEPT; count++) await paste(`5 U.S. 137 ${count}`)
    assert.equal((await visitor.get(first)).status, 404)
    const last = await paste('347 U.S. 483')
    const database = await app.container.make('lucid.db')
    await database.rawQuery(
      `UPDATE text_lookups SET date_created = now() - interval '${DAYS_KEPT} days 1 minute' WHERE account_id = ?`,
      [account.id]
    )
    assert.equal((await visitor.get(last)).status, 404)
    assert.include((await visitor.get(PAGE)).text, 'No lookups yet.')
    await paste('347 U.S. 483')
    const rows = await database.from('text_lookups').where('account_id', account.id)
    assert.lengthOf(rows, 1)
  })
})
