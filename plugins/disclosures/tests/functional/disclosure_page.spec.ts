import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { htmlText } from '#app/search_engine/analysis/html_text'

const PATH = '/disclosure/801/annual-report-2021/'
const PERSON = '/person/498/avery-sampleton/'

test.group('disclosure page', () => {
  test('shows all tables, with ranges as text', async ({ client, assert }) => {
    const response = await client.get(PATH).redirects(0)
    response.assertStatus(200)
    const page = response.text()
    const headings = Array.from(page.matchAll(/<h2 id="[\w-]+">([^<]+)</g), ([, text]) => text)
    assert.deepEqual(headings, [
      'Positions',
      'Agreements',
      'Non-investment income',
      'Spousal non-investment income',
      'Reimbursements',
      'Gifts',
      'Liabilities',
      'Investments and trusts',
      'Additional information',
    ])
    const words = htmlText(page).replace(/\s+/g, ' ')
    assert.include(words, 'Samplewood Total Market Index Fund $100,001 to $250,000 (cash market)')
    assert.include(words, 'Sold (part), June 14, 2021, $1 to $15,000, gain $1 to $1,000')
    assert.include(words, 'The ranges of these investments add up to $615,004 to $1,315,000.')
    assert.match(page, /badge-warn">redacted</)
  })

  test('shows every text of its rows, and omits an unreadable valuation method', async ({
    client,
    assert,
    cleanup,
  }) => {
    const database = await app.container.make('lucid.db')
    const investments = () =>
      database.from('disclosure_investments').where('financial_disclosure_id', 801)
    const known = await investments().whereNot('gross_value_method', '-1').firstOrFail()
    const valued = () => database.from('disclosure_investments').where('id', known.id)
    cleanup(async () => {
      await valued().update({ gross_value_method: known.gross_value_method })
    })
    await valued().update({ gross_value_method: '-1' })
    const words = htmlText((await client.get(PATH)).text()).replace(/\s+/g, ' ')
    assert.notInclude(words.toLowerCase(), 'failed extraction')
    const record = (await client.get('/api/rest/v4/financial-disclosures/801/')).body()
    const lines = Object.values(record).flatMap((value) => (Array.isArray(value) ? value : []))
    assert.isNotEmpty(lines)
    for (const line of lines as Record<string, unknown>[])
      for (const [name, value] of Object.entries(line))
        if (typeof value === 'string' && /[a-z]{3}/.test(value) && !value.startsWith('http'))
          assert.include(words, value, name)
  })

  test('links to the filed document and the judge, whose page links back', async ({
    client,
    assert,
  }) => {
    const page = (await client.get(PATH)).text()
    const [, file] = /<a href="([^"]+)">Filed document/.exec(page)!
    ;(await client.get(file!)).assertStatus(200)
    assert.include(page, `<a href="${PERSON}">Avery Sampleton</a>`)
    assert.include((await client.get(PERSON)).text(), `<a href="${PATH}">Annual report 2021</a>`)
  })

  test('has a tab for each disclosure of the judge if there is more than one', async ({
    client,
    assert,
    cleanup,
  }) => {
    assert.notInclude((await client.get(PATH)).text(), 'Disclosures by year')
    const database = await app.container.make('lucid.db')
    const row = await database.from('financial_disclosures').where('id', 801).firstOrFail()
    const others = [
      { ...row, id: 990_801, year: 2019, is_amended: true },
      { ...row, id: 990_802, year: 2018, report_type: 0 },
    ].map((other) => ({ ...other, sha1: String(other.id).padStart(40, '0') }))
    await database.table('financial_disclosures').multiInsert(others)
    cleanup(async () => {
      await database.from('financial_disclosures').whereIn('id', [990_801, 990_802]).delete()
    })
    const [, tabs] = /aria-label="Disclosures by year">([\s\S]*?)<\/nav>/.exec(
      (await client.get(PATH)).text()
    )!
    const links = Array.from(
      tabs!.matchAll(/href="([^"]+)"([^>]*)>([^<]+)</g),
      ([, ...link]) => link
    )
    assert.deepEqual(links, [
      [PATH, ' aria-current="page"', '2021'],
      ['/disclosure/990801/annual-report-2019/', ' ', '2019 (amended)'],
      ['/disclosure/990802/nomination-report-2018/', ' ', '2018 (nomination report)'],
    ])
    ;(await client.get(links[1]![0]!)).assertStatus(200)
  })

  test('redirects to the canonical path', async ({ client, assert }) => {
    const response = await client.get('/disclosure/801/').redirects(0)
    response.assertStatus(301)
    assert.equal(response.header('location'), PATH)
    ;(await client.get('/disclosure/999999/x/')).assertStatus(404)
  })
})
