/**
 * Pages of reporters and volumes, and URLs of citations.
 */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { htmlText } from '#app/search_engine/analysis/html_text'

test.group('reporter pages', () => {
  test('list reporters, volumes in order, and the decisions of a volume', async ({
    client,
    assert,
  }) => {
    const home = (await client.get('/c/')).text()
    assert.include(home, '<a href="/c/us/">U.S.</a>')
    assert.include(home, '<a href="/c/s-ct/">S. Ct.</a>')
    const volumes = (await client.get('/c/us/')).text()
    const order = Array.from(volumes.matchAll(/href="\/c\/us\/(\d+)\/"/g), ([, one]) => Number(one))
    assert.include(order, 347)
    assert.isAbove(order.length, 10)
    assert.deepEqual(
      order,
      order.toSorted((one, other) => one - other)
    )
    const volume = (await client.get('/c/us/347/')).text()
    assert.match(htmlText(volume), /483\s+Brown v. Board of Education of Topeka\s+May 17, 1954/)
    assert.match(volume, /<link rel="canonical" href="http:\/\/[^/"]+\/c\/us\/347\/">/)
  })

  test('link to the previous and next volume if the archive has them', async ({
    client,
    assert,
  }) => {
    const database = await app.container.make('lucid.db')
    const rows = (await database
      .from('citations')
      .where('reporter', 'U.S.')
      .distinct('volume')) as { volume: string }[]
    const held = new Set(rows.map(({ volume }) => Number(volume)))
    const pair = [...held].find((volume) => held.has(volume + 1) && !held.has(volume - 1))!
    const html = (await client.get(`/c/us/${pair}/`)).text()
    assert.include(html, `<a href="/c/us/${pair + 1}/" rel="next">${pair + 1} U.S.</a>`)
    assert.notInclude(html, 'rel="prev"')
  })

  test('a citation redirects to its decision for all spellings of the reporter', async ({
    client,
    assert,
  }) => {
    for (const reporter of ['us', 'U.S.', 'U. S.', 'US']) {
      const response = await client.get(`/c/${encodeURIComponent(reporter)}/347/483/`).redirects(0)
      response.assertStatus(302)
      assert.match(String(response.header('location')), /^\/opinion\/1038\/brown-v-board/)
    }
    // Other spellings of lists redirect to the canonical URL.
    const list = await client.get('/c/U.%20S./347/').redirects(0)
    list.assertStatus(301)
    list.assertHeader('location', '/c/us/347/')
  })

  test('a neutral citation redirects although a reporter has the same letters', async ({
    client,
    assert,
    cleanup,
  }) => {
    const database = await app.container.make('lucid.db')
    const rows = [
      { volume: '2001', reporter: 'ND', page: '5', type: 8, cluster_id: 1038 },
      { volume: '5', reporter: 'N.D.', page: '7', type: 2, cluster_id: 1026 },
    ]
    await database.table('citations').multiInsert(rows)
    cleanup(async () => {
      for (const { volume, reporter, page } of rows)
        await database.from('citations').where({ volume, reporter, page }).delete()
    })
    const paths = { '/c/nd/2001/5/': 1038, '/c/ND/2001/5/': 1038, '/c/nd/5/7/': 1026 }
    for (const [path, cluster] of Object.entries(paths)) {
      const response = await client.get(path).redirects(0)
      response.assertStatus(302)
      assert.include(String(response.header('location')), `/opinion/${cluster}/`)
    }
  })

  test('a citation of several decisions shows a choice', async ({ client, assert, cleanup }) => {
    const database = await app.container.make('lucid.db')
    const place = { volume: '9999', reporter: 'U.S.', page: '1', type: 1 }
    cleanup(async () => {
      await database.from('citations').where('volume', '9999').delete()
    })
    await database
      .table('citations')
      .multiInsert([1038, 1026].map((id) => ({ ...place, cluster_id: id })))
    const response = await client.get('/c/us/9999/1/').redirects(0)
    response.assertStatus(300)
    assert.include(response.text(), 'Several decisions have this citation.')
    assert.match(response.text(), /href="\/opinion\/1038\/[^>]*>Brown v. Board/)
    assert.match(response.text(), /href="\/opinion\/1026\//)
    response.assertHeader('x-robots-tag', 'noindex')
  })

  test('long volumes are paginated', async ({ client, assert, cleanup }) => {
    const database = await app.container.make('lucid.db')
    cleanup(async () => {
      await database.from('citations').where('volume', '9998').delete()
    })
    await database.rawQuery(
      `INSERT INTO citations (volume, reporter, page, type, cluster_id)
       SELECT '9998', 'U.S.', n::text, 1, 1038 FROM generate_series(1, 501) AS n`
    )
    const first = (await client.get('/c/us/9998/')).text()
    assert.include(first, '501 decisions')
    assert.lengthOf(first.match(/<th scope="row">/g)!, 500)
    assert.include(first, 'href="/c/us/9998/?page=2" rel="next"')
    const second = await client.get('/c/us/9998/').qs({ page: 2 })
    assert.match(second.text(), /<th scope="row">501<\/th>/)
    assert.include(second.text(), 'href="/c/us/9998/" rel="prev"')
    second.assertHeader('x-robots-tag', 'noindex')
  })

  test('a missing citation returns 404, with the volume if the archive has it', async ({
    client,
    assert,
  }) => {
    const near = await client.get('/c/us/347/999999/')
    near.assertStatus(404)
    assert.include(near.text(), 'This archive has no decision at 347 U.S. 999999.')
    assert.include(near.text(), 'Brown v. Board of Education')
    assert.notInclude(near.text(), 'It may be a page')
    const within = (await client.get('/c/us/347/485/')).text()
    assert.match(
      within,
      /It may be a page of <a href="\/opinion\/1038\/[^>]*>Brown[^<]*<\/a>, which starts on page 483\./
    )
    for (const path of [
      '/c/us/99999/1/',
      '/c/us/99999/',
      '/c/no-such-reporter/',
      '/c/%00/',
      '/c/us/%00/1/',
      `/c/us/${'9'.repeat(200)}/`,
      '/c/us/347/?page=2',
    ])
      (await client.get(path)).assertStatus(404)
    for (const page of ['0', '-1', 'x', '1e9']) {
      const response = await client.get('/c/us/347/').qs({ page })
      response.assertStatus(200)
    }
    const bold = await client.get(`/c/${encodeURIComponent('<b>x')}/`)
    assert.notInclude(bold.text(), '<b>x')
  })

  test('decisions link to their volume', async ({ client, assert }) => {
    const page = (await client.get('/opinion/1038/brown-v-board-of-education-of-topeka/')).text()
    assert.include(page, '<a href="/c/us/347/">Decisions in 347 U.S.</a>')
  })
})
