/** Fields of docket alerts that are returned only with `include`: `note` and `follow_appeals`. */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { makeAccount, type TestAccount } from '#tests/helpers/accounts'
import { downloadAccountData } from '#tests/helpers/take_out'
import { signedIn } from '#tests/helpers/visitor'

const ORIGIN = () => `http://${process.env.HOST}:${process.env.PORT}`
const LISTS = [
  '/api/rest/v4/docket-alerts/',
  '/api/rest/v3/docket-alerts/',
  '/courtlistener/api/rest/v4/docket-alerts/',
  '/courtlistener/api/rest/v3/docket-alerts/',
]
const [LIST] = LISTS as [string]
const USUAL = [
  'id',
  'date_created',
  'date_modified',
  'date_last_hit',
  'secret_key',
  'alert_type',
  'docket',
]
const INCLUDED = [
  'note',
  'follow_appeals',
  'rate',
  'include_words',
  'exclude_words',
  'case_name',
  'docket_number',
  'date_filed',
]
const BOTH = { note: 'Ours, "x"', follow_appeals: true }

test.group('docket alerts: fields on request', (group) => {
  let owner: TestAccount
  let docket: number
  let id: number

  async function ask(path: string, { method = 'GET', body, accept = '' }: Asked = {}) {
    const response = await fetch(ORIGIN() + path, {
      method,
      headers: {
        authorization: owner.authorization,
        ...(accept ? { accept } : {}),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      body: body ? JSON.stringify(body) : undefined,
    })
    return { response, status: response.status, text: await response.text() }
  }
  interface Asked {
    method?: string
    body?: object
    accept?: string
  }
  const json = async (path: string, asked?: Asked) => JSON.parse((await ask(path, asked)).text)

  group.each.setup(async () => {
    owner = await makeAccount()
    const database = await app.container.make('lucid.db')
    docket = Number((await database.from('dockets').orderBy('id').firstOrFail()).id)
    id = (await json(LIST, { method: 'POST', body: { docket, ...BOTH } })).id
  })

  test('{$self}: have only the usual fields without include')
    .with(LISTS)
    .run(async ({ assert }, list) => {
      for (const query of ['', '?include=', '?omit=docket', '?expand=docket', '?include=,']) {
        const expected = USUAL.filter((name) => query !== '?omit=docket' || name !== 'docket')
        const record = await json(`${list}${id}/${query}`)
        assert.deepEqual(Object.keys(record), expected, query)
        const { results } = await json(`${list}${query}`)
        assert.deepEqual(Object.keys(results[0]), expected, query)
      }
      await ask(`${list}${id}/`, { method: 'DELETE' })
      const made = await json(list, { method: 'POST', body: { docket, ...BOTH } })
      assert.deepEqual(Object.keys(made), USUAL)
      const changed = await json(`${list}${made.id}/`, { method: 'PATCH', body: BOTH })
      assert.deepEqual(Object.keys(changed), USUAL)
    })

  test('{$self}: have the requested fields with include')
    .with(LISTS)
    .run(async ({ assert }, list) => {
      for (const [query, names] of [
        ['include=note', ['note']],
        ['include=follow_appeals', ['follow_appeals']],
        ['include=follow_appeals,note', ['note', 'follow_appeals']],
        ['include=%20note%20,note,', ['note']],
        ['include=x&include=note', ['note']],
      ] as const) {
        const record = await json(`${list}${id}/?${query}`)
        assert.deepEqual(Object.keys(record), [...USUAL, ...names], query)
        const { results } = await json(`${list}?${query}`)
        assert.deepEqual(results[0], record)
        for (const name of names) assert.equal(record[name], BOTH[name])
        const changed = await json(`${list}${id}/?${query}`, { method: 'PATCH', body: BOTH })
        assert.deepEqual(Object.keys(changed), [...USUAL, ...names])
      }
    })

  test('combine with fields, omit, and expand', async ({ assert }) => {
    const keys = async (query: string) => Object.keys(await json(`${LIST}${id}/?${query}`))
    assert.deepEqual(await keys('include=note&fields=id,note'), ['id', 'note'])
    assert.deepEqual(await keys('include=note,follow_appeals&fields=follow_appeals'), [
      'follow_appeals',
    ])
    assert.deepEqual(await keys('include=note&omit=note'), USUAL)
    const expanded = await json(`${LIST}${id}/?include=note&expand=docket`)
    assert.equal(expanded.note, BOTH.note)
    assert.equal(expanded.docket.id, docket)
    const unasked = await ask(`${LIST}${id}/?fields=id,note`)
    assert.deepEqual(Object.keys(JSON.parse(unasked.text)), ['id'])
    assert.include(unasked.response.headers.get('warning'), 'note')
  })

  test('are in exports and other formats only if requested', async ({ assert }) => {
    const usual = await ask(`${LIST}?format=csv`)
    const [head] = usual.text.replace('\ufeff', '').split('\r\n')
    assert.equal(head, USUAL.join().replace('alert_type', 'alert_type,alert_type_label'))
    const csv = await ask(
      `${LIST}?format=csv&include=note,follow_appeals&fields=note,follow_appeals`
    )
    assert.equal(csv.text.replace('\ufeff', '').trim(), 'note,follow_appeals\r\n"Ours, ""x""",true')
    const lines = await ask(`${LIST}?format=jsonl&include=note&fields=note`)
    assert.deepEqual(JSON.parse(lines.text), { note: BOTH.note })
    assert.notInclude((await ask(`${LIST}?format=xml`)).text, '<note>')
    assert.include((await ask(`${LIST}?format=xml&include=note`)).text, '<note>Ours, ')
  })

  test('unknown names return 400 with a suggestion, before anything is written', async ({
    assert,
  }) => {
    for (const list of LISTS)
      for (const [name, hint] of [
        ['nots', ' Did you mean "note"?'],
        ['follow', ' Did you mean "follow_appeals"?'],
        ['note,follow-appeals', ' Did you mean "follow_appeals"?'],
        ['text', ''],
        ['Note', ' Did you mean "note"?'],
      ] as const) {
        const wrong = name.split(',').at(-1)
        const expected = {
          include: [`"${wrong}" can't be included.${hint} Choose from: ${INCLUDED.join(', ')}.`],
        }
        for (const [path, asked] of [
          [list, {}],
          [`${list}${id}/`, {}],
          [list, { method: 'POST', body: { docket: docket + 1 } }],
          [`${list}${id}/`, { method: 'PATCH', body: { note: 'changed' } }],
        ] as [string, Asked][]) {
          const { status, text } = await ask(`${path}?include=${name}`, asked)
          assert.equal(status, 400, `${path} ${name}`)
          assert.deepEqual(JSON.parse(text), expected)
        }
      }
    const { results } = await json(`${LIST}?include=note`)
    assert.deepEqual(
      results.map(({ note }: { note: string }) => note),
      [BOTH.note]
    )
  })

  test('are written without include; PUT without them keeps them', async ({ assert }) => {
    const stored = async () => {
      const { note, follow_appeals: follows } = await json(
        `${LIST}${id}/?include=note,follow_appeals`
      )
      return { note, follow_appeals: follows }
    }
    for (const list of LISTS) {
      const record = await json(`${list}${id}/`)
      const put = await ask(`${list}${id}/`, { method: 'PUT', body: record })
      assert.equal(put.status, 200)
      assert.deepEqual(await stored(), BOTH)
      const changed = { note: `By ${list}`, follow_appeals: false }
      await ask(`${list}${id}/`, { method: 'PUT', body: { ...record, ...changed } })
      assert.deepEqual(await stored(), changed)
      await ask(`${list}${id}/`, { method: 'PATCH', body: BOTH })
      assert.deepEqual(await stored(), BOTH)
    }
  })

  test('are in the form of the browsable API', async ({ assert }) => {
    const visitor = await signedIn(owner)
    const page = `${LIST}${id}/?format=api`
    const { text } = await visitor.get(page)
    assert.include(text, 'Ours, &quot;x&quot;')
    assert.include(text, 'name="follow_appeals"')
    await visitor.submit(`/api-forms/docket-alerts/${id}/`, { note: 'By form' }, { from: page })
    const record = await json(`${LIST}${id}/?include=note,follow_appeals`)
    assert.include(record, { note: 'By form', follow_appeals: true })
  })

  test('are in the data export of the account', async ({ assert }) => {
    const visitor = await signedIn(owner)
    const file = await downloadAccountData<Record<string, object[]>>(visitor, owner)
    const [alert] = file['docket-alerts']!
    assert.include(alert, BOTH)
  })

  test('are described in OPTIONS and OpenAPI', async ({ assert }) => {
    for (const list of LISTS) {
      const options = await json(list, { method: 'OPTIONS' })
      assert.deepEqual(options.include, INCLUDED)
      const { note, follow_appeals: follows } = options.actions.POST
      assert.match(note.help_text, /Returned only with include=note\.$/)
      assert.isFalse(note.read_only)
      assert.match(follows.help_text, /Returned only with include=follow_appeals\.$/)
      if (list.includes('/v3/')) continue
      const openapi = await json(list.replace('docket-alerts/', 'openapi.json'))
      const path = Object.keys(openapi.paths).find((key) => key.endsWith('/docket-alerts/'))!
      for (const method of ['get', 'post']) {
        const parameter = openapi.paths[path][method].parameters.find(
          ({ name }: { name: string }) => name === 'include'
        )
        assert.include(parameter.description, '`note`, `follow_appeals`', method)
      }
    }
  })
})
