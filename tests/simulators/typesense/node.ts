/** One node: the log entries it has applied. */
import { parseFilter } from './filter.js'
import {
  BadRequest,
  parseLine,
  Refusal,
  Store,
  type Document,
  type LineResult,
  type Schema,
} from './store.js'
import { runSearch, type Parameters } from './search.js'

/** A write. Nodes apply writes in log order. */
export type Entry =
  | { op: 'import'; collection: string; documents: Document[]; action: string }
  | { op: 'remove'; collection: string; filter: string }
  | { op: 'create'; schema: Schema }
  | { op: 'drop'; collection: string }
  | { op: 'alias'; name: string; collection: string }
  | { op: 'unalias'; name: string }

/** Maximum characters of the parameters of a GET (§2). */
const LONGEST_GET = 4_000
const MOST_SEARCHES = 50

export class Contents {
  readonly collections = new Map<string, Store>()
  readonly aliases = new Map<string, string>()

  constructor(readonly mostOperations: number) {}

  /** Returns the response to the write. @throws `Refusal` if nothing was written */
  apply(entry: Entry): unknown {
    switch (entry.op) {
      case 'import': {
        const store = this.store(entry.collection)
        return entry.documents.map((one): LineResult => store.write(one, entry.action))
      }
      case 'remove': {
        const store = this.store(entry.collection)
        const matches = parseFilter(entry.filter, store, {
          ...{ candidates: 4, mostOperations: this.mostOperations },
        })
        const gone = [...store.documents.values()].filter(matches)
        for (const document of gone) store.remove(document)
        return { num_deleted: gone.length }
      }
      case 'create': {
        const { schema } = entry
        if (this.collections.has(schema.name))
          throw new Refusal(409, `A collection with name \`${schema.name}\` already exists.`)
        this.collections.set(schema.name, new Store(schema))
        return schema
      }
      case 'drop':
        if (!this.collections.delete(entry.collection)) throw new Refusal(404, 'Not found.')
        return { name: entry.collection }
      case 'alias':
        this.aliases.set(entry.name, entry.collection)
        return { name: entry.name, collection_name: entry.collection }
      case 'unalias':
        if (!this.aliases.delete(entry.name)) throw new Refusal(404, 'Not found.')
        return { name: entry.name }
    }
  }

  /** Finds a collection by name or alias (§11). @throws `Refusal` */
  store(name: string): Store {
    const store = this.collections.get(this.aliases.get(name) ?? name)
    if (!store) throw new Refusal(404, 'Not found.')
    return store
  }

  search(collection: string, parameters: URLSearchParams): unknown {
    if (parameters.toString().length > LONGEST_GET)
      throw new BadRequest(`Query string exceeds max allowed length of ${LONGEST_GET}.`)
    return runSearch(this.store(collection), Object.fromEntries(parameters), this.mostOperations)
  }

  multiSearch(body: string): unknown {
    const { searches } = JSON.parse(body) as { searches: (Parameters & { collection: string })[] }
    if (searches.length > MOST_SEARCHES)
      throw new BadRequest(`Number of multi searches exceeds \`limit_multi_searches\` parameter.`)
    return {
      results: searches.map(({ collection, ...parameters }) => {
        try {
          return runSearch(this.store(collection), parameters, this.mostOperations)
        } catch (error) {
          if (!(error instanceof Refusal)) throw error
          return { code: error.status, error: error.message }
        }
      }),
    }
  }
}

/** The write of a request, or null for a read. @throws `Refusal` */
export function parseWriteEntry(
  method: string,
  { pathname, searchParams }: URL,
  body: string
): Entry | null {
  const [, kind, name = '', part, task] = pathname.split('/').map(decodeURIComponent)
  if (kind === 'collections' && method === 'POST' && !name)
    return { op: 'create', schema: JSON.parse(body) as Schema }
  if (kind === 'collections' && method === 'DELETE' && !part)
    return { op: 'drop', collection: name }
  if (kind === 'collections' && part === 'documents' && method === 'POST') {
    const lines = task === 'import' ? body.split('\n').filter(Boolean) : [body]
    const action = searchParams.get('action') ?? 'create'
    return { op: 'import', collection: name, documents: lines.map(parseLine), action }
  }
  if (kind === 'collections' && part === 'documents' && method === 'DELETE')
    return { op: 'remove', collection: name, filter: searchParams.get('filter_by') ?? '' }
  if (kind === 'aliases' && method === 'PUT') {
    const { collection_name: collection } = JSON.parse(body) as { collection_name: string }
    return { op: 'alias', name, collection }
  }
  if (kind === 'aliases' && method === 'DELETE') return { op: 'unalias', name }
  return null
}
