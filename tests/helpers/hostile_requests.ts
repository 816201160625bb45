/**
 * Requests that are expensive for a server: deep, wide, long, or repeated input for
 * every route, up to the size limit.
 */
import app from '@adonisjs/core/services/app'
import router from '@adonisjs/core/services/router'
import { isApiPath, PUBLIC_ROOT } from '#api/roots'
import { getEndpointMethods } from '#api/define_endpoint'
import { isWritable } from '#api/writes/validate'
import { ToolRegistry } from '#app/tools/tool_registry'
import { PluginHost } from '#core/plugin_host'

/** A request that grows with a size in bytes. */
export interface HostileRequest {
  /** `POST /api/rest/v4/tags: wide JSON` */
  name: string
  method: string
  path: string
  /** Query string without its question mark. */
  query?: (size: number) => string
  body?: (size: number) => string
  type?: string
}

export interface FoundRoute {
  method: string
  pattern: string
  /**
   * Position among the routes. When several routes share a handler, it selects the shapes that
   * a route gets.
   * routes share a handler.
   */
  place: number
}

/** Bytes of a query string that leave room for headers (`MAX_HEAD_SIZE`), and of a body. */
export const QUERY_SIZE = 56_000
export const BODY_SIZE = 1_000_000

const JSON_TYPE = 'application/json'
const FORM = 'application/x-www-form-urlencoded'
const MULTIPART = 'multipart/form-data; boundary=b'

const times = (size: number, text: string, most = Infinity) =>
  text.repeat(Math.min(most, Math.floor(size / text.length)))
/** `count` texts, each built from its index. */
const each = (count: number, text: (at: number) => string, separator: string) =>
  Array.from({ length: Math.floor(count) }, (_, at) => text(at)).join(separator)

type Grown = Record<string, (size: number) => string>

/** Query strings for every route. */
const QUERIES: Grown = {
  'deep name': (size) => `${times(size, 'docket__')}id=1`,
  'deep brackets': (size) => `a${times(size, '[b]')}=1`,
  'wide': (size) => each(size / 8, (at) => `k${at}=1`, '&'),
  'long value': (size) => `q=${times(size / 2, 'x')}&page=${times(size / 2, '1')}`,
  'repeated': (size) => times(size, 'id=1&'),
  'empty': (size) => times(size, '&'),
}

/** Query strings for API lists. */
const LIST_QUERIES: Grown = {
  'unknown names': (size) =>
    each(Math.min(200, size / 100), (at) => `${'n'.repeat(96)}${at}=1`, '&'),
  'near names': (size) => each(size / 20, (at) => `docket__cour${at}__ix=1`, '&'),
  'list of keys': (size) => `id__in=${times(size, '1,')}1`,
  'fields': (size) => `fields=${each(size / 8, (at) => `f${at}__a`, ',')}`,
  'deep fields': (size) => `fields=${times(size, 'docket__')}id`,
  'omit': (size) => `omit=${each(size / 8, (at) => `f${at}`, ',')}`,
  'order': (size) => `order_by=${times(size, '-id,')}id`,
  'cursor': (size) => `cursor=${times(size, 'eyJh')}`,
  'included': (size) =>
    `include=${each(size / 8, (at) => `f${at}`, ',')}&expand=${times(size / 2, 'a,')}`,
  'range': (size) => `id__range=${times(size, '1,')}1`,
  'date': (size) => `date_created__gte=${times(size, '2020-01-01T')}`,
}

/** Query strings for searches. */
const SEARCH_QUERIES: Grown = {
  parentheses: (size) => `q=${times(size, '(')}`,
  nested: (size) => `q=${times(size / 2, '(')}a${times(size / 2, ')')}`,
  wildcards: (size) => `q=${each(size / 10, (at) => `a${at % 10}*`, '+')}`,
  words: (size) => `q=${each(size / 8, (at) => `w${at}`, '+')}`,
  alternatives: (size) => `q=${each(size / 10, (at) => `w${at}`, '+OR+')}`,
  phrases: (size) => `q=${times(size, '%22')}`,
  negations: (size) => `q=${times(size, '-')}a`,
  fields: (size) => `q=${each(size / 14, (at) => `fiel${at}:x`, '+')}`,
  citations: (size) => `q=${times(size, '1+U.S.+')}`,
  near: (size) => `q=${times(size, 'a~')}`,
  courts: (size) => `court=${each(size / 5, (at) => `c${at}`, '+')}`,
}

/** JSON for every route with a body. */
const JSON_BODIES: Grown = {
  'deep': (size) => {
    const depth = Math.max(1, Math.round((60 * size) / BODY_SIZE))
    return `{"a":${'['.repeat(depth)}"${times(size / 2, 'x')}"${']'.repeat(depth)}}`
  },
  'wide': (size) =>
    `{${each((999 * size) / BODY_SIZE, (at) => `"${`key ${at} `.padEnd(900, 'y')}":"1"`, ',')}}`,
  'wide and deep': (size) =>
    `[${each((9 * size) / BODY_SIZE, () => `{${each(999, (at) => `"k${at}":{}`, ',')}}`, ',')}]`,
  'long text': (size) => JSON.stringify({ text: times(size, 'x') }),
  'long number': (size) => `{"id":${times(size, '9')}}`,
  'escapes': (size) => `{"a":"${times(size, String.raw`\u0041`)}"}`,
  'repeated items': (size) => `[${each((9999 * size) / BODY_SIZE, () => `{}`, ',')}]`,
  'repeated key': (size) => `{${times(size, '"title":"1",', 999)}"title":"1"}`,
  'too deep': (size) => times(size, '['),
  'too wide': (size) => `{${each(size / 12, (at) => `"k${at}":1`, ',')}}`,
}

const FORM_BODIES: Grown = {
  'wide': (size) => each((999 * size) / BODY_SIZE, (at) => `k${at}=${'v'.repeat(990)}`, '&'),
  'too wide': (size) => each(size / 8, (at) => `k${at}=1`, '&'),
  'deep': (size) => `a${times(size, '[b]')}=1`,
  'repeated': (size) => each((999 * size) / BODY_SIZE, () => `title=${'v'.repeat(990)}`, '&'),
  'long': (size) => `text=${times(size, '%41')}`,
}

const part = (name: string, content: string) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${content}\r\n`

const MULTIPART_BODIES: Grown = {
  'wide': (size) =>
    `${each((99 * size) / BODY_SIZE, (at) => part(`k${at}`, 'v'.repeat(9900)), '')}--b--`,
  'too wide': (size) => times(size, part('a', 'x')),
  'long head': (size) => `--b\r\nContent-Disposition: form-data; ${times(size, 'filename="')}`,
  'boundaries': (size) => `${part('a', times(size, '\r\n--')).slice(0, -2)}\r\n--b--`,
}

/** Units of long texts. */
const TEXTS = ['x', ' ', '9', '<b>', 'a@', '-', '1 U.S. 1 ', 'é', '{', 'https://a/']

/** Field names that forms and endpoints read. */
const FORM_FIELDS = [
  ...[
    'username',
    'email',
    'password',
    'password_confirmation',
    'current',
    'first_name',
    'last_name',
  ],
  ...[
    'name',
    'title',
    'notes',
    'query',
    'text',
    'next',
    'rates',
    'scope',
    'right',
    'role',
    'value',
  ],
  ...[
    'label',
    'url',
    'events',
    'code',
    'days',
    'docket',
    'cluster_start',
    'decision',
    'token',
    'span',
  ],
]

/** Methods with their own body or query. HEAD, OPTIONS, and DELETE read no body and parse the query like GET. The API rejects all others. */
const METHODS = ['GET', 'POST', 'PUT', 'PATCH']

/** Routes that are skipped, with the reason. */
export const LEFT_OUT: [pattern: RegExp, reason: string][] = [
  [/\/fixture-slow/, 'runs in the database until its time limit'],
  [/^POST \/sign-out$/, 'ends the session of the test and reads no field'],
]

export async function routesOfServer(): Promise<FoundRoute[]> {
  return Object.values(router.toJSON())
    .flat()
    .flatMap(({ pattern, methods }, place) =>
      methods
        .filter((method) => METHODS.includes(method))
        .map((method) => ({ method, pattern: pattern.replace(/(.)\/$/, '$1'), place }))
    )
}

/** The declared resource of an API route. */
async function declared(pattern: string): Promise<{ methods: string[]; fields: string[] }> {
  const host = await app.container.make(PluginHost)
  const { resources, endpoints } = pattern.startsWith(PUBLIC_ROOT) ? host.publicCatalog : host
  const [, name, below = ''] = /\/rest\/v[34]\/([\w-]+)(.*)$/.exec(pattern) ?? []
  const resource = resources.all().find(({ path }) => path === name)
  if (resource) {
    const fields = [...resource.fields].flatMap(([field, one]) => (isWritable(one) ? [field] : []))
    return {
      methods: /^\/(choices|:id\/)/.test(below)
        ? ['GET']
        : resource.methods(below === '/:id' ? 'detail' : 'list'),
      fields: resource.writes.length ? fields : [],
    }
  }
  const endpoint = endpoints.find(({ path }) => path === name)
  return { methods: endpoint ? getEndpointMethods(endpoint) : ['GET'], fields: [] }
}

/** One value for each field, with the given total size. */
function filled(fields: readonly string[], text: string, size: number): Record<string, string> {
  const value = times(size / fields.length, text)
  return Object.fromEntries(fields.map((field) => [field, value]))
}

function inFields(fields: readonly string[], written: (values: Record<string, string>) => string) {
  return Object.fromEntries(
    TEXTS.map((text) => [
      `fields of ${JSON.stringify(text)}`,
      (size: number) => written(filled(fields, text, size)),
    ])
  )
}

/** Messages to the MCP server: calls of every tool, and other methods. */
async function messages(): Promise<Grown> {
  const { tools } = await app.container.make(ToolRegistry)
  const message = (method: string, params: string) =>
    `{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params}}`
  const grown: Grown = {}
  for (const method of ['initialize', 'prompts/get', 'resources/read', 'ping', 'x'])
    grown[method] = (size) => message(method, JSON_BODIES.wide!(size))
  for (const [name, { schema }] of tools) {
    const known = Object.keys((schema as { properties?: object }).properties ?? {})
    const call = (args: string) => message('tools/call', `{"name":"${name}","arguments":${args}}`)
    const inEach = (value: (size: number) => unknown) => (size: number) =>
      call(
        JSON.stringify(Object.fromEntries(known.map((one) => [one, value(size / known.length)])))
      )
    const items = (size: number, item: unknown) =>
      Array.from(
        {
          length: Math.floor(
            Math.min(size / 8, ((9000 / known.length) * (size * known.length)) / BODY_SIZE)
          ),
        },
        () => item
      )
    grown[`${name} with unknown arguments`] = (size) =>
      call(`{${each((990 * size) / BODY_SIZE, (at) => `"${`k${at}`.padEnd(900, 'y')}":1`, ',')}}`)
    grown[`${name} with long values`] = inEach((size) => times(size, 'x'))
    grown[`${name} with lists`] = inEach((size) => items(size, 'x'))
    grown[`${name} with lists of objects`] = inEach((size) => items(size, {}))
    grown[`${name} with objects`] = inEach((size) =>
      Object.fromEntries(items(Math.min(size, 900 * 8), 1).map((value, at) => [`k${at}`, value]))
    )
  }
  return grown
}

/** Some of the shapes, varying by position. */
function some(grown: Grown, count: number, place: number): Grown {
  const all = Object.entries(grown)
  return Object.fromEntries(
    Array.from({ length: count }, (_, at) => all[(place * count + at) % all.length]!)
  )
}

const asForm = (values: Record<string, string>) => String(new URLSearchParams(values))
const PAGE_FORMS = { ...FORM_BODIES, ...inFields(FORM_FIELDS, asForm) }

/**
 * Lists and searches of the latest API version, and pages. Other versions have the
 * same handlers under other names.
 */
const FIRST = /^(?!\/courtlistener\/)(?!\/api\/rest\/)|^\/api\/rest\/v4\/[\w-]+$/

/**
 * Hostile requests to a route. Skipped routes have none.
 *
 * @param path URL path that matches the route
 */
export async function hostileRequests(
  { method, pattern, place }: FoundRoute,
  path: string
): Promise<HostileRequest[]> {
  const route = `${method} ${pattern}`
  if (LEFT_OUT.some(([left]) => left.test(route))) return []
  const queries = (grown: Grown): HostileRequest[] =>
    Object.entries(grown).map(([shape, query]) => ({
      name: `${route}: ${shape}`,
      method,
      path,
      query,
    }))
  const bodies = (type: string, grown: Grown): HostileRequest[] =>
    Object.entries(grown).map(([shape, body]) => ({
      name: `${route}: ${shape} (${type.split(/[/;]/)[1]})`,
      method,
      path,
      type,
      body,
    }))
  const isFirst = FIRST.test(pattern)
  if (method === 'GET') {
    const isSearch = /\/search$/.test(pattern)
    const all = {
      ...QUERIES,
      ...(isApiPath(pattern) ? LIST_QUERIES : {}),
      ...(isSearch ? SEARCH_QUERIES : {}),
    }
    if (isSearch) return queries(all)
    return queries(some(all, isFirst ? 4 : 1, place))
  }
  if (pattern === '/mcp') return bodies(JSON_TYPE, await messages())
  if (!isApiPath(pattern))
    return [
      ...bodies(JSON_TYPE, some(JSON_BODIES, 1, place)),
      ...bodies(FORM, some(PAGE_FORMS, 3, place)),
    ]
  const { methods, fields: written } = await declared(pattern)
  // Rejected with 405 before anything is read.
  if (!methods.includes(method)) return bodies(JSON_TYPE, { 'too deep': JSON_BODIES['too deep']! })
  if (method !== 'POST' || !/\/rest\/v4\/[\w-]+$/.test(pattern))
    return bodies(JSON_TYPE, some(JSON_BODIES, 1, place))
  const fields = inFields(written.length ? written : FORM_FIELDS, JSON.stringify)
  if (!isFirst)
    return [
      ...bodies(JSON_TYPE, some({ ...JSON_BODIES, ...fields }, 2, place)),
      ...bodies(MULTIPART, some(MULTIPART_BODIES, 1, place)),
    ]
  return [
    ...bodies(JSON_TYPE, { ...JSON_BODIES, ...fields }),
    ...bodies(FORM, FORM_BODIES),
    ...bodies(MULTIPART, MULTIPART_BODIES),
  ]
}
