import { test } from '@japa/runner'
import { searchReady } from '#tests/helpers/search_indexes'
import { Visitor } from '#tests/helpers/visitor'
import { applyPeriod, findTermStart, listPeriods } from '#plugins/search/pages/periods'

const parameters = {
  filed_after: {
    is: 'after',
    field: 'dateFiled',
    other: 'filed_before',
    recent: true,
    description: '',
  },
  filed_before: { is: 'before', field: 'dateFiled', other: 'filed_after', description: '' },
  born_after: { is: 'after', field: 'dob', other: 'born_before', description: '' },
} as const

const TODAY = new Date('2026-11-29T12:00:00Z')

const applied = (query: string) => {
  const address = new URLSearchParams(query)
  applyPeriod(address, { parameters }, TODAY)
  return address.toString()
}

test.group('periods of date filters', (group) => {
  group.setup(searchReady)

  test('a term starts on the first Monday in October', ({ assert }) => {
    for (const [day, start] of [
      ['2026-11-29', '2026-10-05'],
      ['2026-10-05', '2026-10-05'],
      ['2026-10-04', '2025-10-06'],
      ['2025-01-01', '2024-10-07'],
      ['2029-10-01', '2029-10-01'],
    ])
      assert.equal(findTermStart(new Date(`${day}T00:00:00Z`)), start, day)
  })

  test('a button replaces both dates and keeps the other filters', ({ assert }) => {
    assert.equal(
      applied('q=tax&filed_after=2001&filed_before=2002&period=filed_after:week'),
      'q=tax&filed_after=-7d'
    )
    assert.equal(applied('period=filed_after:term'), 'filed_after=2026-10-05')
    assert.equal(applied('filed_after=&period=filed_after:this_year'), 'filed_after=2026-01-01')
  })

  test('unknown periods and fields change nothing', ({ assert }) => {
    for (const period of [
      'filed_after:decade',
      'born_after:week',
      'filed_before:week',
      'q:week',
      '',
      'constructor:x',
    ])
      assert.equal(applied(`q=tax&period=${period}`), 'q=tax', period)
  })

  test('the active period is marked', ({ assert }) => {
    const chosen = (values: Record<string, string>) =>
      listPeriods({ parameters }, 'filed_after', (name) => values[name] ?? '', TODAY)!
        .filter((period) => period.chosen)
        .map(({ label }) => label)
    assert.deepEqual(chosen({ filed_after: '-1m' }), ['Past month'])
    assert.deepEqual(chosen({ filed_after: '-1m', filed_before: '2026' }), [])
    assert.isUndefined(listPeriods({ parameters }, 'born_after', () => ''))
  })

  test('the search page filters by a period without scripts', async ({ assert }) => {
    const visitor = new Visitor()
    const { status, text } = await visitor.get(
      '/search/?q=court&filed_after=&filed_before=1950&period=filed_after%3Ayear&filters=open'
    )
    assert.equal(status, 200)
    assert.match(text, /name="period" value="filed_after:year" aria-current="true"/)
    assert.include(text, 'name="filed_after" value="-1y"')
    assert.notInclude(text, 'period=filed_after')
    const judges = (await visitor.get('/search/?q=court&type=p&filters=open')).text
    assert.notInclude(judges, 'name="period"')
  })

  test('every page of results has the same form', async ({ assert }) => {
    const visitor = new Visitor()
    const first = (
      await visitor.get('/search/?q=court&stat_all=on&filters=open&order_by=dateFiled+desc')
    ).text
    const next = /href="([^"]+)" rel="next"/.exec(first)![1]!.replaceAll('&amp;', '&')
    const second = (await visitor.get(next)).text
    const form = (text: string) =>
      /<form method="get" action="\/search\/" role="search" class="search">.*?<\/form>/s.exec(
        text
      )![0]
    assert.equal(form(second), form(first))
    assert.include(form(second), '<details open')
  })

  test('an empty result explains and offers other searches', async ({ assert }) => {
    const visitor = new Visitor()
    const { text } = await visitor.get(
      '/search/?q=carolene&court=scotus&filed_after=2020&stat_all=on'
    )
    assert.include(text, 'No records contain all words and match all filters of this search.')
    assert.match(
      text,
      /<a href="\/search\/\?[^"]*q=carolene[^"]*">Search without “[^<]*Filed after/
    )
    assert.include(text, 'Search without any filters')
    const path = /<a href="([^"]+)">Search without “[^<]*Filed after/.exec(text)![1]!
    const wider = (await visitor.get(`${path.replaceAll('&amp;', '&')}`)).text
    assert.match(wider, /Carolene<\/mark> Products/)
  })

  test('records of other types come before decisions with some of the words', async ({
    assert,
  }) => {
    const { text } = await new Visitor().get('/search/?q=clarence+thomas&stat_all=on')
    const offer = /<a href="([^"]+)">Judges: 1 result</.exec(text)
    assert.isNotNull(offer)
    const note = text.indexOf('No decision matches all of your words.')
    assert.isAbove(note, offer!.index)
    const judges = await new Visitor().get(offer![1]!.replaceAll('&amp;', '&'))
    assert.include(judges.text, '/clarence-thomas/')
  })
})
