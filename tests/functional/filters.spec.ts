/** Results of filters, compared with the library evaluated in JavaScript. */
import { test } from '@japa/runner'
import type { ApiClient, ApiResponse } from '@japa/api-client'
import {
  AUTHORS,
  BOOKS,
  BOOK_TAGS,
  CHAPTERS,
  type AuthorRow,
  type BookRow,
} from '#tests/fixtures/library'

const URL = '/api/rest/v4/fixture-books/'

const authorOf = ({ author_id }: BookRow): AuthorRow => AUTHORS.find(({ id }) => id === author_id)!
const tagsOf = ({ id }: BookRow) => BOOK_TAGS.filter(([book]) => book === id).map(([, tag]) => tag)
const chaptersOf = ({ id }: BookRow) => CHAPTERS.filter(({ book_id }) => book_id === id)
const day = (text: string | null) =>
  text === null ? null : new Date(`${text.slice(0, 10)}T00:00:00Z`)

/** Byte order, which equals code point order for these texts. */
const bytes = (text: string) => Buffer.from(text)
const startsWith = (text: string, start: string) =>
  bytes(text).subarray(0, bytes(start).length).equals(bytes(start))

const CASES: [query: string, matches: (book: BookRow) => boolean][] = [
  ['id=5', ({ id }) => id === 5],
  ['id=5.0', ({ id }) => id === 5],
  ['id=5e0', ({ id }) => id === 5],
  ['id=5.5', () => false],
  ['id__gt=5.5&id__lt=7.5', ({ id }) => id === 6 || id === 7],
  ['id__gte=5.5&id__lte=7.5', ({ id }) => id === 6 || id === 7],
  ['id__range=5,7', ({ id }) => id >= 5 && id <= 7],
  ['id__in=5,7,900,7.5', ({ id }) => id === 5 || id === 7],
  ['id__lt=99999999999999999999', () => true],
  ['id=99999999999999999999', () => false],
  ['id=1e300', () => false],
  ['id__gt=-1e300', () => true],
  ['id=', () => true],
  ['id=3&id=5', ({ id }) => id === 5],
  ['pages__isnull=true', ({ pages }) => pages === null],
  ['pages__isnull=False', ({ pages }) => pages !== null],
  ['pages!=3', ({ pages }) => pages !== 3],
  ['pages__gt!=300', ({ pages }) => pages === null || pages <= 300],
  [
    'price__gte=10.5&price__lt=11.5',
    ({ price }) => price !== null && price >= 10.5 && price < 11.5,
  ],
  ['price__in=10.5,11', ({ price }) => price === 10.5 || price === 11],
  ['lent=true', ({ lent }) => lent],
  ['lent=1', ({ lent }) => lent],
  ['lent=FALSE', ({ lent }) => !lent],
  ['lent=True', ({ lent }) => lent],
  ['genre=2', ({ genre }) => genre === 2],
  ['genre__in=1,3', ({ genre }) => genre !== 2],
  ['genre!=2', ({ genre }) => genre !== 2],
  ['shelf=a&shelf=b', ({ shelf }) => shelf !== ''],
  ['shelf=b', ({ shelf }) => shelf === 'b'],
  ['title=law 0', ({ title }) => title === 'law 0'],
  ['title=%20%20law 0%20', ({ title }) => title === 'law 0'],
  ['title__iexact=LAW 0', ({ title }) => title.toLowerCase() === 'law 0'],
  ['title__startswith=La', ({ title }) => startsWith(title, 'La')],
  ['title__istartswith=LA', ({ title }) => title.toLowerCase().startsWith('la')],
  ['title__istartswith=ÉCRIT', ({ title }) => title.toLowerCase().startsWith('écrit')],
  ['title__startswith=100%25', ({ title }) => title.startsWith('100%')],
  ['title__contains=_', ({ title }) => title.includes('_')],
  ['title__contains=\\', ({ title }) => title.includes('\\')],
  ['title__icontains=ÄRGER', ({ title }) => title.toLowerCase().includes('ärger')],
  ['title__endswith=w 1', ({ title }) => title.endsWith('w 1')],
  ['title__iendswith=W 1', ({ title }) => title.toLowerCase().endsWith('w 1')],
  ['title__in=law 0,zebra 1', ({ title }) => title === 'law 0' || title === 'zebra 1'],
  ['published=2012-03-28', ({ published }) => published === '2012-03-28'],
  ['published=03/28/2012', ({ published }) => published === '2012-03-28'],
  ['published__year=2012', ({ published }) => published?.startsWith('2012') ?? false],
  ['published__month=3', ({ published }) => published?.slice(5, 7) === '03'],
  ['published__day=28', ({ published }) => published !== null],
  [
    'published__range=2012-01-01,2013-12-31',
    ({ published }) => published !== null && published >= '2012-01-01' && published <= '2013-12-31',
  ],
  ['published!=2012-03-28', ({ published }) => published !== '2012-03-28'],
  ['published__isnull=1', ({ published }) => published === null],
  ['date_read__hour=5', ({ date_read }) => date_read?.slice(11, 13) === '05'],
  ['date_read__minute=30', ({ date_read }) => date_read !== null],
  ['date_read__second=0', ({ date_read }) => date_read !== null],
  ['date_read__year=2023', ({ date_read }) => date_read !== null],
  [
    'date_read__gte=2023-12-31T20:00:00',
    ({ date_read }) => date_read !== null && date_read >= '2023-12-31 20',
  ],
  [
    'date_read__gte=2023-12-31T21:00:00%2B01:00',
    ({ date_read }) => date_read !== null && date_read >= '2023-12-31 20',
  ],
  [
    'date_read__gte=2023-12-31T21:00:00+01:00',
    ({ date_read }) => date_read !== null && date_read >= '2023-12-31 20',
  ],
  ['date_read__lt=2024-01-01', ({ date_read }) => date_read !== null],
  [
    'date_created=2024-02-10T23:59:59.100000Z',
    ({ date_created }) => date_created === '2024-02-10 23:59:59.100000+00',
  ],
  ['author=3', ({ author_id }) => author_id === 3],
  ['author!=3', ({ author_id }) => author_id !== 3],
  ['author_key=3', ({ author_id }) => author_id === 3],
  ['author__id=3', ({ author_id }) => author_id === 3],
  ['author__id__in=3,4', ({ author_id }) => author_id === 3 || author_id === 4],
  ['author__id=999', () => false],
  ['author__id!=999', () => true],
  ['tags__id=torts', () => false],
  ['author__name__startswith=law', (book) => authorOf(book).name.startsWith('law')],
  ['author__name__startswith!=law', (book) => !authorOf(book).name.startsWith('law')],
  ['author__born__isnull=true', (book) => authorOf(book).born === null],
  ['author__born__year=1920', (book) => authorOf(book).born?.startsWith('1920') ?? false],
  [
    'author__books__lent=true',
    (book) => BOOKS.some(({ author_id, lent }) => author_id === book.author_id && lent),
  ],
  ['author__books__author__name=law 2', (book) => authorOf(book).name === 'law 2'],
  ['tags=tort', (book) => tagsOf(book).includes('tort')],
  ['tags!=tort', (book) => !tagsOf(book).includes('tort')],
  ['tags__id__startswith=c', (book) => tagsOf(book).some((tag) => tag.startsWith('c'))],
  ['tags__id=ünicode', (book) => tagsOf(book).includes('ünicode')],
  [
    'tags__books__author=5',
    (book) =>
      BOOKS.some(
        (other) => other.author_id === 5 && tagsOf(other).some((tag) => tagsOf(book).includes(tag))
      ),
  ],
  // A single related row must match all parameters with its prefix.
  [
    'chapters__number=1&chapters__title=Start',
    (book) => chaptersOf(book).some(({ number, title }) => number === 1 && title === 'Start'),
  ],
  [
    'chapters__number=2&chapters__title=Start',
    (book) => chaptersOf(book).some(({ number, title }) => number === 2 && title === 'Start'),
  ],
  // Exclusion after a prefix also applies to that row: some chapter other than the first.
  ['chapters__number!=1', (book) => chaptersOf(book).some(({ number }) => number !== 1)],
  [
    'chapters__number!=1&chapters__title=Start',
    (book) => chaptersOf(book).some(({ number, title }) => number !== 1 && title === 'Start'),
  ],
  [
    'author__books__tags__books__title=law 0',
    (book) => {
      const siblings = BOOKS.filter(({ author_id }) => author_id === book.author_id)
      return siblings.some((sibling) =>
        tagsOf(sibling).some((tag) =>
          BOOKS.some((other) => other.title === 'law 0' && tagsOf(other).includes(tag))
        )
      )
    },
  ],
  [
    'id__gte=10&lent=true&author__name__contains=a',
    (book) => book.id >= 10 && book.lent && authorOf(book).name.includes('a'),
  ],
]

async function found(client: ApiClient, query: string, version = 'v4'): Promise<number[]> {
  const ids: number[] = []
  let next: string | null = `/api/rest/${version}/fixture-books/?${query}&order_by=id&fields=id`
  while (next) {
    const response: ApiResponse = await client.get(next.replace(/^https?:\/\/[^/]+/, ''))
    if (response.status() !== 200) throw new Error(`${query}: ${response.text()}`)
    ids.push(...response.body().results.map(({ id }: { id: number }) => id))
    next = response.body().next
  }
  return ids
}

test.group('filters', () => {
  test('{$self}')
    .with(CASES.map(([query]) => query))
    .run(async ({ client, assert }, query) => {
      const expected = BOOKS.filter(CASES.find(([text]) => text === query)![1]).map(({ id }) => id)
      assert.deepEqual(await found(client, query), expected)
      assert.deepEqual(await found(client, query, 'v3'), expected)
      const { count } = (await client.get(`${URL}?${query}&count=on`)).body()
      assert.equal(count, expected.length)
    })

  test('February 29 is accepted in leap years only', async ({ client, assert }) => {
    assert.deepEqual(day('2020-02-29')?.getUTCDate(), 29)
    ;(await client.get(URL).qs({ published: '2020-02-29' })).assertStatus(200)
    const wrong = await client.get(URL).qs({ published: '2021-02-29' })
    wrong.assertStatus(400)
    wrong.assertBody({ published: ['Enter a valid date.'] })
  })

  test('{0} is rejected: {1}')
    .with([
      ['id=abc', 'Enter a number.'],
      ['id=1,2', 'Enter a number.'],
      ['id__range=1', 'Range query expects two values.'],
      ['id__range=1,2,3', 'Range query expects two values.'],
      ['id__in=1,x', 'Enter a number.'],
      ['lent=maybe', 'Enter true, false, 1, or 0.'],
      ['genre=9', 'Select a valid choice. 9 is not one of the available choices: 1, 2, 3.'],
      ['shelf=z', 'Select a valid choice. z is not one of the available choices: a, b.'],
      ['date_read__gte=yesterday', 'Enter a valid date/time.'],
      ['date_read=2023-12-31T25:00', 'Enter a valid date/time.'],
      ['author=smith', 'Enter a number.'],
      ['author__id__gt=x', 'Enter a number.'],
      ['author__books__id=x', 'Enter a number.'],
      ['title=%00', 'Null characters are not allowed.'],
    ])
    .run(async ({ client }, [query, message]) => {
      const response = await client.get(`${URL}?${query}`)
      response.assertStatus(400)
      response.assertBody({ [query!.split('=')[0]!]: [message] })
    })

  test('{0} names no related record: {1}')
    .with([
      ['author=999', ''],
      ['author=3.5', ''],
      ['author!=999', ''],
      ['author=999&count=on', ''],
      ['author=999&format=csv', ''],
      ['author=999&lent=true', ''],
      ['tags=torts', ' Did you mean "tort"?'],
      ['tags!=torts', ' Did you mean "tort"?'],
      ['tags=TORT', ' Did you mean "tort"?'],
      ['tags=xyzzyxyzzy', ''],
    ])
    .run(async ({ client }, [query, suggestion]) => {
      const response = await client.get(`${URL}?${query}`)
      response.assertStatus(400)
      const message = `Select a valid choice. That choice is not one of the available choices.${suggestion}`
      response.assertBody({ [query!.split('=')[0]!]: [message] })
    })

  test('shortcuts for filters of related records need an existing record, too', async ({
    client,
    assert,
  }) => {
    for (const path of ['opinions', 'clusters', 'dockets']) {
      const response = await client.get(`/api/rest/v4/${path}/?court=scotsu`)
      response.assertStatus(400)
      assert.include(response.body().court[0], 'Did you mean "scotus"?')
    }
    for (const path of ['clusters/?docket__court=zz9', 'dockets/?court__id=zz9'])
      (await client.get(`/api/rest/v4/${path}`)).assertStatus(200)
    const old = await client.get('/api/rest/v3/dockets/?court=zz9')
    old.assertStatus(400)
  })

  test('{$self} accepts at most 1,000 values')
    .with([
      'id__in',
      'price__in',
      'title__in',
      'published__in',
      'genre__in',
      'tags__id__in',
      'author__name__in',
      'author__id__in',
      'author__books__title__in!',
    ])
    .run(async ({ client }, name) => {
      const value = name.startsWith('published') ? '2020-01-01' : '1'
      const values = (length: number) => Array.from({ length }, () => value).join(',')
      ;(await client.get(URL).qs({ [name]: values(1000) })).assertStatus(200)
      const response = await client.get(URL).qs({ [name]: values(1001) })
      response.assertStatus(400)
      response.assertBody({ [name]: ['Enter at most 1000 values.'] })
    })

  test('all invalid values are reported together', async ({ client, assert }) => {
    const response = await client.get(`${URL}?id=x&lent=maybe`)
    assert.deepEqual(Object.keys(response.body()).sort(), ['id', 'lent'])
  })

  test('five relations are too many', async ({ client, assert }) => {
    const four = 'author__books__author__books__title'
    ;(await client.get(URL).qs({ [four]: 'law 0' })).assertStatus(200)
    const five = 'author__books__author__books__author__name'
    const response = await client.get(URL).qs({ [five]: 'law 0' })
    response.assertStatus(400)
    assert.deepEqual(response.body().unknown_params, [five])
    assert.include(response.body().detail, `at most 4 relations. Too deep: ${five}.`)
    assert.notProperty(response.body(), 'did_you_mean')

    const both = await client.get(URL).qs({ [`${five}!`]: 'law 0', titel: 'x' })
    assert.include(both.body().detail, `Too deep: ${five}!.`)
    assert.deepEqual(both.body().did_you_mean, { titel: 'title' })
    const misspelt = { author__books__author__books__titel: '1' }
    const { did_you_mean: meant } = (await client.get(URL).qs(misspelt)).body()
    assert.deepEqual(Object.values(meant), ['author__books__author__books__title'])
  })

  test('similar names are suggested', async ({ client, assert }) => {
    const suggestions = {
      'titel': 'title',
      'title__startwith': 'title__startswith',
      'autor__name': 'author__name',
      'author__nme!': 'author__name!',
      'order': 'order_by',
      'title_startswith': 'title__startswith',
      'fields!': 'omit',
      'name': 'author__name',
      'born__gte!': 'author__born__gte!',
      'author__chapters__title': 'author__books__chapters__title',
    }
    for (const [typed, meant] of Object.entries(suggestions)) {
      const { did_you_mean: meaning } = (await client.get(URL).qs({ [typed]: '1' })).body()
      assert.equal(meaning?.[typed], meant)
    }
  })

  test('no dissimilar name is suggested, nor the same name', async ({ client, assert }) => {
    const names = ['expand', 'cursor!', 'id__year', 'zzz', 'author__zzz', 'lent__gte']
    for (const name of names) {
      const { unknown_params: unknown, did_you_mean: meaning } = (
        await client.get(URL).qs({ [name]: '1' })
      ).body()
      assert.deepEqual(unknown, [name])
      assert.isUndefined(meaning, name)
    }
    const clusters = '/api/rest/v4/clusters/'
    const { did_you_mean: meaning } = (
      await client.get(`${clusters}?full_name=ca9&citation=1`)
    ).body()
    assert.equal(meaning.full_name, 'court__full_name')
  })

  test('filters also apply to single records', async ({ client }) => {
    ;(await client.get(`${URL}5/`).qs({ author: '5' })).assertStatus(200)
    ;(await client.get(`${URL}5/`).qs({ author: '6' })).assertStatus(404)
  })

  test('hostile parameters cause no server error', async ({ client, assert }) => {
    const hostile = [
      `id=${'9'.repeat(5000)}`,
      `id__in=${Array.from({ length: 1001 }, (_, n) => n).join(',')}`,
      `title=${encodeURIComponent("' OR 1=1 --")}`,
      `title__contains=${'%25'.repeat(500)}`,
      'title=%ff%fe',
      'title=%ED%A0%80',
      'title__istartswith=%F4%8F%BF%BF',
      '__proto__=1',
      'constructor=1',
      'id__id__id=1',
      '__=1',
      '!=1',
      'order_by=__proto__',
      'fields=__proto__,constructor',
      'published__year=99999999',
      'published__year=-5',
      'date_read__year=9998',
      Array.from({ length: 300 }, (_, n) => `x${n}=1`).join('&'),
      `cursor=${'A'.repeat(5000)}`,
      'page=1e3',
      `page=${'9'.repeat(400)}`,
      'fields=author_record__books__x__y__z',
    ]
    for (const query of hostile) {
      const response = await client.get(`${URL}?${query}`)
      assert.isBelow(
        response.status(),
        500,
        `${query.slice(0, 60)}: ${response.text().slice(0, 200)}`
      )
    }
  })
})
