/**
 * What the search page offers beside and above the results: counts by values,
 * chips, tabs, suggestions, and the way straight to a case.
 */
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { Parameters } from '#api/parameters'
import { Reader } from '#app/database/reader'
import { searchReady } from '#tests/helpers/search_indexes'
import { addressOf } from '../../pages/address.js'
import { shownCount } from '../../pages/count_types.js'
import { facetLists } from '../../pages/facet_lists.js'
import { searchServices } from '../../services.js'

const decoded = (text: string) => text.replaceAll('&amp;', '&').replaceAll('&quot;', '"')

/** Links with their counts in a list beside the results. */
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

test.group('search page, narrowing', (group) => {
  group.setup(searchReady)

  test('each value counted leads to so many results, for every facet of {$self}')
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

  test('a court counts the hits of the courts below it, which its group counts once', async ({
    assert,
  }) => {
    const { context, declarations } = await searchServices(app)
    const type = declarations.types.find(({ code }) => code === 'o')!
    const counts = { calctapp6d: 5, calctapp: 2, fladistctapp: 4, calctapp1d: 1 }
    const values = Object.entries(counts).map(([value, count]) => ({ value, count }))
    const [list] = await facetLists(
      type,
      { values: { court_id: values }, countedNewest: null },
      addressOf(new Parameters('q=rent', 'v4'), 'o', ''),
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

  test('bars of years lead to the results of their years, and are all of them', async ({
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

  test('what narrows a search is shown in words, and each can be taken away', async ({
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

  test('a condition that is on says yes', async ({ client, assert }) => {
    const search = { type: 'r', q: 'motion', available_only: 'on' }
    const html = (await client.get('/search/').qs(search)).text()
    assert.match(html, /Remove <\/span>[^<:]+: yes</)
  })

  test('tabs say how many records of each type match', async ({ client, assert }) => {
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

  test('a court can be named: {$self}')
    .with(['scotus', 'Supreme Court of the United States', 'united states supreme'])
    .run(async ({ client, assert }, court) => {
      const html = (await client.get('/search/').qs({ q: '', court })).text()
      assert.include(html, 'Court: Supreme Court of the United States')
      assert.isAbove(countIn(html), 0)
      assert.include(html, '<option value="scotus">Supreme Court of the United States</option>')
    })

  test('several courts are chosen by boxes, with or without one that is typed', async ({
    client,
    assert,
  }) => {
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
    assert.include(both, '<input type="checkbox" name="court" value="ca2">')
    assert.include(both, 'name="court" value="" list="all-courts"')
    assert.include(await found(['nowhere at all']), 'value="nowhere at all" list="all-courts"')
  })

  test('filters are reached from the home page, with what was typed', async ({
    client,
    assert,
  }) => {
    assert.include((await client.get('/')).text(), 'name="filters" value="open">More filters')
    const open = /<details open>\s*<summary>Filters<\/summary>/
    const started = (await client.get('/search/').qs({ q: '', filters: 'open' })).text()
    assert.match(started, open)
    assert.notInclude(started, 'class="results"')
    // A citation leads straight to its case otherwise.
    const typed = (await client.get('/search/').qs({ q: '347 U.S. 483', filters: 'open' })).text()
    assert.match(typed, open)
    assert.include(typed, 'value="347 U.S. 483"')
    assert.notInclude(typed, 'filters=open')
    const narrowed = (await client.get('/search/').qs({ q: 'court', court: 'scotus' })).text()
    assert.match(narrowed, /<details >\s*<summary>Filters \(1\)<\/summary>/)
  })

  test('a filter without a visible field stays for the next search', async ({ client, assert }) => {
    const html = (await client.get('/search/').qs({ q: 'court', author_id: '301' })).text()
    assert.match(html, /role="search"[\s\S]*?<input type="hidden" name="author_id" value="301">/)
    assert.match(html, /class="sort"[\s\S]*?<input type="hidden" name="author_id" value="301">/)
    assert.match(html, /Author: [A-Z]/)
  })

  test('results say how often they are cited, what the court says first, and two snippets', async ({
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

  test('documents of cases are shown with case, court and number', async ({ client, assert }) => {
    const html = (await client.get('/search/').qs({ type: 'rd', q: 'fraud' })).text()
    assert.match(html, /<h2><a[^>]*>[^<]* v\. [^<]*: /)
    assert.match(html, /class="facts-line">District Court[^<]*\d:\d\d-cr-\d+/)
    // The API shows of a document what it always has.
    const api = await client.get('/api/rest/v4/search/').qs({ type: 'rd', q: 'fraud' })
    assert.notProperty(api.body().results[0], 'caseName')
  })

  test('words that no record has are answered with those that are meant', async ({
    client,
    assert,
  }) => {
    let suggestion: RegExpExecArray | null
    // Left out where the machine is too busy to find one in time.
    do {
      const html = (await client.get('/search/').qs({ q: 'mirnda warnings' })).text()
      suggestion = /Did you mean <a href="([^"]*)">([^<]*)<\/a>/.exec(html)
    } while (!suggestion)
    const [, path, text] = suggestion
    assert.equal(text, 'miranda warnings')
    assert.isAbove(countIn((await client.get(decoded(path!))).text()), 0)
    const unlike = (await client.get('/search/').qs({ q: 'zzqqxxvv' })).text()
    assert.notInclude(unlike, 'Did you mean')
    // What is in quotes or names a field is left as it is.
    const exact = (await client.get('/search/').qs({ q: '"mirnda warnings"' })).text()
    assert.notInclude(exact, 'Did you mean')
  })

  test('{$self} alone leads straight to its case, and back')
    .with(['347 U.S. 483', '1:24-cr-00256'])
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

  test('beside other filters a citation is searched for', async ({ client }) => {
    const search = { q: '347 U.S. 483', court: 'scotus' }
    ;(await client.get('/search/').qs(search).redirects(0)).assertStatus(200)
  })

  test('before a search there are examples, tips and what the archive holds', async ({
    client,
    assert,
  }) => {
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

  test('results can be taken along: feed, files and the API', async ({ client, assert }) => {
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
