/**
 * Replays requests that public programs send to the public service. Each file in
 * `clients/` has the requests of a program and the keys that it reads from responses. The files
 * contain facts about the programs, and none of their code.
 */
import { readdirSync, readFileSync } from 'node:fs'
import type { ApiClient, ApiResponse } from '@japa/api-client'
import { PUBLIC_ROOT } from '#api/roots'

const FOLDER = new URL('clients/', import.meta.url)

/** A value sent in a query or form. A list sends the name once per value. */
type Sent = string | string[]

export interface RecordedRequest {
  /** Unique in its program. */
  name: string
  /** Defaults to GET. */
  method?: string
  /** Version and path below `/courtlistener/api/rest/`. A page starts with a slash. */
  path: string
  query?: Record<string, Sent>
  headers?: Record<string, string>
  /** Body as JSON, URL-encoded form, or multipart form, in the order of the program. */
  json?: unknown
  form?: Record<string, Sent>
  multipart?: Record<string, string | { file: string; filename: string; type?: string }>
  /** Documented status. Defaults to 200. */
  status?: number
  /**
   * Keys that the program reads, with their types. `results[].id` is the key of each result, and
   * `[]` is a response that is a list. A type with a question mark also allows null, and `a|b`
   * are alternatives. Every list in a path must have elements, and `rows` is a list with elements.
   */
  reads?: Record<string, string>
  /** Keys that mean an error to the program. */
  absent?: string[]
  /** Values for `{name}` in later requests of the program: the path of a key by name. */
  keeps?: Record<string, string>
  /** Follows the URL in `next` once and reads the same keys. */
  follows?: boolean
}

export interface RecordedWebhook {
  /** Code of the event. */
  event: number
  headers: string[]
  reads: Record<string, string>
}

export interface RecordedProgram {
  /** Repository of the public program, its license, and the commit that was read. */
  program: string
  license: string
  revision: string
  language: string
  requests: RecordedRequest[]
  webhooks?: RecordedWebhook[]
}

export interface Difference {
  reason: string
  /** Problems of the replay, without changes. */
  problems: string[]
}

/** Programs by file, and the declared differences. */
export function recordedPrograms(): { programs: RecordedProgram[]; differences: Difference[] } {
  const read = (name: string) => JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8'))
  const names = readdirSync(FOLDER).filter((name) => name !== 'differences.json')
  return { programs: names.sort().map(read), differences: read('differences.json') }
}

/** Values by the names used in recorded requests. */
export type Samples = Record<string, string>

export interface Replay {
  client: ApiClient
  authorization: string
  samples: Samples
  /** Content of a file by its name. */
  fileOf: (name: string, samples: Samples) => Buffer
}

/**
 * Sends the requests of a program in order.
 *
 * @returns problems, as `program / request: problem`
 */
export async function replay(program: RecordedProgram, context: Replay): Promise<string[]> {
  const samples = { ...context.samples }
  const problems: string[] = []
  for (const request of program.requests) {
    const found = await problemsOf(request, { ...context, samples })
    problems.push(...found.map((problem) => `${program.program} / ${request.name}: ${problem}`))
  }
  return problems
}

async function problemsOf(request: RecordedRequest, context: Replay): Promise<string[]> {
  const { status = 200, reads = {}, absent = [], keeps = {}, follows } = request
  const unknown = namesIn(request).find((name) => !(name in context.samples))
  if (unknown) return [`no value for ${unknown}`]
  const response = await send(request, context)
  if (response.status() !== status) {
    const detail = response.text().replace(/\s+/g, ' ').slice(0, 200)
    if (process.env.CURIA_SHOW_RESPONSES) console.log(request.name, detail)
    return [`status ${response.status()} instead of ${status}`]
  }
  const body = bodyOf(response)
  for (const [name, path] of Object.entries(keeps))
    for (const { value } of valuesAt(body, path).found) context.samples[name] ??= String(value)
  const problems = [
    ...unreadKeys(body, reads),
    ...absent.filter((key) => !valuesAt(body, key).missing).map((key) => `${key} is present`),
  ]
  if (!follows) return problems
  const { next } = body as { next?: string }
  if (!next) return [...problems, 'no next page']
  const { pathname, search } = new URL(next)
  const page = await authorized(context.client.get(pathname + search), context)
  return page.status() === 200
    ? [...problems, ...unreadKeys(bodyOf(page), reads).map((one) => `next page: ${one}`)]
    : [...problems, `next page: status ${page.status()} instead of 200`]
}

function bodyOf(response: ApiResponse): unknown {
  return /json/.test(response.header('content-type') ?? '') ? response.body() : undefined
}

type Pending = ReturnType<ApiClient['request']>

const authorized = (pending: Pending, { authorization }: Replay) =>
  pending.header('authorization', authorization)

function send(request: RecordedRequest, context: Replay): Pending {
  const { client, samples, fileOf } = context
  const { method = 'GET', query, headers = {}, json, form, multipart } = request
  const filled = (text: string) => fill(text, samples)
  const path = filled(request.path)
  const isPage = path.startsWith('/')
  const where = isPage ? path : `${PUBLIC_ROOT}${path}`
  const asked = query ? `${where}?${encoded(query, filled)}` : where
  const pending = authorized(client.request(asked, method), context).redirects(isPage ? 5 : 0)
  for (const [name, value] of Object.entries(headers)) pending.header(name, filled(value))
  if (json !== undefined) return pending.json(JSON.parse(filled(numbers(JSON.stringify(json)))))
  if (form) return pending.form(encoded(form, filled))
  for (const [name, value] of Object.entries(multipart ?? {})) {
    if (typeof value === 'string') pending.field(name, filled(value))
    else
      pending.file(name, fileOf(value.file, samples), {
        filename: value.filename,
        contentType: value.type,
      })
  }
  return pending
}

function encoded(sent: Record<string, Sent>, filled: (text: string) => string): string {
  const pairs = Object.entries(sent).flatMap(([name, value]) =>
    [value].flat().map((each): [string, string] => [name, filled(each)])
  )
  return new URLSearchParams(pairs).toString()
}

/** `{#name}` in a JSON body is a number. */
const numbers = (text: string) => text.replace(/"\{#([a-z_.]+)\}"/g, '{$1}')

function namesIn(request: RecordedRequest): string[] {
  return [...JSON.stringify(request).matchAll(/\{#?([a-z_.]+)\}/g)].map(([, name]) => name!)
}

function fill(text: string, samples: Samples): string {
  return text.replace(/\{([a-z_.]+)\}/g, (_, name: string) => samples[name]!)
}

/** Problems with the keys that a program reads. */
export function unreadKeys(body: unknown, reads: Record<string, string>): string[] {
  const problems = Object.entries(reads).flatMap(([path, type]) => {
    const { found, missing } = valuesAt(body, path)
    if (missing) return [missing]
    const wrong = found.find(({ value }) => !hasType(value, type))
    return wrong ? [`${path} is ${kindOf(wrong.value)} instead of ${type}`] : []
  })
  return [...new Set(problems)]
}

interface Found {
  value: unknown
}

/** Every value at a path, or the part of the path that is missing. */
function valuesAt(body: unknown, path: string): { found: Found[]; missing?: string } {
  let found: Found[] = [{ value: body }]
  const passed: string[] = []
  for (const step of path.match(/\[\]|[^.[\]]+/g) ?? []) {
    passed.push(step)
    const where = passed.join('.').replaceAll('.[]', '[]')
    // Whether a parent may be null is checked with its type.
    const parents = found.filter(({ value }) => value !== null)
    if (step === '[]') {
      if (parents.some(({ value }) => !Array.isArray(value)))
        return { found, missing: `${where} isn't a list` }
      found = parents.flatMap(({ value }) => (value as unknown[]).map((each) => ({ value: each })))
      if (!found.length) return { found, missing: `${where} is empty` }
    } else {
      const without = parents.some(
        ({ value }) => typeof value !== 'object' || !Object.hasOwn(value as object, step)
      )
      if (without || !parents.length) return { found, missing: `${where} is missing` }
      found = parents.map(({ value }) => ({ value: (value as Record<string, unknown>)[step] }))
    }
  }
  return { found }
}

const CHECKS: Record<string, (value: unknown) => boolean> = {
  any: () => true,
  string: (value) => typeof value === 'string',
  text: (value) => typeof value === 'string' && value !== '',
  url: (value) => typeof value === 'string' && URL.canParse(value),
  date: (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value),
  datetime: (value) =>
    typeof value === 'string' && /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/.test(value),
  integer: (value) => Number.isInteger(value),
  int32: (value) => Number.isInteger(value) && Math.abs(value as number) < 2 ** 31,
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  array: (value) => Array.isArray(value),
  rows: (value) => Array.isArray(value) && value.length > 0,
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
}

function hasType(value: unknown, type: string): boolean {
  const [, names, optional] = /^(.*?)(\??)$/.exec(type)!
  if (value === null) return optional === '?' || names === 'any'
  return names!.split('|').some((name) => {
    const check = CHECKS[name]
    if (!check) throw new Error(`Unknown type "${name}"`)
    return check(value)
  })
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}
