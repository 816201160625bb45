/**
 * Files that rows of the archive name: which columns hold their paths, or
 * which rule leads from a row to its file, is read from the declarations, so
 * that only what a visible row names is served.
 */
import { normalize, sep } from 'node:path'
import type { Disk } from '@adonisjs/drive'
import { ident } from '#app/support/sql_text'
import { fieldColumn } from '#api/columns'
import type { ResourceRegistry } from '#api/registry'
import type { Resource } from '#api/resource'
import { NamedStatement } from '#app/database/named_statement'
import type { Reader } from '#app/database/reader'
import { fileOnAny, type StoredFile } from './disk_files.js'

/** Longest path a column holds. */
const MAX_PATH_LENGTH = 1000

export class StoredFiles {
  readonly #named: NamedStatement

  /** @param disks that hold the files, the first one that has it counts */
  constructor(
    registry: ResourceRegistry,
    readonly reader: Reader,
    readonly disks: readonly Disk[]
  ) {
    this.#named = new NamedStatement(
      `SELECT (${conditions(registry).join(' OR ') || 'FALSE'})::text`
    )
  }

  /**
   * @param path as a row holds it: `mp3/2026/10/01/argument.mp3`
   * @returns undefined when there is none or no visible row names it
   * @throws DomainError while a disk cannot be reached
   */
  async find(path: string): Promise<StoredFile | undefined> {
    if (!isPlain(path)) return undefined
    const [row] = await this.reader.rows(this.#named, [path])
    if (row?.[0] !== 'true') return undefined
    return fileOnAny(this.disks, path)
  }
}

/** Path under which a stored file is served; undefined where none is held. */
export function storageAddress(path: unknown): string | undefined {
  if (typeof path !== 'string' || path === '') return undefined
  return `/storage/${path.split('/').map(encodeURIComponent).join('/')}`
}

/** One look into each column that holds paths, and one by each rule. */
function conditions(registry: ResourceRegistry): string[] {
  const looks = new Map<string, string>()
  for (const resource of registry.all()) {
    if (resource.access.right) continue
    if (resource.storedFile)
      looks.set(resource.path, look(resource, resource.storedFile, resource.visible))
    for (const [name, field] of resource.fields) {
      if (field.kind !== 'value' || !field.format?.startsWith('storage-')) continue
      const column = ident(fieldColumn(name, field))
      const table = ident(resource.table)
      looks.set(
        `${resource.table}.${column}`,
        look(
          resource,
          `${column} = $1`,
          `${column} <> ''`,
          resource.visible,
          field.servedIf?.(table)
        )
      )
    }
  }
  return [...looks.values()]
}

function look({ table }: Resource, ...rules: (string | undefined)[]): string {
  const all = rules.filter(Boolean).map((rule) => `(${rule})`)
  return `EXISTS (SELECT 1 FROM ${ident(table)} WHERE ${all.join(' AND ')})`
}

/** A path below a folder, without ways out of it. */
function isPlain(path: string): boolean {
  return (
    path.length > 0 &&
    path.length <= MAX_PATH_LENGTH &&
    !path.includes('\0') &&
    !path.includes('\\') &&
    !path.startsWith('/') &&
    normalize(path).split(sep).join('/') === path &&
    !path.split('/').some((part) => part.startsWith('.'))
  )
}
