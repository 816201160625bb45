import { test } from '@japa/runner'

const URL = '/api/rest/v4/fixture-books/'

test.group('fields and omit', () => {
  test('{0} shows {1}')
    .with([
      ['fields=title,id', ['id', 'title']],
      ['fields= id , title ', ['id', 'title']],
      ['fields=id,nothing', ['id']],
      ['fields=id,title&omit=title', ['id']],
      ['fields=', []],
      ['fields=author_record__name', ['author_record']],
    ] as [string, string[]][])
    .run(async ({ client, assert }, [query, names]) => {
      for (const address of [`${URL}?${query}`, `${URL}5/?${query}`]) {
        const body = (await client.get(address)).body()
        assert.deepEqual(Object.keys(body.results?.[0] ?? body), names)
      }
    })

  test('names that are thousands of levels deep are unknown and cause no server error', async ({
    client,
    assert,
  }) => {
    const deep = (count: number) => 'author_record__'.repeat(count)
    for (const query of [
      `fields=id,${deep(3500)}name`,
      `omit=${deep(3500)}name`,
      `fields=id,${'__'.repeat(20_000)}x`,
      `fields=id&omit=${deep(21)}name,${deep(20)}name`,
    ]) {
      const response = await client.get(`${URL}5/?${query}`)
      response.assertStatus(200)
      assert.exists(response.body().id)
    }
  })

  test('apply to nested records and lists', async ({ client, assert }) => {
    const pick = async (query: string) => (await client.get(`${URL}6/?${query}`)).body()
    assert.deepEqual(await pick('fields=author_record__name,author_record__id'), {
      author_record: { id: 6, name: 'torts 6' },
    })
    assert.deepEqual(await pick('fields=chapters__title'), {
      chapters: [{ title: 'Middle' }, { title: 'Start' }],
    })
    assert.deepEqual(await pick('fields=chapters&omit=chapters__title'), {
      chapters: [{ number: 1 }, { number: 2 }],
    })
    const whole = await pick('fields=author_record,author_record__name')
    assert.deepEqual(Object.keys(whole.author_record), [
      'resource_uri',
      'id',
      'name',
      'born',
      'books',
    ])
    const trimmed = await pick('omit=author_record__books,author_record__born')
    assert.deepEqual(Object.keys(trimmed.author_record), ['resource_uri', 'id', 'name'])
  })

  test('{0}: the Warning names {1}')
    .with([
      ['fields=id,nothing', 'nothing'],
      ['omit=titel,author__name', 'titel, author__name'],
      [
        'fields=author_record__nam,chapters__number,chapters__page__no',
        'author_record__nam, chapters__page__no',
      ],
      ['fields=secret,id', 'secret'],
      ['fields=%22%0Aid', '%22%0Aid'],
    ] as [string, string][])
    .run(async ({ client, assert }, [query, names]) => {
      for (const address of [`${URL}?${query}`, `${URL}5/?${query}`]) {
        const response = await client.get(address)
        response.assertStatus(200)
        assert.equal(response.header('warning'), `299 - "Ignored unknown fields: ${names}"`)
      }
    })

  test('known names cause no warning, and each kind of unknown names causes one', async ({
    client,
    assert,
  }) => {
    for (const query of ['', '?fields=', '?fields=author_record__books,chapters__title&omit=slug'])
      assert.isUndefined((await client.get(`${URL}${query}`)).header('warning'))
    const v3 = await client.get('/api/rest/v3/fixture-books/?fields!=titel&colour=red')
    assert.equal(
      v3.header('warning'),
      '299 - "Ignored unknown filters: colour", 299 - "Ignored unknown fields: titel"'
    )
  })

  test('v3 excludes with fields!, v4 warns that it does not', async ({ client, assert }) => {
    const v3 = await client.get('/api/rest/v3/fixture-books/?fields!=title,slug')
    assert.notProperty(v3.body().results[0], 'title')
    assert.property(v3.body().results[0], 'id')
    ;(await client.get(`${URL}?fields!=title`)).assertStatus(400)
  })

  test('a write-only field is never returned', async ({ client, assert }) => {
    assert.notInclude((await client.get(`${URL}5/`)).text(), 'secret')
    assert.deepEqual((await client.get(`${URL}5/?fields=secret`)).body(), {})
  })

  test('values have their documented format', async ({ client, assert }) => {
    const body = (await client.get(`${URL}5/`)).body()
    assert.equal(body.date_created, '2024-02-11T23:59:59.100004+00:00')
    assert.match(body.date_read, /^2023-12-31T04:30:00\.000000\+00:00$/)
    assert.equal(body.opened, '09:30:15.5')
    assert.equal(body.published, '2014-05-28')
    assert.strictEqual(body.pages, 12)
    assert.strictEqual(body.lent, true)
    assert.match(body.author, /\/api\/rest\/v4\/fixture-authors\/5\/$/)
    assert.strictEqual(body.author_id, 5)
    assert.equal(
      (await client.get(`${URL}6/`)).body().date_modified,
      '1750-01-01T00:00:00.000000+00:00'
    )
  })
})
