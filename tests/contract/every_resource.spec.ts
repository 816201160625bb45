/**
 * The same checks for every declared resource, over HTTP, in both API versions.
 * Nothing here depends on a specific resource.
 */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { makeAccount } from '#tests/helpers/accounts'
import { sendAs, withEveryRight } from '#tests/helpers/default_caller'
import { shallow } from '#tests/helpers/deep_pages'
import { AIMED_AT } from '#tests/helpers/environment'
import { MAX_PAGES } from '#api/pagination/page'
import { CONTROLS } from '#api/parameters'
import type { Resource } from '#api/resource'
import { fixtureRegistry } from '#tests/fixtures/resources'
import { existingKey, valueFor } from '#tests/helpers/filter_values'
import type { Version } from '#api/version'
import { PluginHost } from '#core/plugin_host'

interface Case {
  name: string
  resource: Resource
  version: Version
  url: string
}

async function everyResource(): Promise<Case[]> {
  return (await allResources()).filter(({ resource }) => !resource.guard)
}

async function guardedResources(): Promise<Case[]> {
  return (await allResources()).filter(({ resource }) => resource.guard)
}

/** All, unless CURIA_TEST_RESOURCES or CURIA_TEST_VERSIONS selects some. */
async function allResources(): Promise<Case[]> {
  const { resources } = await app.container.make(PluginHost)
  const fixtures = AIMED_AT
    ? []
    : fixtureRegistry()
        .all()
        .filter(({ path }) => path !== 'fixture-slow')
  const wanted = process.env.CURIA_TEST_RESOURCES?.split(',')
  const chosen = [...resources.all(), ...fixtures].filter(
    ({ path }) => !wanted || wanted.includes(path)
  )
  const versions = process.env.CURIA_TEST_VERSIONS?.split(',')
  return chosen.flatMap((resource) =>
    resource.versions
      .filter((version) => !versions || versions.includes(version))
      .map((version) => ({
        name: `${version} ${resource.path}`,
        resource,
        version,
        url: `/api/rest/${version}/${resource.path}/`,
      }))
  )
}

interface Page {
  next: string | null
  previous: string | null
  results: { id: unknown }[]
}

/** Tests of database results, for runs against another database. */
const DATABASE = ['@database']
/** No readable record has the key of a filter. */
const NO_RECORD = /That choice is not one of the available choices/
const WRITE_METHODS = ['POST', 'PUT', 'PATCH', 'DELETE'] as const

test.group('every resource', (group) => {
  let closed: string[] = []
  sendAs(
    group,
    async () => {
      const resources = await allResources()
      closed = resources
        .filter(({ resource }) => resource.access.account)
        .map(({ url }) => url.slice(0, -1))
      return withEveryRight()
    },
    (path) => closed.some((url) => isBelow(path, url))
  )

  test('{name}: list and record')
    .with(everyResource)
    .tags(DATABASE)
    .run(async ({ client, assert }, { url, resource }) => {
      const list = await client.get(url)
      list.assertStatus(200)
      assert.deepEqual(Object.keys(list.body()), ['count', 'next', 'previous', 'results'])
      assert.equal(list.header('allow'), resource.methods('list').join(', '))

      const [first] = list.body().results
      if (!first) return
      const shown = [...resource.fields]
        .filter(([, field]) => !field.writeOnly && field.kind !== 'responseOnly' && !field.include)
        .map(([name]) => name)
      assert.deepEqual(Object.keys(first), shown)
      const record = await client.get(`${url}${first.id}/`)
      record.assertStatus(200)
      assert.deepEqual(record.body(), first)
      if (first.resource_uri)
        assert.equal(new URL(first.resource_uri).pathname, `${url}${first.id}/`)
    })

  test('{name}: every filter with every lookup and its exclusion')
    .with(everyResource)
    .tags(DATABASE)
    .run(async ({ client, assert }, { url, resource, version }) => {
      for (const filter of resource.ownFilters.values()) {
        for (const lookup of eachOf(filter.lookups, version)) {
          for (const mark of ['', '!']) {
            for (const suffix of lookup === 'exact' ? ['', '__exact'] : [`__${lookup}`]) {
              const name = `${filter.name}${suffix}${mark}`
              const key = lookup === 'exact' ? await existingKey(filter) : undefined
              const value = key ?? valueFor(filter, lookup)
              const response = await client.get(url).qs({ [name]: value, fields: 'id' })
              if (filter.kind === 'related' && response.status() === 400) {
                assert.match(response.text(), NO_RECORD, name)
                continue
              }
              assert.equal(response.status(), 200, `${name}: ${response.text().slice(0, 200)}`)
              assert.isUndefined(response.header('warning'), `${version} ${name} was ignored`)
            }
          }
        }
      }
    })

  test('{name}: a filter and its exclusion partition the list')
    .with(everyResource)
    .tags(DATABASE)
    .run(async ({ client, assert }, { url, resource, version }) => {
      if (version === 'v3') return
      const count = async (qs: Record<string, string>) => {
        const response = await client.get(url).qs({ ...qs, count: 'on' })
        assert.equal(response.status(), 200, response.text())
        return response.body().count as number
      }
      const all = await count({})
      for (const filter of resource.ownFilters.values()) {
        // Any of several values, or no condition.
        if (filter.kind === 'choices' || filter.kind === 'nested') continue
        const value =
          filter.kind === 'related' ? await existingKey(filter) : valueFor(filter, 'exact')
        if (value === undefined) continue
        const inside = await count({ [filter.name]: value })
        const outside = await count({ [`${filter.name}!`]: value })
        assert.equal(inside + outside, all, filter.name)
      }
    })

  test('{name}: reports invalid values and unknown names')
    .with(everyResource)
    .run(async ({ client, assert }, { url, resource, version }) => {
      for (const filter of resource.ownFilters.values()) {
        if (
          filter.kind === 'text' ||
          (filter.relation?.target.key.type ?? '') === 'string' ||
          filter.valueField?.type === 'string'
        ) {
          if (filter.kind !== 'choice' && filter.kind !== 'choices') continue
        }
        const response = await client.get(url).qs({ [filter.name]: 'certainly not' })
        assert.equal(response.status(), 400, filter.name)
        assert.isArray(response.body()[filter.name], filter.name)
      }
      const unknown = await client.get(url).qs({ certainly_not_a_filter: '1' })
      if (version === 'v4' && resource.ownFilters.size) {
        unknown.assertStatus(400)
        assert.deepEqual(unknown.body().unknown_params, ['certainly_not_a_filter'])
      } else {
        unknown.assertStatus(200)
        assert.include(unknown.header('warning'), 'certainly_not_a_filter')
      }
    })

  test('{name}: every ordering, in both directions')
    .with(everyResource)
    .tags(DATABASE)
    .run(async ({ client, assert }, { url, resource, version }) => {
      for (const name of resource.ordering) {
        for (const sign of ['', '-']) {
          const response = await client.get(url).qs({ order_by: sign + name })
          assert.equal(response.status(), 200, sign + name)
          const count = version === 'v4' ? 'string' : 'number'
          assert.equal(typeof response.body().count, count, sign + name)
        }
      }
      const wrong = await client.get(url).qs({ order_by: 'certainly_not' })
      wrong.assertStatus(version === 'v4' ? 400 : 200)
      if (version === 'v4') for (const name of resource.ordering) assert.include(wrong.text(), name)
    })

  test(
    '{name}: following next returns every record once, and following previous returns to the start'
  )
    .with(everyResource)
    .tags(DATABASE)
    .run(async ({ client, assert }, { url, resource, version }) => {
      const orderings =
        version === 'v4' ? resource.cursor.flatMap((name) => [name, `-${name}`]) : ['id']
      for (const order of orderings) {
        const forward: unknown[] = []
        const pages: unknown[][] = []
        let next: string | null = `${url}?order_by=${order}&fields=id`
        let last = ''
        while (next) {
          const page: Page = (await client.get(local(next))).body()
          pages.push(page.results.map(({ id }) => id))
          forward.push(...pages.at(-1)!)
          last = next
          next = shallow(page.next)
        }
        assert.equal(new Set(forward).size, forward.length, `${order}: a record was returned twice`)
        if (version === 'v4') {
          const { count } = (await client.get(url).qs({ count: 'on' })).body()
          assert.equal(forward.length, count, `${order}: records are missing`)
        }
        let previous: string | null = (await client.get(local(last))).body().previous
        for (let at = pages.length - 2; at >= 0; at--) {
          assert.isNotNull(previous, `${order}: previous links end early`)
          const page: Page = (await client.get(local(previous!))).body()
          assert.deepEqual(
            page.results.map(({ id }) => id),
            pages[at],
            `${order}: page ${at} differs when following previous`
          )
          previous = page.previous
        }
        assert.isNull(previous)
      }
    })

  test('{name}: numbered pages link to next and previous pages within bounds')
    .with(everyResource)
    .tags(DATABASE)
    .run(async ({ client, assert }, { url, resource, version }) => {
      const numbered = resource.ordering.find((name) => !resource.cursor.includes(name))
      // In v3, all orders use page numbers. In v4, only those without a cursor do.
      if (version === 'v4' && resource.cursor.length && !numbered) return
      const ask = (page?: string) =>
        client.get(url).qs({ fields: 'id', page, ...(numbered ? { order_by: numbered } : {}) })
      for (const page of ['0', '-1', 'x', String(MAX_PAGES + 1)])
        assert.equal((await ask(page)).status(), 404, page)
      const first: Page = (await ask()).body()
      assert.isNull(first.previous)
      assert.isAtMost(first.results.length, resource.pageSize)
      if (!first.next) return
      assert.lengthOf(first.results, resource.pageSize)
      const second: Page = (await client.get(local(first.next))).body()
      assert.deepEqual((await client.get(local(second.previous!))).body(), first)
      const ids = [...first.results, ...second.results].map(({ id }) => id)
      assert.lengthOf(new Set(ids), ids.length)
      const last = await ask('last')
      if (last.status() === 404) return assert.include(last.body().detail, 'too deep')
      assert.isNull(last.body().next)
      assert.isNotNull(last.body().previous)
    })

  test('{name}: enforces page size limits')
    .with(everyResource)
    .run(async ({ client, assert }, { url, resource: { pageSize, largestPage } }) => {
      for (const [size, most] of [
        ['1000000', largestPage ?? pageSize],
        ['0', pageSize],
        ['-5', pageSize],
        ['2', largestPage === undefined ? pageSize : 2],
      ] as const) {
        const sized = await client.get(url).qs({ page_size: size, fields: 'id' })
        sized.assertStatus(200)
        assert.isAtMost(sized.body().results.length, most, size)
      }
    })

  test('{name}: fields and omit')
    .with(everyResource)
    .run(async ({ client, assert }, { url, version }) => {
      const [all] = (await client.get(url)).body().results
      if (!all) return
      for (const name of eachOf(Object.keys(all), version)) {
        const kept = (await client.get(url).qs({ fields: name })).body().results[0]
        assert.deepEqual(kept, { [name]: all[name] })
        const rest = (await client.get(url).qs({ omit: name })).body().results[0]
        const { [name]: left, ...expected } = all
        assert.deepEqual(rest, expected, `${name} is ${left}`)
      }
      assert.deepEqual((await client.get(url).qs({ fields: '' })).body().results[0], {})
    })

  test('{name}: JSON, XML, and HTML')
    .with(everyResource)
    .run(async ({ client, assert }, { url }) => {
      const formats = {
        json: 'application/json',
        xml: 'application/xml',
        api: 'text/html',
        html: 'text/html',
      }
      for (const [format, type] of Object.entries(formats)) {
        for (const response of [
          await client.get(url).qs({ format }),
          await client.get(url).header('accept', type),
        ]) {
          assert.equal(response.status(), 200, format)
          assert.include(response.header('content-type'), type)
        }
      }
      const unknown = await client.get(url).qs({ format: 'yaml' })
      unknown.assertStatus(404)
      const impossible = await client.get(url).header('accept', 'image/png')
      impossible.assertStatus(406)
    })

  test('{name}: unsupported methods')
    .with(everyResource)
    .run(async ({ client, assert }, { url, resource }) => {
      for (const [target, address] of [
        ['list', url],
        ['detail', `${url}1/`],
      ] as const) {
        const allow = resource.methods(target)
        const { authorization } = await makeAccount()
        for (const method of WRITE_METHODS.filter((name) => !allow.includes(name))) {
          const response = await client
            .request(address, method)
            .header('authorization', authorization)
          assert.equal(response.status(), 405, `${method} ${address}`)
          assert.equal(response.header('allow'), allow.join(', '))
          assert.deepEqual(response.body(), { detail: `Method "${method}" not allowed.` })
        }
      }
    })

  test('{name}: a missing record')
    .with(everyResource)
    .run(async ({ client }, { url, resource }) => {
      const missing = await client.get(
        `${url}${resource.key.type === 'string' ? 'nowhere' : '999999999'}/`
      )
      missing.assertStatus(404)
      missing.assertBody({ detail: `No ${resource.label} matches the given query.` })
      if (resource.key.type === 'string') return
      const malformed = await client.get(`${url}abc/`)
      malformed.assertStatus(404)
      malformed.assertBody({ detail: 'Not found.' })
    })

  test('resources that require a right reject anonymous requests, except OPTIONS', async ({
    client,
    assert,
  }) => {
    for (const { url } of await guardedResources()) {
      for (const address of [url, `${url}1/`, `${url}?format=api`]) {
        const response = await client.get(address)
        assert.equal(response.status(), 401, address)
        assert.isDefined(response.header('www-authenticate'))
      }
      assert.equal((await client.options(url)).status(), 200, url)
    }
  })

  test('{name}: no field has the name of a list parameter')
    .with(everyResource)
    .run(({ assert }, { resource }) => {
      for (const name of [...resource.fields.keys(), ...resource.ownFilters.keys()])
        assert.notInclude(CONTROLS as readonly string[], name)
    })
})

/** All items in v4. One is enough in v3, because the same code handles both. */
function eachOf<Item>(items: readonly Item[], version: Version): readonly Item[] {
  return version === 'v3' ? items.slice(0, 1) : items
}

/** Excludes endpoints of other resources with the same prefix. */
function isBelow(endpoint: string, path: string): boolean {
  return endpoint.startsWith(path) && /^[/.?]?$/.test(endpoint.charAt(path.length))
}

function local(address: string): string {
  return address.replace(/^https?:\/\/[^/]+/, '')
}
