/**
 * Clients with strict models reject unknown keys: lists, records, and errors have
 * only the keys of the contract and those listed with a reason.
 */
import app from '@adonisjs/core/services/app'
import type { ApiResponse } from '@japa/api-client'
import { test } from '@japa/runner'
import { IssueToken } from '#app/accounts/actions/tokens'
import { makeAccount, withLimits } from '#tests/helpers/accounts'
import { namedResources, unnamedKeys } from '#tests/helpers/named_keys'
import { sendWithEveryRight } from '#tests/helpers/default_caller'
import { EXTRA_KEYS } from './deviations.js'
import { PluginHost } from '#core/plugin_host'

const ENVELOPE = ['count', 'next', 'previous', 'results']

/**
 * Request bodies for resources that are empty until the account creates a record,
 * in this order.
 */
const MADE: Record<string, (made: Record<string, number>) => Promise<object>> = {
  'alerts': async () => ({ name: 'Strict', query: 'q=marbury', rate: 'dly' }),
  'docket-alerts': async () => ({ docket: await first('SELECT id FROM dockets ORDER BY id') }),
  'prayers': async () => ({
    recap_document: await first(
      'SELECT id FROM archive_documents WHERE NOT coalesce(is_available, false) ORDER BY id'
    ),
  }),
  'tags': async () => ({ name: 'strict-keys' }),
  'docket-tags': async ({ tags }) => ({
    tag: tags,
    docket: await first('SELECT id FROM dockets ORDER BY id'),
  }),
}

/** Required list parameters. */
const ASKED: Record<string, () => Promise<Record<string, string>>> = {
  'archive-query': async () => ({
    registry_doc_id: String(
      await first(
        `SELECT registry_doc_id AS id FROM archive_documents WHERE is_available AND registry_doc_id <> '' ORDER BY id`
      )
    ),
  }),
}

async function first(sql: string): Promise<number> {
  const database = await app.container.make('lucid.db')
  const { rows } = await database.rawQuery<{ rows: { id: number }[] }>(`${sql} LIMIT 1`)
  return Number(rows[0]!.id)
}

/** A resource of a plugin that may be removed. */
async function declared(path: string): Promise<boolean> {
  const { resources } = await app.container.make(PluginHost)
  return resources.all().some((resource) => resource.path === path)
}

const unexplained = (keys: string[]) => [
  ...new Set(keys.filter((key) => !EXTRA_KEYS.some(({ matches }) => matches.test(key)))),
]

test.group('strict keys: lists and records', (group) => {
  sendWithEveryRight(group)

  test('POST responses have the keys of their records', async ({ client, assert }) => {
    const resources = await namedResources()
    const ids: Record<string, number> = {}
    for (const [path, body] of Object.entries(MADE)) {
      if (!(await declared(path))) continue
      const response = await client.post(`/api/rest/v4/${path}/`).json(await body(ids))
      assert.equal(response.status(), 201, `${path}: ${response.text()}`)
      ids[path] = response.body().id
      const extra = unnamedKeys(response.body(), resources[path]!.fields, resources, path)
      assert.deepEqual(unexplained(extra), [])
    }
  })

  test('lists have the four envelope keys, and rows have the keys of the contract', async ({
    client,
    assert,
  }) => {
    const resources = await namedResources()
    const { resources: registry } = await app.container.make(PluginHost)
    const extra: string[] = []
    const withRows = new Set<string>()
    for (const { path, versions } of registry.all()) {
      const query = (await ASKED[path]?.()) ?? {}
      for (const version of versions) {
        const response = await client.get(`/api/rest/${version}/${path}/`).qs(query)
        assert.equal(response.status(), 200, `${version} ${path}: ${response.text().slice(0, 200)}`)
        const { results, ...envelope } = response.body()
        assert.deepEqual([...Object.keys(envelope), 'results'], ENVELOPE, `${version} ${path}`)
        if (results.length) withRows.add(path)
        // Tables without an endpoint have no keys in the contract to compare with.
        const named = resources[path]
        if (named?.options_name !== undefined)
          extra.push(...unnamedKeys(results, named.fields, resources, path))
      }
    }
    for (const path of Object.keys(MADE))
      if (await declared(path)) assert.isTrue(withRows.has(path), path)
    assert.deepEqual(unexplained(extra), [])
    for (const { matches, resource } of EXTRA_KEYS)
      if (withRows.has(resource))
        assert.isTrue(
          extra.some((key) => matches.test(key)),
          `no longer differs: ${matches}`
        )
  })

  test('count=on returns only the count', async ({ client, assert }) => {
    const { resources } = await app.container.make(PluginHost)
    for (const { path, versions } of resources.all()) {
      if (!versions.includes('v4')) continue
      const query = { ...(await ASKED[path]?.()), count: 'on' }
      const response = await client.get(`/api/rest/v4/${path}/`).qs(query)
      assert.deepEqual(Object.keys(response.body()), ['count'], path)
    }
  })
})

const BOOKS = '/api/rest/v4/fixture-books/'

test.group('strict keys: errors', () => {
  /** Keys of validation errors are names of parameters or fields, or `non_field_errors`. */
  function keysOf(response: ApiResponse): string[] {
    return Object.keys(response.body())
  }

  // did_you_mean is part of unknown-parameter errors, by design.
  test('{0} has the keys of the contract ({2})')
    .with([
      ['an invalid value', '?id=x', 400, ['id']],
      ['an unknown parameter', '?titel=x', 400, ['detail', 'unknown_params', 'did_you_mean']],
      ['an unknown parameter without a suggestion', '?qqqqq=x', 400, ['detail', 'unknown_params']],
      ['an unknown order', '?order_by=titel', 400, ['order_by']],
      ['an invalid cursor', '?cursor=x', 404, ['detail']],
      ['a page past the last', '?order_by=title&page=99', 404, ['detail']],
      ['a page after page 100', '?order_by=title&page=101', 404, ['detail']],
      ['an unknown format', '?format=yaml', 404, ['detail']],
      ['a missing record', '999999999/', 404, ['detail']],
    ] as [string, string, number, string[]][])
    .run(async ({ client, assert }, [, address, status, keys]) => {
      const response = await client.get(BOOKS + address)
      response.assertStatus(status)
      assert.sameMembers(keysOf(response), keys)
    })

  test('errors about methods, media types, and formats have only detail', async ({
    client,
    assert,
  }) => {
    const { authorization } = await makeAccount()
    const answers: [number, ApiResponse][] = [
      [404, await client.get('/api/rest/v4/nowhere/')],
      [405, await client.patch(BOOKS).header('authorization', authorization)],
      [406, await client.get(BOOKS).header('accept', 'image/png')],
      [401, await client.get(BOOKS).header('authorization', 'Token unknown')],
      [401, await client.get('/api/rest/v4/api-usage/')],
    ]
    for (const [status, response] of answers) {
      assert.equal(response.status(), status, response.text())
      assert.deepEqual(keysOf(response), ['detail'])
    }
  })

  test('a write with a read-only token returns only detail', async ({ client, assert }) => {
    const { id } = await makeAccount()
    const database = await app.container.make('lucid.db')
    const key = await database.transaction((trx) =>
      new IssueToken().handle(trx, id, { name: 'strict', readOnly: true, expiresAt: null })
    )
    const response = await client.post(BOOKS).json({}).header('authorization', `Token ${key}`)
    response.assertStatus(403)
    assert.deepEqual(keysOf(response), ['detail'])
  })

  test('rejected writes return field names or detail', async ({ client, assert }) => {
    const { authorization } = await makeAccount()
    const post = (body: object) =>
      client.post(BOOKS).header('authorization', authorization).json(body)
    const response = await post({ genre: 99 })
    response.assertStatus(400)
    const options = await client.options(BOOKS)
    assert.includeMembers(
      [...Object.keys(options.body().actions.POST), 'non_field_errors'],
      keysOf(response)
    )
    const { HOST, PORT } = process.env
    for (const [type, status] of [
      ['application/json', 400],
      ['text/plain', 415],
    ] as const) {
      const broken = await fetch(`http://${HOST}:${PORT}${BOOKS}`, {
        method: 'POST',
        headers: { authorization, 'content-type': type },
        body: '{"title":',
      })
      assert.equal(broken.status, status)
      assert.deepEqual(Object.keys((await broken.json()) as object), ['detail'])
    }
  })

  test('a rate-limit error has only detail', async ({ client, assert }) => {
    const { authorization } = await makeAccount({ overrides: { user: ['1/hour'] } })
    const blocked = await makeAccount({ overrides: { user: ['0/min'] } })
    await withLimits(async () => {
      const ask = (header: string) => client.get(BOOKS).header('authorization', header)
      await ask(authorization)
      for (const header of [authorization, blocked.authorization]) {
        const response = await ask(header)
        response.assertStatus(429)
        assert.deepEqual(keysOf(response), ['detail'])
      }
    })
  })

  test('a 503 response has only detail', async ({ client, assert }) => {
    const response = await client.get('/api/rest/v4/fixture-slow/')
    response.assertStatus(503)
    assert.deepEqual(keysOf(response), ['detail'])
  })
})
