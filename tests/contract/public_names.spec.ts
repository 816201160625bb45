/**
 * Under the public API root, every resource uses the names of the public service,
 * which the contract lists along with its own.
 */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { OWN_ROOT, PUBLIC_ROOT } from '#api/roots'
import { parseFilters } from '#api/filters/parse'
import { parseOrdering } from '#api/ordering'
import { QueryCompiler } from '#api/query'
import type { Resource } from '#api/resource'
import { Selection } from '#api/select/selection'
import { sendAs, withEveryRight } from '#tests/helpers/default_caller'
import { namedResources, publicName, type NamedFields } from '#tests/helpers/named_keys'
import { PluginHost } from '#core/plugin_host'

interface Options {
  actions: { POST: Record<string, unknown> }
  filters?: Record<string, { lookup_types: string[] | string }>
  ordering?: string[]
}

async function catalogs() {
  const { catalogs: all } = await app.container.make(PluginHost)
  return { own: all[0]!, published: all[1]! }
}

/** Public field names that aren't in the contract. */
const EXTENSIONS: Record<string, string> = { registry_otp: 'pacer_otp' }

/** Field names of the contract that differ in the public service. */
function renamed(fields: NamedFields, names: string[]): string[] {
  return names.map((name) => (fields[name] && publicName(fields[name])) ?? EXTENSIONS[name] ?? name)
}

test.group('public names', (group) => {
  sendAs(group, withEveryRight)

  test('OPTIONS of every resource lists the public path, fields, filters, and orderings', async ({
    client,
    assert,
  }) => {
    const contract = await namedResources()
    const { own, published } = await catalogs()
    for (const { path } of own.resources.all()) {
      const named = contract[path]
      if (named?.options_name === undefined) continue
      const shown = (await client.options(`${OWN_ROOT}v4/${path}/`)).body() as Options
      const response = await client.options(`${PUBLIC_ROOT}v4${named.real_path}`)
      assert.equal(response.status(), 200, named.real_path)
      const options = response.body() as Options
      const as = (object: object) =>
        renamed({ ...named.filters, ...named.fields }, Object.keys(object))
      assert.deepEqual(Object.keys(options.actions.POST), as(shown.actions.POST), path)
      assert.deepEqual(Object.keys(options.filters ?? {}), as(shown.filters ?? {}), path)
      assert.deepEqual(
        options.ordering,
        shown.ordering && renamed(named.fields, shown.ordering),
        path
      )
      for (const { lookup_types: lookups } of Object.values(options.filters ?? {})) {
        const [, target] = /the filters of (.+)\.$/.exec(String(lookups)) ?? []
        if (target && target in contract) assert.equal(published.ownPath(target), target)
      }
    }
  })

  test('every path of the contract that is served has its public path', async ({
    client,
    assert,
  }) => {
    const contract = await namedResources()
    const { own } = await catalogs()
    const served = [...own.resources.all(), ...own.endpoints].map(({ path }) => path)
    let seen = 0
    for (const [path, { real_path }] of Object.entries(contract)) {
      // Webhooks have only forms in the public service.
      if (!served.includes(path) || !/^\/[\w/-]+\/$/.test(real_path)) continue
      seen++
      assert.equal((await client.options(`${PUBLIC_ROOT}v4${real_path}`)).status(), 200, real_path)
    }
    assert.isAbove(seen, 40)
  })

  test('the public root never shows names of this server', async ({ client, assert }) => {
    const { published } = await catalogs()
    for (const { path, versions } of published.resources.all())
      for (const version of versions) {
        const { POST } = (
          (await client.options(`${PUBLIC_ROOT}${version}/${path}/`)).body() as Options
        ).actions
        assert.notMatch(JSON.stringify([path, Object.keys(POST)]), /registry|archive/, path)
      }
  })
})

test.group('statements under public names', () => {
  /** SQL of its list, record, and count with every filter. */
  function statements(resource: Resource, compiler: QueryCompiler): string[] {
    const shape = {
      viewer: 1,
      base: 'https://example.org/api/rest/v4/',
      suffix: '/',
      selection: Selection.everything,
    }
    const parameters = [...resource.filters.values()].flatMap(({ name, kind, lookups }) =>
      kind === 'text' || kind === 'number'
        ? lookups.map((lookup): [string, string[]] => [`${name}__${lookup}`, ['1']])
        : []
    )
    const known = new Map(parameters.filter(([name]) => !/__(isnull|range)$/.test(name)))
    const filters = parseFilters(resource, known).tree
    return [
      compiler.list(resource, {
        ...shape,
        filters,
        ordering: parseOrdering(resource, undefined, 'v4'),
        limit: 21,
      }),
      compiler.detail(resource, '1', { ...shape, filters }),
      compiler.count(resource, filters, 1),
    ].map(({ statement }) => statement.text)
  }

  test('differ only in column names and paths', async ({ assert }) => {
    const { own, published } = await catalogs()
    const contract = await namedResources()
    const names = Object.values(contract).flatMap(({ fields }) =>
      Object.entries(fields).flatMap(([name, field]) => {
        const other = publicName(field)
        return other ? [[`AS "${name}"`, `AS "${other}"`]] : []
      })
    )
    const paths = own.resources
      .all()
      .map(({ path }) => [
        `'${path}/'`,
        `'${published.resources.all().find((one) => published.ownPath(one.path) === path)!.path}/'`,
      ])
    const rootLength = ['left($1::text, -13)', `left($1::text, -${PUBLIC_ROOT.length + 3})`]
    const compilers = [own, published].map(({ resources }) => new QueryCompiler(resources))
    let different = 0
    for (const resource of published.resources.all()) {
      const plain = statements(own.resources.get(published.ownPath(resource.path)), compilers[0]!)
      const expected = plain.map((sql) =>
        [...names, ...paths, rootLength].reduce(
          (text, [from, to]) => text.replaceAll(from!, to!),
          sql
        )
      )
      const found = statements(resource, compilers[1]!)
      assert.deepEqual(found, expected, resource.path)
      if (JSON.stringify(found) !== JSON.stringify(plain)) different++
    }
    const isDeclared = own.resources.all().some(({ path }) => path === 'courts')
    assert.isTrue(!isDeclared || different > 0)
  })
})
