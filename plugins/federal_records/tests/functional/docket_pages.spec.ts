/** The page of a docket: entries with filters, order, and pagination, and parties. */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { htmlText } from '#app/search_engine/analysis/html_text'
import { makeAccount } from '#tests/helpers/accounts'
import { makeDocket, type OwnDocket } from '#tests/helpers/own_docket'
import { signedIn } from '#tests/helpers/visitor'

const ENTRIES = 450

/** Entries 1 to 450, one a day; every hundredth is an order. */
async function addEntries(docket: OwnDocket): Promise<void> {
  const database = await app.container.make('lucid.db')
  await database.rawQuery(
    `INSERT INTO docket_entries (docket_id, entry_number, date_filed, description, recap_sequence_number)
     SELECT ?, n, date '2024-01-01' + n, CASE WHEN n % 100 = 0 THEN 'ORDER no. ' ELSE 'Letter no. ' END || n,
       to_char(date '2024-01-01' + n, 'YYYY-MM-DD') || '.' || to_char(n, 'FM000')
     FROM generate_series(1, ${ENTRIES}) AS n`,
    [docket.id]
  )
}

/** Numbers in the first column, in the order shown. */
function numbersOf(html: string): number[] {
  return [...html.matchAll(/<tr id="entry-(\d+)">/g)].map(([, number]) => Number(number))
}

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, place) => from + place)

test.group('docket pages', (group) => {
  let docket: OwnDocket
  let path: string

  group.setup(async () => {
    docket = await makeDocket({
      assigned_to_str: 'Rowe',
      referred_to_str: 'Hale',
      jury_demand: 'Both',
    })
    path = `/docket/${docket.id}/ash-v-beech/`
    await addEntries(docket)
    return docket.remove
  })

  test('paginate the entries in order', async ({ client, assert }) => {
    const first = await client.get(path)
    first.assertStatus(200)
    assert.deepEqual(numbersOf(first.text()), range(1, 200))
    assert.include(first.text(), 'Entries: 1–200 of 450')
    assert.include(first.text(), 'Entries (450)')
    for (const text of ['Rowe', 'Hale', 'Both']) assert.include(first.text(), text)
    assert.isUndefined(first.header('x-robots-tag'))
    const last = await client.get(path).qs({ page: 3 })
    assert.deepEqual(numbersOf(last.text()), range(401, 450))
    assert.include(last.text(), 'href="?page=2#entries" rel="prev"')
    assert.notInclude(last.text(), 'rel="next"')
    assert.equal(last.header('x-robots-tag'), 'noindex')
  })

  test('show the newest first and keep the order across pages', async ({ client, assert }) => {
    const page = await client.get(path).qs({ order_by: 'desc' })
    assert.deepEqual(numbersOf(page.text()), range(251, 450).reverse())
    assert.include(page.text(), 'aria-sort="descending"')
    assert.include(page.text(), 'href="?order_by=desc&amp;page=2#entries"')
  })

  test('are filtered')
    .with<{ asked: Record<string, string>; shown: number[] }[]>([
      { asked: { entry_gte: '448' }, shown: [448, 449, 450] },
      { asked: { entry_gte: '10', entry_lte: '12' }, shown: [10, 11, 12] },
      { asked: { filed_after: '2024-01-04', filed_before: '2024-01-05' }, shown: [3, 4] },
      { asked: { q: 'order' }, shown: [100, 200, 300, 400] },
      { asked: { q: 'NO. order 3' }, shown: [300] },
      { asked: { q: '%' }, shown: [] },
      { asked: { q: '_' }, shown: [] },
      { asked: { q: 'order', order_by: 'desc' }, shown: [400, 300, 200, 100] },
    ])
    .run(async ({ client, assert }, { asked, shown }) => {
      const page = await client.get(path).qs(asked)
      page.assertStatus(200)
      assert.deepEqual(numbersOf(page.text()), shown)
      assert.include(page.text(), shown.length ? `of ${shown.length}</p>` : 'No matching entries.')
      for (const typed of Object.values(asked)) assert.include(page.text(), `value="${typed}"`)
    })

  test('link to the same entries in the API')
    .with<{ asked: Record<string, string>; link: string; count: number }[]>([
      { asked: {}, link: 'CSV<span class="visually-hidden"> of all entries', count: 450 },
      { asked: { entry_gte: '448' }, link: 'CSV of matching entries', count: 3 },
      { asked: { entry_gte: '10', entry_lte: '12' }, link: 'CSV of matching entries', count: 3 },
      { asked: { filed_after: '1/4/2024' }, link: 'CSV of matching entries', count: 448 },
      {
        asked: { filed_after: '2024-01-04', filed_before: '2024-01-05', order_by: 'desc' },
        link: 'CSV of matching entries',
        count: 2,
      },
      // The API has no filter for words.
      { asked: { q: 'order' }, link: 'CSV of all entries', count: 450 },
      { asked: { q: 'order', entry_gte: '300' }, link: 'CSV of all entries', count: 450 },
    ])
    .run(async ({ client, assert }, { asked, link, count }) => {
      const page = (await client.get(path).qs(asked)).text()
      assert.include(page, link)
      const [, csv] = /href="([^"]+format=csv)"/.exec(page)!
      const rows = await client.get(csv!.replaceAll('&amp;', '&'))
      assert.lengthOf(rows.text().trim().split('\n'), count + 1)
    })

  test('find words in the descriptions of documents', async ({ client, assert, cleanup }) => {
    const { documents } = await docket.addEntry('MOTION', [
      { description: 'Brief on Standing' },
      { attachment_number: 1, document_type: 2, description: 'Exhibit A' },
    ])
    const database = await app.container.make('lucid.db')
    cleanup(async () => {
      await database
        .from('docket_entries')
        .where({ docket_id: docket.id, description: 'MOTION' })
        .delete()
    })
    assert.lengthOf(documents, 2)
    const page = await client.get(path).qs({ q: 'motion standing' })
    assert.lengthOf(numbersOf(page.text()), 1)
    assert.include(page.text(), '<summary>1 attachment</summary>')
  })

  test('filter by dates in the formats that people use', async ({ client, assert }) => {
    const iso = await client.get(path).qs({ filed_after: '2024-02-15', filed_before: '2024-02-15' })
    const expected = numbersOf(iso.text())
    for (const day of ['02/15/2024', '2/15/24', '2024/02/15', 'Feb 15, 2024', '15 February 2024']) {
      const page = await client.get(path).qs({ filed_after: day, filed_before: day })
      assert.deepEqual(numbersOf(page.text()), expected, day)
      assert.include(page.text(), 'value="2024-02-15"')
    }
  })

  test('report an invalid filter and show no entries as matches', async ({ client, assert }) => {
    const page = await client
      .get(path)
      .qs({ entry_gte: 'ten', filed_after: '2024-02-30', q: 'order', page: 'x' })
    page.assertStatus(200)
    assert.include(page.text(), 'Enter a number of an entry, such as 12.')
    assert.include(page.text(), 'Enter a date such as 2024-02-15')
    assert.deepEqual(numbersOf(page.text()), [])
    assert.include(page.text(), 'Correct the marked filter to see entries.')
  })

  test('report a range that ends before it begins')
    .with<{ asked: Record<string, string>; reported: string | null }[]>([
      { asked: { entry_gte: '12', entry_lte: '11' }, reported: 'entry 12. Enter this number' },
      { asked: { entry_gte: '100', entry_lte: '99' }, reported: 'entry 100. Enter this number' },
      { asked: { entry_gte: '9', entry_lte: '10' }, reported: null },
      { asked: { entry_gte: '7', entry_lte: '7' }, reported: null },
      {
        asked: { filed_after: '2024-01-05', filed_before: '1/4/2024' },
        reported: 'on 2024-01-05. Enter this date',
      },
      { asked: { filed_after: 'Jan 4, 2024', filed_before: '2024-01-04' }, reported: null },
    ])
    .run(async ({ client, assert }, { asked, reported }) => {
      const page = (await client.get(path).qs(asked)).text()
      if (reported) {
        assert.include(page, reported)
        assert.include(page, 'aria-invalid="true"')
        assert.deepEqual(numbersOf(page), [])
      } else {
        assert.notInclude(page, 'aria-invalid')
        assert.isNotEmpty(numbersOf(page))
      }
    })

  test('accept hostile queries')
    .with([
      'entry_gte=999999999999',
      'q=%00',
      `q=${'x+'.repeat(5000)}`,
      'q=%5C',
      'page=99999999999',
      'page=-1',
      'filed_after=0000-00-00',
      'q=%22%3E%3Cscript%3Ealert(1)%3C/script%3E',
    ])
    .run(async ({ client, assert }, query) => {
      const page = await client.get(`${path}?${query}`)
      page.assertStatus(200)
      assert.notInclude(page.text(), '<script>alert')
    })

  test('show prices of documents, and which are free', async ({ client, assert, cleanup }) => {
    const own = await makeDocket()
    cleanup(own.remove)
    await own.addEntry('ORDER', [
      { page_count: 7 },
      { attachment_number: 1, page_count: 90, document_type: 2 },
      {
        attachment_number: 2,
        page_count: 1,
        is_available: true,
        document_type: 2,
        filepath_local: 'recap/an exhibit.pdf',
      },
      {
        attachment_number: 3,
        page_count: 2,
        is_sealed: true,
        document_type: 2,
        filepath_local: 'recap/sealed.pdf',
      },
      { attachment_number: 4, page_count: 3, is_free_on_registry: true, document_type: 2 },
    ])
    const html = (await client.get(`/docket/${own.id}/ash-v-beech/`)).text()
    for (const text of [
      '7 pages, $0.70 at the court',
      '90 pages, $3.00 at the court',
      '1 page<',
      'Free',
      'Sealed',
      '3 pages, free at the court',
      '<summary>4 attachments</summary>',
    ])
      assert.include(html, text)
    assert.notInclude(html, '$0.10 at the court')
    assert.notInclude(html, '$0.20 at the court')
    // Files in the archive are linked directly.
    assert.include(html, '<a href="/storage/recap/an%20exhibit.pdf">PDF<')
    assert.notInclude(html, 'sealed.pdf')
  })

  test('link to actions above the sheet, and show no empty row headings', async ({
    client,
    assert,
    cleanup,
  }) => {
    const own = await makeDocket()
    cleanup(own.remove)
    const { entry } = await own.addEntry('Minute entry')
    const database = await app.container.make('lucid.db')
    await database.from('docket_entries').where({ id: entry }).update({ entry_number: null })
    const address = `/docket/${own.id}/ash-v-beech/`
    const { text } = await (await signedIn(await makeAccount())).get(address)
    const places = [
      '#docket-parts',
      'id="entries"',
      'Minute entry',
      'Follow this docket',
      'Add a tag',
    ]
    const found = places.map((words) => text.indexOf(words))
    assert.notInclude(found, -1)
    assert.deepEqual(
      found,
      found.toSorted((one, other) => one - other)
    )
    assert.notMatch(text, /<th[^>]*>\s*<\/th>/)
    assert.notInclude((await client.get(address)).text(), 'Follow this docket')
  })

  test('show the time of filing, late entries, and links to each entry and to downloads', async ({
    client,
    assert,
    cleanup,
  }) => {
    const own = await makeDocket()
    cleanup(own.remove)
    const filed: [text: string, values: object][] = [
      ['Complaint (Entered: 03/04/2024)', { date_filed: '2024-03-04', time_filed: '14:32:05' }],
      ['Sealed exhibit (Entered: 4/2/2024)', { date_filed: '2024-03-05' }],
      ['Notice of 03/09/2024 (Smith, Jo)', { date_filed: '2024-03-06' }],
      ['Order (Entered: 03/07/2024) and more', { date_filed: '2024-03-06' }],
    ]
    const database = await app.container.make('lucid.db')
    for (const [text, values] of filed) {
      const { entry } = await own.addEntry(text)
      await database.from('docket_entries').where({ id: entry }).update(values)
    }
    const html = (await client.get(`/docket/${own.id}/ash-v-beech/`)).text()
    assert.include(html, '<time datetime="2024-03-04T14:32">2024-03-04 14:32</time>')
    assert.equal(html.split('>Entered 2024-').length, 2)
    assert.include(html, '>Entered 2024-04-02<')
    assert.include(html, 'data-filed="Mar. 4, 2024"')
    assert.match(html, /data-cite-before="[^"]+, No\. [^"]+ \([^"]*"/)
    const [, number] = /<tr id="entry-(\d+)">/.exec(html)!
    assert.include(html, `href="#entry-${number}"`)
    const csv = /href="([^"]+format=csv)"/.exec(html)![1]!.replaceAll('&amp;', '&')
    const rows = (await client.get(csv)).text().trim().split('\n')
    assert.isAtLeast(rows.length, 5)
  })

  test('show the court statistics with readable values', async ({ client, assert }) => {
    const page = htmlText((await client.get('/docket/2001/x/')).text()).replaceAll(/\s+/g, ' ')
    const row = (await client.get('/api/rest/v4/federal-integrated-database/1201/')).body()
    const options = (await client.options('/api/rest/v4/federal-integrated-database/')).body()
    const { choices } = options.actions.POST.disposition as {
      choices: { value: number; display_name: string }[]
    }
    const words = choices.find(({ value }) => value === row.disposition)!.display_name
    assert.include(page, 'Federal court statistics')
    assert.include(page, `Disposition ${words}`)
    assert.include(page, `Plaintiff ${row.plaintiff}`)
    const without = (await client.get('/docket/26/x/')).text()
    assert.notInclude(without, 'Federal court statistics')
  })

  test('omit the docket sheet if the archive has none', async ({ client, assert, cleanup }) => {
    const own = await makeDocket()
    cleanup(own.remove)
    const page = await client.get(`/docket/${own.id}/ash-v-beech/`)
    page.assertStatus(200)
    assert.notInclude(page.text(), 'Docket sheet')
  })
})

test.group('parties of a docket', (group) => {
  const [own, other] = [{ id: 0 }, { id: 0 }]

  group.setup(async () => {
    const dockets = [await makeDocket(), await makeDocket()]
    ;[own.id, other.id] = dockets.map(({ id }) => id)
    const database = await app.container.make('lucid.db')
    const add = async (table: string, row: object) =>
      Number((await database.table(table).insert(row).returning('id'))[0].id)
    const party = await add('parties', { name: 'Ash & Sons' })
    const attorney = await add('attorneys', {
      name: 'Una Bell',
      contact_raw: 'Bell LLP\n1 Main Street',
    })
    for (const [docket, type, role] of [
      [own.id, 'Plaintiff', 2],
      [other.id, 'Appellant', 1],
    ]) {
      await add('party_types', { docket_id: docket, party_id: party, name: type })
      await add('attorney_roles', {
        docket_id: docket,
        party_id: party,
        attorney_id: attorney,
        role,
        date_action: '2024-05-06',
      })
    }
    return async () => {
      for (const { remove } of dockets) await remove()
      await database.from('parties').where({ id: party }).delete()
      await database.from('attorneys').where({ id: attorney }).delete()
    }
  })

  test('have a separate page, with counsel in this case only', async ({ client, assert }) => {
    const page = await client.get(`/docket/${own.id}/parties/ash-v-beech/`)
    page.assertStatus(200)
    for (const text of [
      'Parties (1)',
      'Ash &amp; Sons',
      'Plaintiff',
      'Una Bell',
      'Bell LLP',
      '1 Main Street',
    ])
      assert.include(page.text(), text)
    assert.notInclude(page.text(), 'Appellant')
    assert.include(
      (await client.get(`/docket/${own.id}/ash-v-beech/`)).text(),
      `/docket/${own.id}/parties/ash-v-beech/`
    )
    ;(await client.get('/docket/999999999/parties/x/')).assertStatus(404)
  })

  test('are listed in the API, scoped to the docket', async ({ client, assert }) => {
    const at = `/api/rest/v4/dockets/${own.id}/parties/`
    const { results } = (await client.get(at)).body()
    const [whole] = (
      await client
        .get('/api/rest/v4/parties/')
        .qs({ docket: own.id, filter_nested_results: 'True' })
    ).body().results
    assert.deepEqual(results, [whole])
    assert.deepEqual(
      results[0].party_types.map(({ name }: { name: string }) => name),
      ['Plaintiff']
    )
    assert.lengthOf(results[0].attorneys, 1)
    assert.equal((await client.get(at).qs({ count: 'on' })).body().count, 1)
    assert.lengthOf((await client.get(at).qs({ name: 'Nobody' })).body().results, 0)
    assert.deepEqual(
      (await client.get(`/api/rest/v3/dockets/${own.id}/parties/`)).body().results.length,
      1
    )
    assert.lengthOf(
      (await client.get(`/api/rest/v4/dockets/${own.id}/parties.json`)).body().results,
      1
    )
    const paged = await client.get(at).qs({ order_by: 'id', fields: 'name' })
    assert.deepEqual(paged.body().results, [{ name: 'Ash & Sons' }])
  })

  test('reject unknown dockets, invalid IDs, and other methods', async ({ client, assert }) => {
    const at = `/api/rest/v4/dockets/${own.id}/parties/`
    const twice = await client.get(at).qs({ docket: other.id })
    twice.assertStatus(400)
    assert.deepEqual(twice.body(), { docket: ['The URL already sets this filter. Remove it.'] })
    for (const key of ['999999999', 'x', '1x', '99999999999999999999999']) {
      const none = await client.get(`/api/rest/v4/dockets/${key}/parties/`)
      none.assertStatus(404)
      assert.deepEqual(none.body(), { detail: 'No Docket matches the given query.' })
    }
    const posted = await client.post(at)
    posted.assertStatus(405)
    assert.equal(posted.header('allow'), 'GET, HEAD, OPTIONS')
    ;(await client.options(at)).assertStatus(200)
  })
})
