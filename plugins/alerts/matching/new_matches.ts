/** Leaves out hits on documents that a search found before the change. */
import { joinRows, matches } from '#app/search_engine/query/evaluate'
import type { SearchIndexDefinition } from '#app/search/define_search_index'
import type { ConnectionSettings } from '#app/database/connection'
import { ArchiveConnection } from '#app/search/indexer/archive_connection'
import { DocumentLoader } from '#app/search/indexer/document_loader'
import type { AlertQuery, Hit } from './match_parent.js'
import { MatchedRow, type QueryIndex } from './query_index.js'

/** Field with the time when a parent was added. */
const CREATED = 'date_created'
/** Hits that are compared together. */
const AT_ONCE = 500

/** Documents in an earlier state of the archive, read when there are hits. */
export class EarlierDocuments {
  #archive: ArchiveConnection | undefined

  /** @param state ID of the state (`FrozenState`) */
  constructor(
    private settings: ConnectionSettings,
    private state: string
  ) {}

  /** Leaves out hits on documents that a search found in the earlier state. */
  async leaveOutFound(
    hits: Hit[],
    index: SearchIndexDefinition,
    queries: QueryIndex<AlertQuery>
  ): Promise<Hit[]> {
    if (!hits.length) return hits
    const left: Hit[] = []
    const loader = new DocumentLoader(index, (this.#archive ??= await this.#open()))
    for (let at = 0; at < hits.length; at += AT_ONCE) {
      const some = hits.slice(at, at + AT_ONCE)
      const found = await findIn(loader, some, queries)
      left.push(...some.filter((hit) => !found.has(hit)))
    }
    return left
  }

  async close(): Promise<void> {
    await this.#archive?.close()
  }

  async #open(): Promise<ArchiveConnection> {
    const archive = await ArchiveConnection.open(this.settings)
    try {
      await archive.freeze(this.state)
    } catch (error) {
      await archive.close()
      throw error
    }
    return archive
  }
}

interface OldParents {
  index: SearchIndexDefinition
  queries: QueryIndex<AlertQuery>
  /** Sees the current state. */
  documents: ArchiveConnection
  /** Keys of parents that the changes have created. */
  created: ReadonlySet<number>
}

/**
 * Without the earlier state: leaves out hits of alerts on new parents if the parent is older than
 * the alert, unless the changes have created it.
 */
export async function leaveOutOld(
  hits: Hit[],
  { index, queries, documents, created }: OldParents
): Promise<Hit[]> {
  const isChecked = ({ alert, parent }: Hit) =>
    queries.get(alert)?.onlyNew === true && !created.has(parent)
  const keys = [...new Set(hits.filter(isChecked).map(({ parent }) => parent))]
  if (!keys.length) return hits
  const madeAt = new Map<number, number>()
  for (const { key, fields } of await new DocumentLoader(index, documents).parents(keys))
    madeAt.set(key, Date.parse(String(fields[CREATED])))
  return hits.filter(
    (hit) => !isChecked(hit) || madeAt.get(hit.parent)! >= queries.get(hit.alert)!.since
  )
}

async function findIn(
  loader: DocumentLoader,
  hits: Hit[],
  queries: QueryIndex<AlertQuery>
): Promise<Set<Hit>> {
  const { index } = loader
  const found = new Set<Hit>()
  const ofChildren = Map.groupBy(
    hits.filter(({ child }) => child !== null),
    ({ child }) => child!
  )
  const places = ofChildren.size ? await loader.places([...ofChildren.keys()]) : []
  const keys = new Set([...hits, ...places].map(({ parent }) => parent))
  const parents = new Map<number, MatchedRow>()
  for (const { key, fields } of await loader.parents([...keys]))
    parents.set(key, new MatchedRow(index, fields))
  for await (const portion of loader.documentsAt(places))
    for (const { key, parent, fields } of portion) {
      const above = parents.get(parent)
      if (!above) continue
      const row = joinRows(above.analysed, new MatchedRow(index, fields).analysed)
      for (const hit of ofChildren.get(key)!) {
        const query = queries.get(hit.alert)
        if (query && matches(query.tree, row)) found.add(hit)
      }
    }
  const owning = hits.filter(({ child }) => child === null)
  if (!owning.length) return found
  const ownKeys = [...new Set(owning.map(({ parent }) => parent))]
  const existing = await existingKeys(loader, ownKeys)
  const withChildren = await keysWithChildren(loader, ownKeys)
  for (const hit of owning) {
    const query = queries.get(hit.alert)
    const row = parents.get(hit.parent)
    if (!query) continue
    if (query.onlyNew) {
      if (existing.has(hit.parent)) found.add(hit)
    } else if (row && !withChildren.has(hit.parent) && matches(query.tree, row.analysed))
      found.add(hit)
  }
  return found
}

/** Keys of parents that exist, including those that aren't in the index. */
async function existingKeys(
  { index, connection }: DocumentLoader,
  keys: number[]
): Promise<Set<number>> {
  const { from, key } = index.documents.parents
  const sql = `SELECT ${key} FROM ${from} WHERE ${key} = ANY($1::bigint[])`
  return new Set((await connection.rows<[string]>(sql, [keys])).map(([one]) => Number(one)))
}

/** Keys of parents without a row, because they have children. */
async function keysWithChildren(loader: DocumentLoader, keys: number[]): Promise<Set<number>> {
  const found = new Set<number>()
  if (loader.index.ownRow === 'always') return found
  for await (const places of loader.streamChildPlaces(keys))
    for (const { parent } of places) found.add(parent)
  return found
}
