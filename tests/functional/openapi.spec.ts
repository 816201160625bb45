import app from '@adonisjs/core/services/app'
import { fieldColumn, hasColumn } from '#api/columns'
import type { Field } from '#api/field_definitions'
import { componentName } from '#api/openapi/schema'
import type { ApiClient } from '@japa/api-client'
import { test } from '@japa/runner'
import type { Catalog } from '#api/catalog'
import { listedPlugins } from '#api/openapi/document'
import { OWN_ROOT, PUBLIC_ROOT } from '#api/roots'
import { openApiChecker } from '#tests/helpers/openapi_checker'
import { searchReady } from '#tests/helpers/search_indexes'
import { Validator } from '@seriousme/openapi-schema-validator'
import { PluginHost } from '#core/plugin_host'

const ROOTS = [OWN_ROOT, PUBLIC_ROOT]

/** Fields with any JSON value. */
const ANY_VALUE = new Set(['request_headers', 'error', 'result', 'timestamps', 'cost'])

/** Keys of a schema that describe its values. */
const SAYS_WHAT = ['type', '$ref', 'anyOf', 'oneOf', 'allOf', 'enum', 'const']

test.group('OpenAPI', () => {
  test('the document under {$self} is valid 3.1 and describes all endpoints of the root')
    .with(ROOTS)
    .run(async ({ client, assert }, base) => {
      const response = await client.get(`${base}v4/openapi.json`)
      response.assertStatus(200)
      const { valid, errors } = await new Validator().validate(response.body())
      assert.isTrue(valid, JSON.stringify(errors))
      assert.match(response.body().openapi, /^3\.1/)
      assert.isTrue(response.body().servers[0].url.endsWith(`${base}v4`))

      const { catalogs } = await app.container.make(PluginHost)
      const { endpoints } = catalogs[ROOTS.indexOf(base)]!
      const root = (await client.get(`${base}v4/`)).body()
      for (const path of Object.keys(root)) {
        assert.property(response.body().paths, `/${path}/`)
        if (!endpoints.some((endpoint) => endpoint.path === path))
          assert.property(response.body().paths, `/${path}/{id}/`)
      }
    })

  test('every schema property under {$self} has a description')
    .with(ROOTS)
    .run(async ({ client, assert }, base) => {
      const { components, paths } = await described(client, base)
      const untyped: string[] = []
      const look = (schema: unknown, at: string): void => {
        if (typeof schema !== 'object' || schema === null) return
        const { properties } = schema as { properties?: Record<string, object> }
        for (const [name, property] of Object.entries(properties ?? {}))
          if (!ANY_VALUE.has(name) && !SAYS_WHAT.some((key) => key in property))
            untyped.push(`${at}.${name}`)
        for (const [name, value] of Object.entries(schema)) look(value, `${at}.${name}`)
      }
      look({ components, paths }, '')
      assert.deepEqual(untyped, [])
    })

  test('the public root has no name that has a public equivalent', async ({ client, assert }) => {
    const { catalogs } = await app.container.make(PluginHost)
    const [own, published] = catalogs as [Catalog, Catalog]
    const { paths, components } = await described(client, PUBLIC_ROOT)
    for (const resource of published.resources.all()) {
      if (!resource.versions.includes('v4')) continue
      const { fields } = own.resources.get(published.ownPath(resource.path))
      const shown = Object.keys(components.schemas[componentName(resource.path)].properties)
      const parameters = Object.keys(parametersOf({ paths, components }, `/${resource.path}/`))
      for (const name of fields.keys()) {
        if (resource.fields.has(name)) continue
        assert.notInclude(shown, name)
        assert.isEmpty(parameters.filter((each) => each.split(/__|!/).includes(name)))
      }
    }
  })

  test('the parameters of a list are its filters', async ({ client, assert }) => {
    const document = await described(client)
    for (const path of ['/dockets/', '/courts/', '/people/']) {
      const { filters } = (await client.options(`/api/rest/v4${path}`)).body()
      const names = Object.keys(parametersOf(document, path))
      for (const name of Object.keys(filters)) assert.includeMembers(names, [name, `${name}!`])
    }
  })

  test('lookups accept values of the type of their field', async ({ client, assert }) => {
    const document = await described(client)
    const parameters = parametersOf(document, '/dockets/')
    const expected: Record<string, object> = {
      'id': { type: 'integer', format: 'int64' },
      'id!': { type: 'integer', format: 'int64' },
      'id__range': { $ref: '#/components/schemas/filter.range' },
      'date_filed__gte': { type: 'string', format: 'date' },
      'date_filed__year': { type: 'integer' },
      'date_modified__lt': { type: 'string', format: 'date-time' },
      'docket_number__startswith': { type: 'string' },
      'source__in': { $ref: '#/components/schemas/filter.list' },
      'court': { type: 'string' },
      'court__id': { type: 'string' },
      'court__in_use': { type: 'boolean' },
      'clusters__docket!': { type: 'integer', format: 'int64' },
      'clusters__date_filed__range': { $ref: '#/components/schemas/filter.range' },
    }
    for (const [name, schema] of Object.entries(expected))
      assert.deepEqual(parameters[name]?.schema, schema, name)
    assert.equal(parameters.related.style, 'form')
  })

  test('a parameter of several lists is declared once', async ({ client, assert }) => {
    const { paths, components } = await described(client)
    const inline = Object.values<any>(paths).flatMap((path) =>
      (path.get?.parameters ?? [])
        .filter((parameter: any) => parameter.in === 'query' && /__|!/.test(parameter.name))
        .map((parameter: any) => JSON.stringify(parameter))
    )
    assert.isAbove(inline.length, 100)
    assert.isAbove(Object.keys(components.parameters).length, 100)
    assert.equal(new Set(inline).size, inline.length)
  })

  test('records require nothing, and writes only the required fields', async ({
    client,
    assert,
  }) => {
    const { paths, components } = await described(client)
    const { schemas } = components
    const bodyOf = (path: string, method: string) =>
      resolved(schemas, paths[path][method].requestBody.content['application/json'].schema)
    assert.notProperty(schemas.tags, 'required')
    assert.deepEqual(bodyOf('/tags/', 'post').required, ['name'])
    assert.deepEqual(bodyOf('/tags/{id}/', 'put').required, ['name'])
    assert.notProperty(bodyOf('/tags/{id}/', 'patch'), 'required')
    assert.deepEqual(bodyOf('/webhooks/', 'post').required, ['url', 'event_type'])
    assert.notProperty(bodyOf('/webhooks/{id}/', 'put').properties, 'event_type')
    assert.notProperty(bodyOf('/webhooks/', 'post').properties, 'failure_count')
    assert.property(bodyOf('/search/', 'post').properties, 'embedding')
    assert.property(bodyOf('/increment-event/', 'post').properties, 'label')
  })

  test('integers under {$self} have the size of their column')
    .with(ROOTS)
    .run(async ({ client, assert }, root) => {
      const { catalogs } = await app.container.make(PluginHost)
      const { resources } = catalogs[ROOTS.indexOf(root)]!
      const { components } = await described(client, root)
      const types = await columnTypes()
      const formats = new Map<string, string[]>()
      const compare = (table: string, path: string, fields: Fields, properties: any) => {
        for (const [name, field] of fields) {
          const shape = properties[name]
          if (field.kind === 'rows' && shape)
            compare(
              field.table,
              `${path}.${name}`,
              Object.entries(field.fields),
              shape.items.properties
            )
          if (![shape?.type].flat().includes('integer') || !hasColumn(field)) continue
          const type = types.get(`${table}.${fieldColumn(name, field)}`)!
          // Courts have text IDs.
          if (type === 'text') continue
          assert.equal(shape.format, type === 'bigint' ? 'int64' : 'int32', `${path}.${name}`)
          formats.set(shape.format, [...(formats.get(shape.format) ?? []), `${path}.${name}`])
        }
      }
      for (const { path, table, fields, versions, writes } of resources.all()) {
        if (!versions.includes('v4')) continue
        const bodies = writes.includes('create') ? [`${path}.create`] : []
        for (const schema of [path, ...bodies])
          compare(table, schema, fields, components.schemas[componentName(schema)].properties)
      }
      assert.isAbove(formats.get('int32')!.length, 30)
      assert.isAbove(formats.get('int64')!.length, 50)
      for (const expected of ['dockets.id', 'clusters.cluster_redirections.deleted_cluster_id'])
        assert.include(formats.get('int64'), expected)
      for (const expected of ['opinions.page_count', 'dockets.federal_defendant_number'])
        assert.include(formats.get('int32'), expected)
    })

  test('IDs in paths, filters, and search results have 64 bits', async ({ client, assert }) => {
    const document = await described(client)
    const int64 = { type: 'integer', format: 'int64' }
    const keyOf = (path: string) =>
      resolved(document.components.parameters, document.paths[path].get.parameters[0]).schema
    assert.deepEqual(keyOf('/dockets/{id}/'), int64)
    assert.deepEqual(keyOf('/courts/{id}/'), { type: 'string' })
    for (const name of ['id', 'id__gt', 'id!', 'clusters', 'clusters__id'])
      assert.deepEqual(parametersOf(document, '/dockets/')[name].schema, int64, name)
    const entries = parametersOf(document, '/docket-entries/')
    assert.deepEqual(entries.entry_number.schema, int64)
    assert.deepEqual(entries.registry_sequence_number.schema, { type: 'integer', format: 'int32' })
    for (const [type, name] of [
      ['o', 'cluster_id'],
      ['r', 'docket_id'],
      ['rd', 'id'],
    ])
      assert.equal(document.components.schemas[`search.${type}`].properties[name!].format, 'int64')
  })

  test('every operation declares its error responses', async ({ client, assert }) => {
    const { paths, components } = await described(client)
    for (const [path, operations] of Object.entries<any>(paths)) {
      for (const [method, { responses }] of Object.entries<any>(operations)) {
        const said = `${method} ${path}`
        assert.containsSubset(Object.keys(responses), ['401', '429', '503'], said)
        if (method !== 'get') assert.property(responses, '403', said)
      }
    }
    assert.property(components.responses.TooManyRequests.headers, 'Retry-After')
    assert.property(paths['/archive-query/'].get.responses, '403')
    assert.property(paths['/increment-event/'].post.responses, '202')
  })

  test('keys have the type of the resource they refer to', async ({ client, assert }) => {
    const documents = [await described(client), await described(client, PUBLIC_ROOT)]
    const fetches = ['archive-fetch', 'recap-fetch']
    const uploads = ['archive', 'recap']
    for (const [at, { components }] of documents.entries()) {
      const property = (schema: string, name: string) =>
        components.schemas[schema].properties[name].type
      assert.equal(property(`${uploads[at]}.create`, 'court'), 'string')
      assert.equal(property(uploads[at]!, 'court'), 'string')
      assert.deepEqual(property(`${fetches[at]}.create`, 'court'), ['string', 'null'])
      assert.equal(property('docket-alerts.create', 'docket'), 'integer')
      assert.deepEqual(property('dockets', 'court_id'), ['string', 'null'])
      assert.deepEqual(property('opinions', 'cluster_id'), ['integer', 'null'])
    }
  })

  test('uploads are multipart bodies with a binary file', async ({ client, assert }) => {
    for (const [root, path] of [
      [OWN_ROOT, '/archive/'],
      [PUBLIC_ROOT, '/recap/'],
    ] as const) {
      const { paths, components } = await described(client, root)
      const { content } = paths[path].post.requestBody
      assert.deepEqual(Object.keys(content), ['multipart/form-data'])
      const { properties } = resolved(components.schemas, content['multipart/form-data'].schema)
      assert.deepInclude(properties.filepath_local, { type: 'string', format: 'binary' })
    }
  })

  test('operations name the credentials they accept', async ({ client, assert }) => {
    const { security, paths, components } = await described(client)
    assert.sameMembers(Object.keys(components.securitySchemes), [
      'token',
      'basic',
      'session',
      'oauth',
      'signature',
    ])
    const { flows } = components.securitySchemes.oauth
    assert.match(flows.authorizationCode.tokenUrl, /^http:.*\/o\/token\/$/)
    const accounts = ['token', 'basic', 'session'].map((name) => ({ [name]: [] }))
    assert.deepEqual(security, [{}, ...accounts, { oauth: ['api:read'] }])
    assert.notProperty(paths['/dockets/'].get, 'security')
    assert.deepEqual(paths['/alerts/'].get.security, [...accounts, { oauth: ['api:read'] }])
    assert.deepEqual(paths['/alerts/'].post.security, [...accounts, { oauth: ['api'] }])
    assert.deepEqual(paths['/citation-lookup/'].post.security, [
      ...accounts,
      { oauth: ['api:read'] },
    ])
    assert.deepEqual(paths['/increment-event/'].post.security, [
      {},
      ...accounts,
      { oauth: ['api'] },
    ])
    assert.deepEqual(paths['/archive-email/'].post.security, [{ signature: [] }])
  })

  test('no URL matches two paths under {$self}')
    .with(ROOTS)
    .run(async ({ client, assert }, root) => {
      const paths = Object.keys((await described(client, root)).paths)
      const isParameter = (part: string) => part.startsWith('{')
      const overlap = (one: string[], other: string[]) =>
        one.length === other.length &&
        one.every((part, at) => part === other[at] || isParameter(part) || isParameter(other[at]!))
      const split = paths.map((path) => path.split('/'))
      const ambiguous = split.flatMap((one, at) =>
        split.slice(at + 1).flatMap((other) => {
          // `/dockets/{id}/` doesn't match a literal path, which has priority (OpenAPI 4.8.8.1).
          const differs = one.filter(isParameter).length !== other.filter(isParameter).length
          return overlap(one, other) && !differs ? [`${one.join('/')} ${other.join('/')}`] : []
        })
      )
      assert.deepEqual(ambiguous, [])
    })

  test('the document under {$self} is smaller than 650 kB')
    .with(ROOTS)
    .run(async ({ client, assert }, root) => {
      const response = await client.get(`${root}v4/openapi.json`)
      assert.isBelow(Buffer.byteLength(response.text()), 650_000)
    })

  test('the document names its license, and times have no offset', async ({ client, assert }) => {
    const { info, components } = await described(client)
    assert.equal(info.license.identifier, 'MIT')
    const { time_filed: time } = components.schemas['docket-entries'].properties
    assert.deepInclude(time, { type: ['string', 'null'], format: 'time-local' })
  })

  test('the server URL is the requested one', async ({ client, assert }) => {
    for (const host of ['api.example.org', 'localhost:1234']) {
      const response = await client.get('/api/rest/v4/openapi.json').header('host', host)
      assert.equal(response.body().servers[0].url, `http://${host}/api/rest/v4`)
    }
  })
})

test.group('OpenAPI documents of plugins', () => {
  test('each plugin under {$self} has a valid document with all lookups')
    .with(ROOTS)
    .run(async ({ client, assert }, root) => {
      const { catalogs } = await app.container.make(PluginHost)
      const catalog = catalogs[ROOTS.indexOf(root)]!
      const whole = await described(client, root)
      const found: string[] = []
      for (const plugin of listedPlugins(catalog)) {
        const response = await client.get(`${root}v4/openapi/${plugin}.json`)
        response.assertStatus(200)
        const document = response.body()
        const { valid, errors } = await new Validator().validate(document)
        assert.isTrue(valid, `${plugin}: ${JSON.stringify(errors)}`)
        found.push(...Object.keys(document.paths))
        for (const { path, ownFilters } of catalog.resources.all()) {
          if (!(`/${path}/` in document.paths)) continue
          const names = Object.keys(parametersOf(document, `/${path}/`))
          for (const [name, filter] of ownFilters) {
            const lookups = filter.lookups.map((each) => (each === 'exact' ? '' : `__${each}`))
            assert.includeMembers(
              names,
              lookups.map((each) => name + each),
              path
            )
            if (filter.kind !== 'nested')
              assert.includeMembers(
                names,
                lookups.map((each) => `${name}${each}!`),
                path
              )
          }
          assert.includeMembers(names, Object.keys(parametersOf(whole, `/${path}/`)), path)
        }
      }
      assert.sameMembers(found, Object.keys(whole.paths))
    })

  test('related filters have all lookups', async ({ client, assert }) => {
    const document = (await client.get('/api/rest/v4/openapi/case_law.json')).body()
    const names = Object.keys(parametersOf(document, '/clusters/'))
    assert.includeMembers(names, [
      'docket__court!',
      'docket__date_filed__month',
      'docket__date_created__hour!',
      'docket__docket_number__iendswith!',
    ])
  })

  test('only plugins with endpoints have a document', async ({ client, assert }) => {
    for (const name of ['robots', 'none', 'case_law.xml', '__proto__', 'case_law.json.json']) {
      const response = await client.get(`/api/rest/v4/openapi/${name}.json`)
      response.assertStatus(404)
      assert.include(response.body().detail, 'case_law')
    }
  })
})

test.group('OpenAPI: responses match the description', (group) => {
  group.setup(searchReady)

  test('results of type {0} under {1}')
    .with(['o', 'r', 'rd', 'd', 'p', 'oa'].flatMap((type) => ROOTS.map((root) => [type, root])))
    .run(async ({ client, assert }, [type, root]) => {
      const document = await described(client, root)
      const check = openApiChecker(document)
      const { properties } = document.components.schemas[`search.${type}`]
      for (const more of ['', '&q=a+OR+order+OR+john&highlight=on']) {
        const { results } = (await client.get(`${root}v4/search/?type=${type}${more}`)).body()
        assert.isNotEmpty(results)
        assert.includeMembers(Object.keys(properties), Object.keys(results[0]))
        assert.deepEqual(check(`/components/schemas/search.${type}`, results), [])
      }
    })

  test('records of all public lists under {$self}')
    .with(ROOTS)
    .run(async ({ client, assert }, root) => {
      const { catalogs } = await app.container.make(PluginHost)
      const { resources } = catalogs[ROOTS.indexOf(root)]!
      const document = await described(client, root)
      const check = openApiChecker(document)
      const open = resources.all().filter(({ access, guard }) => !access.account && !guard)
      assert.isAbove(open.length, 20)
      for (const { path } of open.filter(({ access }) => !access.right)) {
        const { results } = (await client.get(`${root}v4/${path}/`)).body()
        const { properties } = document.components.schemas[path]
        assert.includeMembers(Object.keys(properties), Object.keys(results[0] ?? {}), path)
        assert.deepEqual(check(`/components/schemas/${path}`, results), [], path)
      }
    })
})

type Fields = Iterable<[string, Field]>

/** Types of all columns, as `dockets.id`. */
async function columnTypes(): Promise<Map<string, string>> {
  const { rows } = await (
    await app.container.make('lucid.db')
  ).rawQuery<{ rows: { name: string; type: string }[] }>(
    `SELECT table_name || '.' || column_name AS name, data_type AS type
     FROM information_schema.columns WHERE table_schema = current_schema()`
  )
  return new Map(rows.map(({ name, type }) => [name, type]))
}

/** The document, without static types. */
async function described(client: ApiClient, root = OWN_ROOT): Promise<any> {
  return (await client.get(`${root}v4/openapi.json`)).body()
}

function resolved(components: any, schema: any): any {
  return schema.$ref ? components[schema.$ref.split('/').at(-1)] : schema
}

/** Parameters of a list by name, with references resolved. */
function parametersOf({ paths, components }: any, path: string): Record<string, any> {
  return Object.fromEntries(
    paths[path].get.parameters.map((parameter: any) => {
      const found = resolved(components.parameters, parameter)
      return [found.name, found]
    })
  )
}
