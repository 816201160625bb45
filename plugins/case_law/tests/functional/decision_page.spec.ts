import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { htmlText } from '#app/search_engine/analysis/html_text'

test.group('decision page', () => {
  test('lists cited decisions by name, with reporter and depth', async ({ client, assert }) => {
    const page = await pageOf(client, 1026)
    const [, table] = /id="authorities">([\s\S]*?)<\/section>/.exec(page)!
    const names = [...table!.matchAll(/<a href="\/opinion\/\d+\/[\w-]+\/">([^<]*)<\/a>/g)]
    assert.deepEqual(
      names.map(([, name]) => name),
      names.map(([, name]) => name!).toSorted()
    )
    assert.include(table, 'Near v. Minnesota ex rel. Olson</a>, 283 U.S. 697 (1931)')
    assert.include(table, 'Cited 2 times')
  })

  test('lists citing decisions with the sentence, greatest depth first', async ({
    client,
    assert,
  }) => {
    const page = await pageOf(client, 1026)
    const [, list] = /id="cited-by">([\s\S]*?)<\/section>/.exec(page)!
    const depths = [...list!.matchAll(/Cites it (once|\d+)/g)].map(([, n]) =>
      n === 'once' ? 1 : Number(n)
    )
    assert.deepEqual(
      depths,
      depths.toSorted((one, other) => other - one)
    )
    assert.isAbove(depths.length, 2)
    assert.include(
      list,
      'Rational basis review, the subject of a note in United States v. Carolene Products Co., 304 U.S. 144 (1938), has no place for a named right.'
    )
  })

  test('lists citations without a matching case', async ({ client, assert }) => {
    const page = await pageOf(client, 1101)
    assert.match(page, /Not in the archive<\/h3>\s*<p>728 F.3d 1</)
  })

  test('offers a citation to copy', async ({ client, assert }) => {
    const page = await pageOf(client, 1026)
    assert.include(page, '>United States v. Carolene Prods. Co., 304 U.S. 144 (1938)</textarea>')
    assert.include(page, '304 U.S. 144, 58 S. Ct. 778, 82 L. Ed. 1234 (Supreme Court of the')
  })

  test('shows descriptions by later decisions', async ({ client, assert }) => {
    assert.match(await pageOf(client, 1001), /it is for the courts to say what the law is/)
  })

  test('has links to footnotes and back, and anchors of page numbers', async ({
    client,
    assert,
  }) => {
    const page = await pageOf(client, 1121)
    assert.include(page, 'id="opinion-2271-page-102"')
    const targets = [...page.matchAll(/href="#(opinion-2271-[\w-]+)"/g)].map(([, id]) => id!)
    assert.isAbove(targets.length, 10)
    assert.deepEqual(
      targets.filter((id) => !page.includes(`id="${id}"`)),
      []
    )
  })

  test('distinguishes lead opinion, concurrence, and dissent, each with its author', async ({
    client,
    assert,
  }) => {
    const page = await pageOf(client, 1003)
    const headings = Array.from(
      page.matchAll(/<h2 id="opinion-\d+">([\s\S]*?)<\/h2>/g),
      ([, html]) => htmlText(html!).replace(/\s+/g, ' ').trim()
    )
    assert.deepEqual(headings, [
      'Summary of the lead opinion by John Marshall, written for the sample archive',
      'Summary of the concurrence by William Johnson Jr., written for the sample archive',
    ])
    assert.match(page, /<a href="\/person\/301\/john-marshall\/">John Marshall<\/a>/)
  })

  test('links to the court, docket, panel, and non-participating judges', async ({
    client,
    assert,
  }) => {
    const page = await pageOf(client, 1026)
    assert.include(page, '<a href="/court/scotus/supreme-court/">Supreme Court of the United')
    assert.match(page, /<dt>Docket number<\/dt><dd><a href="\/docket\/26\/[\w-]+\/">640<\/a>/)
    assert.match(page, /<dt>Not participating<\/dt>\s*<dd>\s*<a href="\/person\/338\//)
    assert.match(page, /<a href="\/search\/\?q=related%3A2046&amp;stat_all=on"/)
  })

  test('offers the short form, Markdown, and a plain link to copy', async ({ client, assert }) => {
    const page = await pageOf(client, 1026)
    const address = /rel="canonical" href="([^"]+)"/.exec(page)![1]!
    assert.include(page, '>Carolene Products, 304 U.S. at 144</textarea>')
    assert.include(
      page,
      `>[United States v. Carolene Prods. Co., 304 U.S. 144 (1938)](${address})</textarea>`
    )
    assert.include(page, `>${address}</textarea>`)
  })

  test('has metadata for search engines', async ({ client, assert }) => {
    const page = await pageOf(client, 1026)
    assert.match(
      page,
      /<meta name="description" content="United States v. Carolene Products Co., 304 U.S. 144 \(1938\)\. A federal law/
    )
    const data = linkedDataOf(page)
    assert.equal(data['@type'], 'CreativeWork')
    assert.equal(data.datePublished, '1938-04-25')
    assert.deepInclude(data.identifier, {
      '@type': 'PropertyValue',
      'name': 'Citation',
      'value': '304 U.S. 144',
    })
    assert.equal((data.creator as { name: string }).name, 'Supreme Court of the United States')
  })

  test('redirects other slugs to the canonical path', async ({ client, assert }) => {
    const path = '/opinion/1026/united-states-v-carolene-products-co/'
    for (const other of ['/opinion/1026/wrong/', '/opinion/1026/', path.slice(0, -1)]) {
      const response = await client.get(`${other}?page=1`).redirects(0)
      response.assertStatus(301)
      assert.equal(response.header('location'), `${path}?page=1`, other)
    }
    ;(await client.get(path).redirects(0)).assertStatus(200)
    const encoded = path.replace('united', '%75nited')
    ;(await client.get(encoded).redirects(0)).assertStatus(200)
  })

  test('redirects a merged decision to its target; a sealed one returns 410', async ({
    client,
    assert,
  }) => {
    const merged = await client.get('/opinion/1191/old-name/').redirects(0)
    merged.assertStatus(301)
    assert.equal(merged.header('location'), '/opinion/1123/-/')
    ;(await client.get('/opinion/1194/x/')).assertStatus(410)
  })

  test('hides a blocked decision from search engines', async ({ client, assert, cleanup }) => {
    const block = async (blocked: boolean) => {
      const db = await app.container.make('lucid.db')
      await db.from('opinion_clusters').where('id', 1026).update({ blocked })
    }
    const robots = async () => (await client.get('/opinion/1026/x/')).header('x-robots-tag')
    assert.isUndefined(await robots())
    await block(true)
    cleanup(() => block(false))
    assert.equal(await robots(), 'noindex')
  })
})

test.group('list of citing decisions', () => {
  const PATH = '/opinion/1026/united-states-v-carolene-products-co/cited-by/'

  test('shows all in the requested order, and is not indexed', async ({ client, assert }) => {
    const years = async (query: string) => {
      const response = await client.get(`${PATH}${query}`).redirects(0)
      response.assertStatus(200)
      assert.equal(response.header('x-robots-tag'), 'noindex')
      return Array.from(response.text().matchAll(/<\/a>, [^<]*?(\d{4})\)/g), ([, year]) =>
        Number(year)
      )
    }
    const newest = await years('?order_by=newest')
    assert.isAbove(newest.length, 2)
    assert.deepEqual(
      newest,
      newest.toSorted((one, other) => other - one)
    )
    assert.deepEqual(await years('?order_by=oldest'), newest.toReversed())
    assert.sameMembers(await years('?order_by=constructor&page=0'), newest)
    assert.isEmpty(await years('?page=2'))
  })
})

function linkedDataOf(page: string): Record<string, unknown> {
  const [, json] = /<script type="application\/ld\+json">([^<]+)<\/script>/.exec(page)!
  return JSON.parse(json!) as Record<string, unknown>
}

async function pageOf(client: ApiClient, cluster: number): Promise<string> {
  const response = await client.get(`/opinion/${cluster}/x/`)
  response.assertStatus(200)
  return response.text()
}
