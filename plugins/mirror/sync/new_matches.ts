/**
 * Records of a filtered mirror that match the filters only since they changed: the records below
 * them may not have changed, so neither the feed nor lists by date have them.
 */
import type { Resource } from '#api/resource'
import { describeFiltered } from '../records/scope.js'
import type { JsonRecord } from '../upstream/upstream.js'
import { readPages, type MirrorRecords } from './mirror_records.js'

interface FilteredMirror {
  id: string
  /** Resource whose records match the filters; null for whole lists. */
  root: string | null
  resources: string[]
}

export class NewMatches {
  constructor(
    readonly mirror: FilteredMirror,
    readonly records: MirrorRecords
  ) {}

  /** Stores records of a list, and everything below those that are new here. */
  async store(resource: Resource, found: readonly JsonRecord[]): Promise<void> {
    const { records, mirror } = this
    if (resource.path !== mirror.root) return records.storeAll(resource, found)
    const keys = found.map(({ id }) => String(id))
    const existing = await records.store.existing(resource, keys)
    const added = keys.filter((key) => !existing.has(key))
    await this.#mark(resource, added)
    await records.storeAll(resource, found)
    for (const key of added) await this.#storeBelow(resource, key)
  }

  /** Stores what an interrupted run left out. */
  async resume(): Promise<void> {
    const { mirror, records } = this
    if (mirror.root === null) return
    const { client, registry } = records.services
    const { rows } = await client.query<{ key: string }>(
      `SELECT key FROM mirror_pending
       WHERE mirror_id = $1 AND resource = $2 AND target_resource = $2 AND target_key = key`,
      [mirror.id, mirror.root]
    )
    for (const { key } of rows) await this.#storeBelow(registry.get(mirror.root), key)
  }

  /** A pending record that waits for itself marks one whose records below are incomplete. */
  async #mark({ path }: Resource, keys: readonly string[]): Promise<void> {
    const { client } = this.records.services
    await client.query(
      `INSERT INTO mirror_pending (mirror_id, resource, key, target_resource, target_key)
       SELECT $1, $2, key, $2, key FROM unnest($3::text[]) AS key ON CONFLICT DO NOTHING`,
      [this.mirror.id, path, keys]
    )
  }

  async #storeBelow(root: Resource, key: string): Promise<void> {
    const { mirror, records } = this
    const { client, registry, upstream } = records.services
    const { lists } = await describeFiltered(client, registry, {
      paths: mirror.resources,
      root: root.path,
      filters: [['id', key]],
    })
    for (const [resource, filters] of lists)
      if (resource !== root)
        for await (const page of readPages(upstream, resource, filters))
          await records.storeAll(resource, page)
    await client.query(
      `DELETE FROM mirror_pending
       WHERE mirror_id = $1 AND resource = $2 AND key = $3 AND target_resource = $2 AND target_key = $3`,
      [mirror.id, root.path, key]
    )
  }
}
