/** Sends generated bodies to the operations of an OpenAPI document and checks the results. */
import app from '@adonisjs/core/services/app'
import type { ApiClient } from '@japa/api-client'
import { RightRegistry } from '#app/accounts/rights'
import { PluginHost } from '#core/plugin_host'
import type { Catalog } from '#api/catalog'
import { OWN_ROOT, PUBLIC_ROOT } from '#api/roots'
import { makeAccount, type TestAccount } from '#tests/helpers/accounts'
import { openApiChecker } from '#tests/helpers/openapi_checker'
import type { Operation } from '#tests/helpers/openapi_operations'
import { sampleFile } from './client_samples.js'
import { convertDocumented, edgeValues, fieldSchemas, type Body } from './write_bodies.js'
import { brokenRule } from './write_rules.js'

export const ROOTS = [OWN_ROOT, PUBLIC_ROOT]
const MEMBERSHIP = { level: 'tier_4', payment_status: 'succeeded', termination_date: null }

/**
 * Every nth body is sent. Both roots, and creations and changes, read bodies with the same
 * code.
 */
const SHARE: Record<string, number> = { [OWN_ROOT]: 1, [PUBLIC_ROOT]: 6 }
const SHARE_OF_CHANGES = 3

const JSON_TYPE = 'application/json'

export interface Context {
  client: ApiClient
  root: string
  catalog: Catalog
  document: any
  check: ReturnType<typeof openApiChecker>
  account: TestAccount
}

/** Reads the document of a root, as an account with every right. */
export async function openContext(client: ApiClient, root: string): Promise<Context> {
  const rights = (await app.container.make(RightRegistry)).names
  const account = await makeAccount({ rights, membership: MEMBERSHIP, confirmed: true })
  const document = (await client.get(`${root}v4/openapi.json`)).body()
  const { catalogs } = await app.container.make(PluginHost)
  const catalog = catalogs[ROOTS.indexOf(root)]!
  return { client, root, catalog, document, check: openApiChecker(document), account }
}

/** Creates the records that bodies refer to. */
export async function makeParents(context: Context): Promise<Record<string, number>> {
  const make = async (path: string, body: Body) => {
    const response = await send(context, 'post', `${context.root}v4/${path}/`, body)
    if (response.status() !== 201) throw new Error(`${path}: ${response.text()}`)
    return response.body().id as number
  }
  const webhook = await make('webhooks', { url: 'https://example.org/', event_type: 1 })
  await make('webhook-deliveries', { webhook })
  return { tag: await make('tags', { name: 'parent' }), webhook }
}

/** Sends a request as the account; a body of another type than JSON is sent in parts. */
export function send(
  { client, account }: Context,
  method: string,
  url: string,
  body: unknown,
  type = JSON_TYPE
) {
  const request = client
    .request(url, method.toUpperCase())
    .header('authorization', account.authorization)
    .redirects(0)
  if (body === undefined) return request
  if (type === JSON_TYPE) {
    // Also sends null and texts.
    request.request.type(type).send(JSON.stringify(body))
    return request
  }
  request.file('filepath_local', sampleFile('page'), { filename: 'page.html' })
  for (const [name, value] of Object.entries(body as Body)) request.field(name, textOf(value))
  return request
}

type Response = Awaited<ReturnType<typeof send>>

interface Trial {
  type: string
  path: string
  valid: Body
  counts: Map<string, number>
}

/** Sends the bodies of an operation, and describes what contradicts its declaration. */
export async function tryOperation(
  context: Context,
  operation: Operation,
  { type, path, valid, counts }: Trial
): Promise<string[]> {
  const { root, document } = context
  const { method } = operation
  const pointer = operation.bodies[type]!
  const fields = fieldSchemas(document, pointer)
  const isCreate = method === 'post'
  const list = `${root}v4/${operation.path.replace('/{id}/', '/').slice(1)}`
  const known = fields.map(([name]) => name)
  const base = Object.fromEntries(Object.entries(valid).filter(([name]) => known.includes(name)))
  const isEndpoint = context.catalog.endpoints.some(({ path: each }) => list.endsWith(`/${each}/`))
  const target = isCreate ? undefined : await create(context, list, valid)
  const problems: string[] = []
  const share = SHARE[root]! * (isCreate ? 1 : SHARE_OF_CHANGES)
  let turn = 0
  for (const body of bodiesOf(base, fields)) {
    if (turn++ % share && turn > 3) continue
    if (type !== JSON_TYPE && !isObject(body)) continue
    const url = target === undefined ? list : `${list}${target}/`
    const response = await send(context, method, url, body, type)
    const said = `${method} ${path} ${JSON.stringify(body).slice(0, 300)} → ${response.status()}`
    problems.push(...findResponseProblems(context, operation, response, said))
    const faults = bodyFaults(context, pointer, type === JSON_TYPE ? body : asParts(body, fields))
    if (response.status() < 300) {
      count(counts, 'accepted')
      if (faults.length) problems.push(`${said}, but ${faults[0]}`)
      if (isCreate && !isEndpoint) await destroy(context, list, response)
    } else if (faults.length) count(counts, 'forbidden')
    else if (brokenRule(path, response.status(), response.body())) count(counts, 'rule')
    else problems.push(`${said}: ${response.text().slice(0, 200)}`)
  }
  if (target !== undefined) await send(context, 'delete', `${list}${target}/`, undefined)
  return problems
}

/** Bodies with one field changed or left out, and bodies that aren't objects. */
function* bodiesOf(base: Body, fields: [name: string, options: any[]][]): Generator<unknown> {
  yield base
  yield { ...base, no_such_field: 'x' }
  yield* [{}, [], null, 'x', 1, [base], [base, { ...base, no_such_field: 1 }]]
  for (const [name, options] of fields) {
    const without = { ...base }
    delete without[name]
    yield without
    if (options.some(({ format }) => format === 'binary')) continue
    for (const value of edgeValues(options)) yield { ...base, [name]: value }
  }
}

/** A body as it is sent in parts: texts and a file, without empty values of other types. */
function asParts(body: unknown, fields: [name: string, options: any[]][]): Body {
  const texts = Object.entries(body as Body).map(([name, value]): [string, string] => [
    name,
    textOf(value),
  ])
  const isText = (name: string) =>
    fields.some(
      ([each, options]) =>
        each === name && options.some(({ type }) => [type].flat().includes('string'))
    )
  const kept = texts.filter(([name, value]) => value !== '' || isText(name))
  return { ...Object.fromEntries(kept), filepath_local: 'x' }
}

function textOf(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** How a body differs from its schema after the documented conversions. */
function bodyFaults({ check, document }: Context, pointer: string, body: unknown): string[] {
  const convert = (one: unknown) =>
    isObject(one) ? convertDocumented(document, pointer, one) : one
  const faults = check(pointer, [body])
  if (!faults.length) return faults
  return check(pointer, [Array.isArray(body) ? body.map(convert) : convert(body)])
}

function isObject(body: unknown): body is Body {
  return typeof body === 'object' && body !== null && !Array.isArray(body)
}

/** How a response differs from its declaration. */
export function findResponseProblems(
  { check }: Context,
  { responses }: Operation,
  response: Response,
  said: string
): string[] {
  const declared = responses[response.status()]
  if (!declared) return [`${said}, which isn't declared: ${response.text().slice(0, 200)}`]
  if (!declared.schema) return []
  return check(declared.schema, [response.body()])
    .slice(0, 2)
    .map((fault) => `${said}: response ${fault}`)
}

async function create(context: Context, list: string, valid: Body): Promise<number> {
  const response = await send(context, 'post', list, valid)
  if (response.status() !== 201) throw new Error(`${list}: ${response.text()}`)
  return response.body().id
}

/** Removes created records, which would make the next body a duplicate. */
async function destroy(context: Context, list: string, response: Response): Promise<void> {
  for (const { id } of [response.body()].flat())
    await send(context, 'delete', `${list}${id}/`, undefined)
}

function count(counts: Map<string, number>, outcome: string): void {
  counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
}
