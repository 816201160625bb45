/**
 * A simulator of the public service's API, version 4, as the contract describes it: accounts,
 * filters across relations, cursors and page numbers, limits, and its quirks. Its clock is that of
 * the test.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { makeRecord, readResources, type Json, type SimulatedResource } from './records.js'

const PAGE = 20
/** Largest offset of a cursor among equal positions. */
const MAX_OFFSET = 1_000
const PREFIX = '/api/rest/v4/'
/** Parameters that aren't filters. */
const CONTROLS = ['page', 'page_size', 'cursor', 'order_by', 'format', 'fields', 'omit', 'count']
/** Fields of rows that a filter across a relation reads, where it isn't a field of the record. */
const RELATIONS: Record<string, string[]> = {
  'parties.docket': ['party_types', 'docket'],
  'attorneys.docket': ['parties_represented', 'docket'],
}

export type Fault =
  | { status: number; body?: string; headers?: Record<string, string> }
  /** The connection ends in the middle of the response. */
  | 'cut'

export class PublicService {
  readonly requests: string[] = []
  readonly #records = new Map<string, Map<string, Json>>()
  readonly #merged = new Map<string, { status: number; location?: string }>()
  #resources = new Map<string, SimulatedResource>()
  #server = createServer((request, response) => this.#respond(request, response))
  /** Time of its clock. */
  now = () => new Date()
  /** Whether accounts are required, and which token is known. */
  token: string | undefined
  /** Faults by request; runs before each. */
  fault: (path: string, count: number) => Fault | undefined = () => undefined
  /** Runs before each page of a list. */
  onList: (path: string, query: URLSearchParams) => void = () => {}
  /** Rows of `api-usage`. */
  usage: Json[] = []

  static async start(): Promise<PublicService> {
    const service = new PublicService()
    service.#resources = await readResources()
    await new Promise<void>((resolve) => service.#server.listen(0, '127.0.0.1', resolve))
    return service
  }

  stop(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  get base(): string {
    return `${this.url}${PREFIX}`
  }

  get paths(): string[] {
    return [...this.#resources.keys()]
  }

  link(path: string, id: number | string): string {
    return `${this.base}${path}/${id}/`
  }

  /** Adds or replaces a record; sets the date that a write sets. */
  put(path: string, given: Json & { id: number | string }): Json {
    const table = this.#table(path)
    const known = table.get(String(given.id))
    const date = formatTime(this.now())
    const record: Json = {
      ...(known ?? makeRecord(this.#resources.get(path)!, this.base, given)),
      ...(known ? {} : { date_created: date }),
      date_modified: date,
      ...given,
    }
    if (!this.#resources.get(path)!.fields.has('date_modified')) delete record.date_modified
    if (!this.#resources.get(path)!.fields.has('date_created')) delete record.date_created
    table.set(String(given.id), record)
    return record
  }

  remove(path: string, id: number | string, gone?: { status: number; location?: string }): void {
    this.#table(path).delete(String(id))
    if (gone) this.#merged.set(`${path}/${id}`, gone)
  }

  records(path: string): Json[] {
    return [...this.#table(path).values()].map((record) => this.#shown(path, record))
  }

  #table(path: string): Map<string, Json> {
    const known = this.#records.get(path) ?? new Map<string, Json>()
    this.#records.set(path, known)
    return known
  }

  /** A record as responses show it: with the documents of an entry. */
  #shown(path: string, record: Json): Json {
    if (path !== 'docket-entries') {
      const { docket_entry: _, ...shown } = record
      return shown
    }
    const documents = [...this.#table('recap-documents').values()]
      .filter(({ docket_entry: entry }) => entry === record.id)
      .sort((one, other) => Number(one.id) - Number(other.id))
    const shown = documents.map((document) => this.#shown('recap-documents', document))
    return { ...record, recap_documents: shown }
  }

  #respond(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url!, this.url)
    const path = url.pathname.slice(PREFIX.length)
    this.requests.push(`${path}${decodeURIComponent(url.search)}`)
    response.setHeader('date', this.now().toUTCString())
    const send = (status: number, body: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }
    const fault = this.fault(path, this.requests.length)
    if (fault === 'cut') {
      response.writeHead(200, { 'content-length': '1000' }).write('{"count": 3, "resul')
      setImmediate(() => response.destroy())
      return
    }
    if (fault) {
      response.writeHead(fault.status, fault.headers).end(fault.body ?? '<h1>Bad gateway</h1>')
      return
    }
    const [name = '', key] = path.split('/')
    const resource = this.#resources.get(name)
    const known = request.headers.authorization === `Token ${this.token}`
    if (path === '')
      return send(200, Object.fromEntries(this.paths.map((one) => [one, `${this.base}${one}/`])))
    if (request.headers.authorization && !known) return send(401, { detail: 'Invalid token.' })
    if (name === 'api-usage')
      return known ? send(200, { current_usage: this.usage }) : send(401, { detail: 'No.' })
    if (!resource) return void response.writeHead(404).end('<h1>Not found</h1>')
    if (resource.needsAccount && !known)
      return send(401, { detail: 'Authentication credentials were not provided.' })
    if (key) return this.#detail(name, key, response, send)
    this.onList(name, url.searchParams)
    this.#list(resource, url, send)
  }

  #detail(
    path: string,
    key: string,
    response: ServerResponse,
    send: (status: number, body: unknown) => void
  ): void {
    const record = this.#table(path).get(decodeURIComponent(key))
    if (record) return send(200, this.#shown(path, record))
    const { status = 404, location } = this.#merged.get(`${path}/${key}`) ?? {}
    if (location) response.setHeader('location', location)
    send(status, { detail: `No ${path} matches the given query.` })
  }

  #list(resource: SimulatedResource, url: URL, send: (status: number, body: unknown) => void) {
    const { path, filters, cursor } = resource
    const given = [...url.searchParams].filter(([name]) => !CONTROLS.includes(name))
    const unknown = given.map(([name]) => name).filter((name) => !isKnown(resource, name))
    if (filters && unknown.length)
      return send(400, {
        detail: 'Unknown filter parameters are not allowed.',
        unknown_params: unknown,
      })
    let rows = [...this.#table(path).values()]
    // Lists without filters ignore them.
    if (filters)
      for (const [name, value] of given)
        rows = rows.filter((row) => this.#matches(path, row, name, value))
    const order = url.searchParams.get('order_by') ?? '-id'
    const column = order.replace(/^-/, '')
    const sign = order.startsWith('-') ? -1 : 1
    rows.sort((one, other) => sign * compare(one[column], other[column]))
    if (cursor.includes(column))
      return this.#cursorPage(resource, url, { rows, column, sign }, send)
    const page = Number(url.searchParams.get('page') ?? 1)
    const results = rows.slice((page - 1) * PAGE, page * PAGE)
    if (page > 1 && !results.length) return send(404, { detail: 'Invalid page.' })
    const next = page * PAGE < rows.length ? withParameter(url, 'page', String(page + 1)) : null
    send(200, { count: rows.length, next, previous: null, results: this.#rows(path, results) })
  }

  /** Cursors as in the contract, section 4, with the defect of cursors without a position. */
  #cursorPage(
    { path }: SimulatedResource,
    url: URL,
    { rows, column, sign }: { rows: Json[]; column: string; sign: number },
    send: (status: number, body: unknown) => void
  ): void {
    const text = url.searchParams.get('cursor')
    let from = 0
    let position: string | null = null
    if (text !== null) {
      const parts = new URLSearchParams(Buffer.from(text, 'base64').toString('latin1'))
      position = parts.get('p')
      if (position === null) return send(404, { detail: 'Invalid cursor' })
      const value = column === 'id' ? Number(position) : position
      const isAfter = (row: Json) => sign * compare(positionOf(row[column]), value) > 0
      const first = rows.findIndex(isAfter)
      from = (first < 0 ? rows.length : first) + Math.min(Number(parts.get('o') ?? 0), MAX_OFFSET)
    }
    const results = rows.slice(from, from + PAGE)
    const following = rows[from + PAGE]
    let next: string | null = null
    if (following) {
      const value = positionOf(following[column])
      const at = results.findLastIndex((row) => positionOf(row[column]) !== value)
      const parts = new URLSearchParams()
      const before = results.length - 1 - at
      // All of these rows are equal: the position of the last cursor remains, and the first page has none.
      const offset = at < 0 ? before + (text === null ? 0 : from - firstAfter()) : before
      if (offset) parts.set('o', String(offset))
      if (at >= 0) parts.set('p', String(positionOf(results[at]![column])))
      else if (position !== null) parts.set('p', position)
      next = withParameter(url, 'cursor', Buffer.from(String(parts)).toString('base64'))
    }
    function firstAfter(): number {
      const value = column === 'id' ? Number(position) : position
      const first = rows.findIndex((row) => sign * compare(positionOf(row[column]), value) > 0)
      return first < 0 ? rows.length : first
    }
    const count = withParameter(url, 'count', 'on')
    send(200, { count, next, previous: null, results: this.#rows(path, results) })
  }

  #rows(path: string, rows: Json[]): Json[] {
    return rows.map((row) => this.#shown(path, row))
  }

  #matches(path: string, row: Json, name: string, value: string): boolean {
    const parts = name.split('__')
    const lookup = /^(gte|gt|lte|lt|startswith)$/.test(parts.at(-1)!) ? parts.pop()! : 'exact'
    return this.#values(path, row, parts).some((found) => {
      if (found === null || found === undefined) return false
      const order = compareAs(found, value)
      if (lookup === 'startswith') return String(found).startsWith(value)
      if (lookup === 'exact') return order === 0
      return (
        (lookup.startsWith('g') ? order > 0 : order < 0) || (lookup.endsWith('e') && order === 0)
      )
    })
  }

  /** The values that a filter reads, across relations. */
  #values(path: string, row: Json, parts: string[]): unknown[] {
    const [name = '', ...rest] = parts
    const shown = this.#shown(path, row)
    if (path === 'recap-documents' && name === 'docket_entry')
      return this.#follow([this.link('docket-entries', String(row.docket_entry))], rest)
    const relation = RELATIONS[`${path}.${name}`]
    if (relation) {
      const [list, field] = relation as [string, string]
      return this.#follow(
        (shown[list] as Json[]).map((one) => one[field]),
        rest
      )
    }
    const value = shown[name]
    if (Array.isArray(value) && typeof value[0] === 'object')
      return (value as Json[]).flatMap((one) =>
        rest.length ? this.#values('', one, rest) : [one.id]
      )
    return this.#follow(Array.isArray(value) ? value : [value], rest)
  }

  #follow(values: unknown[], rest: string[]): unknown[] {
    return values.flatMap((value) => {
      const [, path, key] = /\/v4\/([^/]+)\/([^/]+)\/$/.exec(String(value)) ?? []
      if (path === undefined) {
        const nested = typeof value === 'object' && value !== null
        return nested ? [(value as Json).id] : [value]
      }
      if (!rest.length) return [decodeURIComponent(key!)]
      const target = this.#table(path).get(decodeURIComponent(key!))
      return target ? this.#values(path, target, rest) : []
    })
  }
}

/** A time as the public service shows it: with an offset, and without a fraction if it is zero. */
export function formatTime(date: Date): string {
  const shifted = new Date(date.getTime() - 7 * 3_600_000).toISOString()
  const [seconds, fraction] = [shifted.slice(0, 19), shifted.slice(20, 23)]
  return `${seconds}${fraction === '000' ? '' : `.${fraction}000`}-07:00`
}

function isKnown({ filters }: SimulatedResource, name: string): boolean {
  const parts = name.split('__')
  return parts.length <= 6 && !!filters?.has(parts[0]!.replace(/!$/, ''))
}

/** Ascending, with null last. */
function compare(one: unknown, other: unknown): number {
  if (one === other) return 0
  if (one === null || one === undefined) return 1
  if (other === null || other === undefined) return -1
  return compareAs(one, String(other))
}

function compareAs(one: unknown, other: string): number {
  if (typeof one === 'number') return one - Number(other)
  const text = String(one)
  if (/^\d{4}-\d\d-\d\dT/.test(text)) return Date.parse(text) - Date.parse(other)
  if (/^\d+$/.test(text) && /^\d+$/.test(other)) return Number(text) - Number(other)
  return text < other ? -1 : text > other ? 1 : 0
}

function positionOf(value: unknown): unknown {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)
    ? new Date(value).toISOString()
    : value
}

function withParameter(url: URL, name: string, value: string): string {
  const changed = new URL(url)
  changed.searchParams.set(name, value)
  changed.searchParams.sort()
  return String(changed)
}
