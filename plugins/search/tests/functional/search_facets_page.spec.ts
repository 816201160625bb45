/**
 * Facets, active filters, tabs, suggestions, and redirects to a case on the
 * search page.
 */
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { Parameters } from '#api/parameters'
import { Reader } from '#app/database/reader'
import { searchReady } from '#tests/helpers/search_indexes'
import { buildSearchAddress } from '../../pages/address.js'
import { shownCount } from '../../pages/count_types.js'
import { facetLists } from '../../pages/facet_lists.js'
import { searchServices } from '../../services.js'

const decoded = (text: string) => text.replaceAll('&amp;', '&').replaceAll('&quot;', '"')

/** Returns the links of a facet with their counts. */
function facetOf(html: string, label: string): { label: string; path: string; count: number }[] {
  const section = html.split('<section>').find((one) => one.includes(`<h2>${label}</h2>`)) ?? ''
  const links = section.matchAll(/<a href="([^"]*)">([^<]*)<\/a> <span class="count">([\d,]+)</g)
  return Array.from(links, ([, path, name, count]) => ({
    label: name!,
    path: decoded(path!),
    count: Number(count!.replaceAll(',', '')),
  }))
}

const countIn = (html: string) =>
  Number(/role="status">\s*([\d,]+|No) results?/.exec(html)?.[1]?.replace('No', '0'))

test.group('search page: filters', (group) => {
  group.setup(searchReady)

  test('the count of each value equals the results of its link, for all facets of {$self}')
    .with(['o', 'r', 'oa'])
    .run(async ({ client, assert }, type) => {
      const html = (await client.get('/search/').qs({ type, q: '' })).text()
      const labels = Array.from(html.matchAll(/<section>\s*<h2>([^<]*)<\/h2>/g), ([, one]) => one!)
      assert.includeMembers(labels, ['Court', type === 'oa' ? 'Year argued' : 'Year filed'])
      let followed = 0
      for (const label of labels) {
        for (const { path, count } of facetOf(html, label).slice(0, 4)) {
          assert.equal(countIn((await client.get(path)).text()), count, path)
          followed++
        }
      }
      assert.isAbove(followed, 0)
    })

  test('a court includes the hits of its lower courts, which its group counts once', async ({
    assert,
  }) => {
    const { context, declarations } = await searchServices(app)
    const type = declarations.types.find(({ code }) => code === 'o')!
    const counts = { calctapp6d: 5, calctapp: 2, fladistctapp: 4, calctapp1d: 1 }
    const values = Object.entries(counts).map(([value, count]) => ({ value, count }))
    const [list] = await facetLists(
      type,
      { values: { court_id: values }, countedNewest: null },
      buildSearchAddress(new Parameters('q=rent', 'v4'), 'o', ''),
      { reader: await app.container.make(Reader), below: (await context()).below! }
    )
    const links = list!.groups.flatMap((one) => one.links)
    const { searchParams: query } = new URL(links[0]!.path, 'http://localhost')
    assert.equal(query.get('court'), 'calctapp')
    assert.deepEqual(
      links.map(({ count }) => count),
      [8, 5, 4, 1]
    )
    assert.deepEqual(
      list!.groups.map(({ count }) => count),
      [12]
    )
  })

  test('year bars link to the results of their years and cover all results', async ({
    client,
    assert,
  }) => {
    const html = (await client.get('/search/').qs({ q: '', stat_all: 'on' })).text()
    const bars = Array.from(
      html.matchAll(/<a href="([^"]*)" aria-label="[\d to]+: ([\d,]+)">/g),
      ([, path, count]) => ({ path: decoded(path!), count: Number(count) })
    )
    assert.isAbove(bars.length, 5)
    assert.equal(
      bars.reduce((sum, { count }) => sum + count, 0),
      countIn(html)
    )
    const [first] = bars
    const narrowed = (await client.get(first!.path)).text()
    assert.equal(countIn(narrowed), first!.count)
    assert.match(narrowed, /Filed after: \d{4}/)
  })

  test('shows active filters with readable values and links to remove them', async ({
    client,
    assert,
  }) => {
    const search = { q: 'court', court: 'scotus', filed_after: '1950', stat_all: 'on' }
    const html = (await client.get('/search/').qs(search)).text()
    const chips = Array.from(
      html.matchAll(/<a href="([^"]*)"><span class="visually-hidden">Remove <\/span>([^<]*)</g),
      ([, path, text]) => ({ path: decoded(path!), text: text! })
    )
    assert.deepEqual(
      chips.map(({ text }) => text),
      ['Court: Supreme Court of the United States', 'Filed after: 1950', 'Status: all']
    )
    const without = (await client.get(chips[0]!.path)).text()
    assert.notInclude(without, 'Court: Supreme Court')
    assert.include(without, 'Filed after: 1950')
    const [, all] = /<li class="plain"><a href="([^"]*)">Remove all/.exec(html)!
    assert.equal(decoded(all!), '/search/?q=court&type=o')
  })

  test('shows "yes" for an active flag', async ({ client, assert }) => {
    const search = { type: 'r', q: 'motion', available_only: 'on' }
    const html = (await client.get('/search/').qs(search)).text()
    assert.match(html, /Remove <\/span>[^<:]+: yes</)
  })

  test('tabs show the number of matches of each type', async ({ client, assert }) => {
    const html = (await client.get('/search/').qs({ q: 'marshall' })).text()
    const tabs = Array.from(
      html.matchAll(/<a href="([^"]*)"[^>]*>[^<]* <span class="tab-count">([\d,]+)<\/span><\/a>/g),
      ([, path, count]) => ({ path: decoded(path!), count: Number(count) })
    )
    assert.lengthOf(tabs, 6)
    for (const { path, count } of tabs)
      assert.equal(countIn((await client.get(path)).text()), count, path)
  })

  test('a tab counts to 1,000', ({ assert }) => {
    assert.deepEqual([0, 999, 1000, 1001].map(shownCount), ['0', '999', '1,000', '1,000+'])
  })

  test('accepts a court name: {$self}')
    .with(['scotus', 'Supreme Court of the United States', 'united states supreme'])
    .run(async ({ client, assert }, court) => {
      const html = (await client.get('/search/').qs({ q: '', court })).text()
      assert.include(html, 'Court: Supreme Court of the United States')
      assert.isAbove(countIn(html), 0)
      assert.include(html, '<option value="scotus">Supreme Court of the United States</option>')
    })

  test('combines courts selected by checkbox and by text', async ({ client, assert }) => {
    const found = async (courts: string[]) => {
      const search = new URLSearchParams({ q: '' })
      for (const court of courts) search.append('court', court)
      return (await client.get(`/search/?${search}`)).text()
    }
    const [supreme, ninth] = await Promise.all(['scotus', 'ca6'].map((court) => found([court])))
    const both = await found(['', 'scotus', 'ca6', 'Supreme Court of the United States'])
    assert.isAbove(countIn(ninth!), 0)
    assert.equal(countIn(both), countIn(supreme!) + countIn(ninth!))
    const ticked = both.matchAll(/name="court" value="(\w+)" checked/g)
    assert.sameMembers(
      Array.from(ticked, ([, court]) => court),
      ['scotus', 'ca6']
    )
    assert.include(both, 'name="court" value="" list="all-courts"')
    assert.include(await found(['nowhere at all']), 'value="nowhere at all" list="all-courts"')
  })

  test('lists all courts on request, and keeps the search', async ({ client, assert }) => {
    const search = { q: 'contract', type: 'o', court: 'scotus', filed_after: '1900-01-01' }
    const short = (await client.get('/search/').qs(search)).text()
    const boxes = (html: string) => html.split('type="checkbox" name="court"').length - 1
    assert.equal(boxes(short), 1)
    const [, link] = /data-court-list="([^"]+)"/.exec(short)!
    const url = new URL(link!.replaceAll('&amp;', '&'), 'http://localhost')
    for (const [name, value] of Object.entries(search))
      assert.equal(url.searchParams.get(name) ?? 'o', value)
    const long = (await client.get(url.pathname + url.search)).text()
    assert.isAbove(boxes(long), 300)
    assert.match(long, /<details open>\s*<summary>Filters/)
    assert.include(long, '<input type="checkbox" name="court" value="ca2">')
    // The next search opens the filters, but doesn't list all courts again.
    assert.lengthOf(long.match(/name="filters"/g)!, 1)
    assert.include(long, '<input type="hidden" name="filters" value="open">')
    // Without scripts, the button submits what was typed.
    assert.include(short, '<button class="link" name="filters" value="courts"')
  })

  test('groups the fields of each type', async ({ client, assert }) => {
    for (const type of ['o', 'r', 'rd', 'd', 'oa', 'p']) {
      const html = (await client.get('/search/').qs({ type, filters: 'open' })).text()
      const groups = Array.from(
        html.matchAll(/<legend>(What|Where|When)<\/legend>/g),
        ([, name]) => name
      )
      assert.include(groups, 'What', type)
      assert.isAtLeast(groups.length, 2, type)
      const main = html.slice(
        html.indexOf('class="form-groups"'),
        html.indexOf('class="more-filters"')
      )
      assert.isAtMost(main.split('<label for="f-').length - 1, 10, type)
    }
    const used = (await client.get('/search/').qs({ q: '', cited_gt: 3 })).text()
    assert.match(used, /class="more-filters" open/)
  })

  test('the home page links to the filters and keeps the query', async ({ client, assert }) => {
    assert.include((await client.get('/')).text(), 'name="filters" value="open">More filters')
    const open = /<details open>\s*<summary>Filters<\/summary>/
    const started = (await client.get('/search/').qs({ q: '', filters: 'open' })).text()
    assert.match(started, open)
    assert.notInclude(started, 'class="results"')
    // Without filters, a citation redirects to its case.
    const typed = (await client.get('/search/').qs({ q: '347 U.S. 483', filters: 'open' })).text()
    assert.match(typed, open)
    assert.include(typed, 'value="347 U.S. 483"')
    assert.notInclude(typed, 'filters=open')
    const narrowed = (await client.get('/search/').qs({ q: 'court', court: 'scotus' })).text()
    assert.match(narrowed, /<details >\s*<summary>Filters \(1\)<\/summary>/)
  })

  test('keeps a filter without a visible field for the next search', async ({ client, assert }) => {
    const html = (await client.get('/search/').qs({ q: 'court', author_id: '301' })).text()
    assert.match(html, /role="search"[\s\S]*?<input type="hidden" name="author_id" value="301">/)
    assert.match(html, /class="sort"[\s\S]*?<input type="hidden" name="author_id" value="301">/)
    assert.match(html, /Author: [A-Z]/)
  })

  test('results show the citation count, the court opinion first, and two snippets', async ({
    client,
    assert,
  }) => {
    const html = (await client.get('/search/').qs({ q: 'bush v. gore' })).text()
    const [card] = html.split('class="results"')[1]!.split(/<\/ul>/)
    assert.include(card!, 'filed December 12, 2000')
    const children = Array.from(card!.matchAll(/<p><a href="[^"]*">(.*?)<\/a>/g), ([, one]) => one)
    assert.match(children[0]!, /^Lead opinion/)
    assert.isAbove(children.length, 2)
    assert.isAtMost(card!.split('class="snippet"').length - 1, 2)
    const cited = (await client.get('/search/').qs({ q: 'loving v. virginia' })).text()
    assert.match(cited, /Cited by \d+ opinions/)
  })

  test('shows documents with case, court, and number', async ({ client, assert }) => {
    const html = (await client.get('/search/').qs({ type: 'rd', q: 'fraud' })).text()
    assert.match(html, /<h2><a[^>]*>[^<]* v\. [^<]*: /)
    assert.match(html, /class="facts-line">District Court[^<]*\d:\d\d-cr-\d+/)
    // The fields of documents in the API are unchanged.
    const api = await client.get('/api/rest/v4/search/').qs({ type: 'rd', q: 'fraud' })
    assert.notProperty(api.body().results[0], 'caseName')
  })

  test('suggests corrections of unknown words', async ({ client, assert }) => {
    let suggestion: RegExpExecArray | null
    // May be missing if the machine is too busy.
    do {
      const html = (await client.get('/search/').qs({ q: 'mirnda warnings' })).text()
      suggestion = /Did you mean <a href="([^"]*)">([^<]*)<\/a>/.exec(html)
    } while (!suggestion)
    const [, path, text] = suggestion
    assert.equal(text, 'miranda warnings')
    assert.isAbove(countIn((await client.get(decoded(path!))).text()), 0)
    const unlike = (await client.get('/search/').qs({ q: 'zzqqxxvv' })).text()
    assert.notInclude(unlike, 'Did you mean')
    // Phrases and fields are not corrected.
    const exact = (await client.get('/search/').qs({ q: '"mirnda warnings"' })).text()
    assert.notInclude(exact, 'Did you mean')
  })

  test('{$self} alone redirects to its case, which links back to the search')
    .with([
      '347 U.S. 483',
      '347 u.s. 483',
      '347 us 483',
      '347 U.S. 483, 495',
      '347 U.S. 483, 494–95 (1954)',
      '347 U.S. 483 (1954).',
      '347 U.S. 483, at 495',
      '901 F.4th 301, 303-04 (6th Cir. 2024)',
      '1:24-cr-00256',
    ])
    .run(async ({ client, assert }, q) => {
      const response = await client.get('/search/').qs({ q }).redirects(0)
      response.assertStatus(302)
      const location = response.header('location')!
      assert.match(location, /^\/(opinion|docket)\/\d+\//)
      const page = (await client.get(location)).text()
      const [, back] = /<a href="([^"]*)">Show all results instead/.exec(page)!
      const results = await client.get(decoded(back!)).redirects(0)
      results.assertStatus(200)
      assert.isAbove(countIn(results.text()), 0)
    })

  test('searches for a citation if there are other filters', async ({ client }) => {
    const search = { q: '347 U.S. 483', court: 'scotus' }
    ;(await client.get('/search/').qs(search).redirects(0)).assertStatus(200)
  })

  test('shows examples, tips, and record counts before a search', async ({ client, assert }) => {
    const html = (await client.get('/search/')).text()
    const examples = Array.from(
      html
        .split('Try a search')[1]!
        .split('</ul>')[0]!
        .matchAll(/href="([^"]*)"/g),
      ([, path]) => decoded(path!)
    )
    assert.lengthOf(examples, 5)
    for (const path of examples) {
      const answer = await client.get(path)
      answer.assertStatus(200)
      assert.notInclude(answer.text(), 'No results', path)
    }
    const held = /<a href="([^"]*)">Case law<\/a> <span class="count">(\d+)/.exec(html)!
    assert.equal(countIn((await client.get(decoded(held[1]!))).text()), Number(held[2]))
  })

  test('results link to feed, exports, and API', async ({ client, assert }) => {
    const html = (await client.get('/search/').qs({ q: 'miranda', court: 'scotus' })).text()
    for (const path of ['/feed/search/', '/api/rest/v4/search/']) {
      const links = Array.from(html.matchAll(/href="([^"]*)"/g), ([, one]) => decoded(one!))
      const its = links.filter((one) => one.startsWith(path))
      assert.isAbove(its.length, 0, path)
      for (const one of its) assert.include(one, 'court=scotus')
    }
    assert.include(html, 'format=csv')
    assert.include(html, 'format=jsonl')
  })
})
