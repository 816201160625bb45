/** Writes changes as JSON, with the records on request. */
import type { Reader } from '#app/database/reader'
import type { ApiRequest } from '#api/api_request'
import { parseFilters } from '#api/filters/parse'
import { getQueryCompiler, ROW } from '#api/query'
import type { Resource } from '#api/resource'
import { Selection } from '#api/select/selection'
import { encodeCursor } from './cursors.js'
import type { FeedPage, RecordChange } from './feed_reader.js'

/** Records per statement. */
const RECORDS_AT_ONCE = 20
/** Characters of records in a response; the changes after them are in the next response. */
const MAX_LENGTH = 8_000_000

export interface WrittenPage {
  /** JSON text of each change, with its cursor. */
  changes: { json: string; cursor: string }[]
  /** Cursor after all of them. */
  cursor: string
  more: boolean
}

type Place = Pick<ApiRequest, 'base' | 'catalog' | 'viewer'> & { readOnly: boolean }

export class FeedWriter {
  constructor(readonly reader: Pick<Reader, 'rows'>) {}

  /** @param included keys that records have in addition; null without records */
  async write(
    page: FeedPage,
    place: Place,
    included: readonly string[] | null
  ): Promise<WrittenPage> {
    const written: WrittenPage['changes'] = []
    let length = 0
    for (let at = 0; at < page.changes.length; at += RECORDS_AT_ONCE) {
      const some = page.changes.slice(at, at + RECORDS_AT_ONCE)
      const records = included ? await this.#records(some, place, included) : undefined
      for (const change of some) {
        const record = records && (records.get(change.resource)?.get(change.key) ?? 'null')
        const cursor = encodeCursor(change.cursor)
        const json = writeChange(change, place.base, { cursor, record })
        length += json.length
        written.push({ json, cursor })
      }
      if (length > MAX_LENGTH && at + RECORDS_AT_ONCE < page.changes.length)
        return { changes: written, cursor: written.at(-1)!.cursor, more: true }
    }
    return { changes: written, cursor: encodeCursor(page.cursor), more: page.more }
  }

  /** The records that exist, by resource and key. */
  async #records(
    changes: readonly RecordChange[],
    { base, catalog, viewer, readOnly }: Place,
    included: readonly string[]
  ): Promise<Map<Resource, Map<string, string>>> {
    const found = new Map<Resource, Map<string, string>>()
    const shown = changes.filter(({ kind }) => kind !== 'deleted' && kind !== 'merged')
    const whole = Selection.parse(undefined, undefined, [], included)
    const selection = readOnly ? whole.withoutCredentials() : whole
    for (const [resource, some] of Map.groupBy(shown, (change) => change.resource)) {
      const keys = [...new Set(some.map(({ key }) => key))]
      const { statement, values } = getQueryCompiler(catalog.resources).byKeys(resource, keys, {
        base,
        suffix: '/',
        viewer,
        selection,
        filters: parseFilters(resource, new Map()).tree,
      })
      const rows = await this.reader.rows(statement, values)
      found.set(resource, new Map(rows.map((row) => [row[ROW.key]!, row[ROW.document]!])))
    }
    return found
  }
}

/**
 * A change as JSON text.
 *
 * @param base URL of the version
 * @param added the change's cursor, and the JSON text of the record
 */
export function writeChange(
  { kind, resource, key, date, into }: RecordChange,
  base: string,
  { cursor, record }: { cursor?: string; record?: string } = {}
): string {
  const id = (text: string) => (resource.key.type === 'integer' ? text : JSON.stringify(text))
  const members = [
    `"change":${JSON.stringify(kind)}`,
    `"resource":${JSON.stringify(resource.path)}`,
    `"id":${id(key)}`,
    `"resource_uri":${JSON.stringify(`${base}${resource.path}/${encodeURIComponent(key)}/`)}`,
    `"date":${JSON.stringify(date.toISOString())}`,
    ...(cursor === undefined ? [] : [`"cursor":${JSON.stringify(cursor)}`]),
    ...(into === undefined ? [] : [`"merged_into":${id(into)}`]),
    ...(record === undefined ? [] : [`"record":${record}`]),
  ]
  return `{${members.join(',')}}`
}
