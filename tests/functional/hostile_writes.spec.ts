/**
 * Every field of every write endpoint with values it doesn't accept, generated from the
 * declarations: under both roots, in both versions, and in each encoding. The other fields of
 * the body are valid, so that the value reaches the code that reads it. Plugins that accept
 * files or credentials have their own tests.
 */
import { randomUUID } from 'node:crypto'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import type { Resource } from '#api/resource'
import type { ResourceRegistry } from '#api/registry'
import type { Version } from '#api/version'
import { isWritable, type WritableField } from '#api/writes/validate'
import { PluginHost } from '#core/plugin_host'
import { makeAccount, type TestAccount } from '#tests/helpers/accounts'
import { sampleDecision } from '#plugins/case_law/public'
import { hostileBodies, type SentBody } from '#tests/helpers/hostile_values'
import { EVERYTHING } from '#tests/helpers/long_tests'
import { searchReady } from '#tests/helpers/search_indexes'

type Body = Record<string, unknown>

interface Place {
  registry: ResourceRegistry
  version: Version
  account: TestAccount
  /** Records of the account to which others belong, by resource. */
  owned: Map<string, string>
}

/**
 * Valid values, if the declaration isn't sufficient to create them; `nth` makes records
 * distinct.
 */
const RIGHT: Record<string, (nth: number) => unknown> = {
  cluster_start: () => decision(249, 47),
  cluster_end: () => decision(283, 697),
  query: () => 'q=ink',
  rate: () => 'dly',
  event_type: (nth) => nth + 1,
  url: (nth) => `https://receiver.example/${nth}`,
}
/** Two roots with two versions. */
const PLACES = 4

const RIGHT_TARGETS: Record<string, string> = {
  archive_documents: 'is_available IS NOT TRUE',
}

/** The path of a decision in the sample archive, by citation. */
async function decision(volume: number, page: number): Promise<string> {
  const database = await app.container.make('lucid.db')
  const found = await database.transaction((trx) =>
    sampleDecision(trx, { volume, reporter: 'U.S.', page })
  )
  return `/opinion/${found!}/`
}

const holdsSecrets = ({ fields }: Resource) =>
  [...fields.values()].some((field) => field.kind === 'value' && field.secret)
const isProbed = (resource: Resource) =>
  resource.writes.includes('create') && !resource.file && !holdsSecrets(resource)
const writable = ({ fields }: Resource) =>
  [...fields].filter((each): each is [string, WritableField] => isWritable(each[1]))

test.group('fields of write endpoints', (group) => {
  group.setup(searchReady)

  let places = 0
  for (const [at, root] of ['own root', 'public root'].entries()) {
    for (const version of ['v4', 'v3'] as const) {
      const nth = places++
      test(`do not cause server errors: ${root}, ${version}`, async ({ assert }) => {
        const { catalogs } = await app.container.make(PluginHost)
        const registry = catalogs[at]!.resources
        const failures: string[] = []
        let sent = 0
        for (const resource of registry.all().filter(isProbed)) {
          if (!resource.versions.includes(version)) continue
          const account = await makeAccount()
          const place = { registry, version, account, owned: new Map<string, string>() }
          for await (const { where, status, text } of probe(resource, place, nth)) {
            sent++
            if (status >= 500 || !text.startsWith('{'))
              failures.push(`${where}: ${status} ${text.slice(0, 200)}`)
          }
        }
        assert.deepEqual(failures, [])
        assert.isAbove(sent, 100)
      }).timeout(600_000)
    }
  }
})

/**
 * Sends values in POST, PATCH, and PUT requests in turn. They share the code that reads
 * values, so each value is sent in one place, or with `CURIA_TEST_EVERYTHING` in two that differ in
 * root and version.
 */
async function* probe(resource: Resource, place: Place, nth: number) {
  const list = `${place.registry.root}${place.version}/${resource.path}/`
  const record = await made(resource, place)
  const right = await rightBody(resource, place, 1)
  let turn = 0
  for (const [name, field] of writable(resource)) {
    const isChanged = resource.writes.includes('update') && !field.createOnly
    const methods = isChanged ? ['POST', 'PATCH', 'PUT'] : ['POST']
    for (const { what, body } of hostileBodies(name)) {
      if (!isPlaceOf(turn++, nth)) continue
      const method = methods[Math.floor(turn / PLACES) % methods.length]!
      const path = method === 'POST' ? list : record
      const answer = await send(method, path, place, body(method === 'PATCH' ? {} : right))
      yield { where: `${method} ${path} ${name}: ${what}`, ...answer }
      if (answer.status === 201) await removeAllBut(resource, record, place)
    }
  }
}

function isPlaceOf(turn: number, nth: number): boolean {
  const chosen = turn % PLACES
  return nth === chosen || (EVERYTHING && nth === PLACES - 1 - chosen)
}

async function send(method: string, path: string, { account }: Place, { type, bytes }: SentBody) {
  const response = await fetch(`http://${process.env.HOST}:${process.env.PORT}${path}`, {
    method,
    headers: { 'authorization': account.authorization, 'content-type': type },
    body: new Uint8Array(bytes),
  })
  return { status: response.status, text: await response.text() }
}

/** Path of a new record. */
async function made(resource: Resource, place: Place): Promise<string> {
  const list = `${place.registry.root}${place.version}/${resource.path}/`
  const bytes = Buffer.from(JSON.stringify(await rightBody(resource, place, 0)))
  const { status, text } = await send('POST', list, place, { type: 'application/json', bytes })
  if (status !== 201) throw new Error(`POST ${list} ${bytes}: ${status} ${text}`)
  return `${list}${JSON.parse(text).id}/`
}

/** An optional field that a body needs, because one of several is required. */
const ALTERNATIVES: Record<string, string> = { notes: 'docket' }

async function rightBody(resource: Resource, place: Place, nth: number): Promise<Body> {
  const body: Body = {}
  for (const [name, field] of writable(resource))
    if (field.required || ALTERNATIVES[resource.path] === name)
      body[name] = await rightValue(name, field, place, nth)
  return body
}

async function rightValue(name: string, field: WritableField, place: Place, nth: number) {
  const right = await RIGHT[name]?.(nth)
  if (right !== undefined) return right
  if (field.kind !== 'value') return targetOf(place.registry.get(field.resource), place, nth)
  if (field.choices) return field.choices[0]!.value
  if (field.format === 'lowercase-slug') return `x-${randomUUID()}`
  return field.type === 'string' ? 'x' : 1
}

async function targetOf(target: Resource, place: Place, nth: number): Promise<string> {
  if (target.ownership) {
    const known = place.owned.get(target.path) ?? (await made(target, place)).split('/').at(-2)!
    place.owned.set(target.path, known)
    return known
  }
  const database = await app.container.make('lucid.db')
  const rows = await database
    .from(target.table)
    .whereRaw(RIGHT_TARGETS[target.table] ?? 'TRUE')
    .orderBy('id')
    .limit(2)
  return String(rows[nth]!.id)
}

async function removeAllBut(resource: Resource, record: string, { account }: Place) {
  const database = await app.container.make('lucid.db')
  const { column, parent } = resource.ownership!
  const rows = database.from(resource.table).whereNot('id', record.split('/').at(-2)!)
  if (column) await rows.where(column, account.id).delete()
  else
    await rows
      .whereIn(parent!.column, (query) =>
        query.from(parent!.resource.table).where('user_id', account.id).select('id')
      )
      .delete()
}
