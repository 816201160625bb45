import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { htmlText } from '#app/search_engine/analysis/html_text'

/** Clarence Thomas in the sample archive. */
const PATH = '/person/368/clarence-thomas/'

test.group('person page', () => {
  test('shows a timeline of positions, latest first', async ({ client, assert }) => {
    const [, timeline] = /<ol class="timeline">([\s\S]*?)<\/ol>/.exec(await pageOf(client, PATH))!
    const entries = timeline!.split('<li>').slice(1).map(wordsOf)
    assert.match(entries[0]!, /^since 1991 Justice Supreme Court of the United States /)
    assert.include(entries[0]!, 'Appointed by George Herbert Walker Bush')
    assert.include(entries[0]!, 'Confirmed October 15, 1991 (Senate, 52 to 48)')
    assert.include(entries[0]!, 'Predecessor Thurgood Marshall')
    assert.match(entries[1]!, /^1990–1991 Judge Court of Appeals for the D\.C\. Circuit /)
    assert.include(entries[1]!, 'Ended by Appointed to Other Judgeship')
    assert.match(timeline!, /<a href="\/court\/cadc\/[\w-]+\/">/)
  })

  test('shows life dates, party, rating, and education', async ({ client, assert }) => {
    const words = wordsOf(await pageOf(client, PATH))
    assert.include(words, 'Born June 23, 1948, Pin Point, Georgia')
    assert.include(words, 'Party Republican (source: appointer)')
    assert.include(words, 'Qualified (1989)')
    assert.include(words, 'Yale Law School, J.D., 1974')
  })

  test('lists authored opinions with their type, latest first', async ({ client, assert }) => {
    const page = await pageOf(client, PATH)
    const [, list] = /id="written">([\s\S]*?)<\/section>/.exec(page)!
    const dates = Array.from(list!.matchAll(/<time datetime="([\d-]+)">/g), ([, date]) => date!)
    const { count } = (await client.get('/api/rest/v4/opinions/?author=368&count=on')).body() as {
      count: number
    }
    assert.lengthOf(dates, count)
    assert.deepEqual(dates, dates.toSorted().toReversed())
    assert.match(
      list!,
      /<a href="\/opinion\/\d+\/[\w-]+\/#opinion-\d+">Shelby County v\. Holder<\/a>/
    )
    assert.match(list!, /Holder<\/a><\/th>\s*<td>Concurrence<\/td>/)
    const beyond = await client.get(`${PATH}?page=2`)
    assert.include(beyond.text(), 'href="?#written"')
  })

  test('has a canonical path, a description, and structured data', async ({ client, assert }) => {
    const response = await client.get('/person/368/').redirects(0)
    response.assertStatus(301)
    assert.equal(response.header('location'), PATH)
    const page = await pageOf(client, PATH)
    assert.match(page, /name="description" content="Clarence Thomas: Justice, Supreme Court/)
    const [, json] = /ld\+json">([^<]+)</.exec(page)!
    const data = JSON.parse(json!) as Record<string, unknown>
    assert.equal(data['@type'], 'Person')
    assert.equal(data.birthDate, '1948-06-23')
  })

  test('judges are listed on the page of their court, current ones first', async ({
    client,
    assert,
  }) => {
    const page = await pageOf(client, '/court/scotus/supreme-court/')
    const [, list] = /id="judges">([\s\S]*?)<\/section>/.exec(page)!
    assert.match(
      list!,
      new RegExp(`<a href="${PATH}">Clarence Thomas</a></th>\\s*<td>Justice</td>`)
    )
    assert.isBelow(list!.indexOf('Clarence Thomas'), list!.indexOf('John Marshall<'))
  })
})

async function pageOf(client: ApiClient, path: string): Promise<string> {
  const response = await client.get(path).redirects(0)
  response.assertStatus(200)
  return response.text()
}

function wordsOf(html: string): string {
  return htmlText(html).replace(/\s+/g, ' ').replaceAll(' ,', ',').trim()
}
