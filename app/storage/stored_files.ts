/**
 * Files of archive rows. The declarations specify the columns with file paths and the rules for
 * files of rows, so that only files of visible rows are served.
 */
import { normalize, sep } from 'node:path'
import type { Disk } from '@adonisjs/drive'
import { ident } from '#app/support/sql_text'
import { fieldColumn } from '#api/columns'
import type { ResourceRegistry } from '#api/registry'
import type { Resource } from '#api/resource'
import { NamedStatement } from '#app/database/named_statement'
import type { Reader } from '#app/database/reader'
import { findFileOnDisks, type StoredFile } from './disk_files.js'

/** Maximum length of a path. */
const MAX_PATH_LENGTH = 1000

export class StoredFiles {
  readonly #named: NamedStatement

  /** @param disks in order of precedence */
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
   * @param path as in the row: `mp3/2026/10/01/argument.mp3`
   * @returns undefined if the file doesn't exist or has no visible row
   * @throws DomainError if a disk is unreachable
   */
  async find(path: string): Promise<StoredFile | undefined> {
    if (!isPlainPath(path)) return undefined
    const [row] = await this.reader.rows(this.#named, [path])
    if (row?.[0] !== 'true') return undefined
    return findFileOnDisks(this.disks, path)
  }
}

/** URL path of a stored file; undefined without one. */
export function storageAddress(path: unknown): string | undefined {
  if (typeof path !== 'string' || path === '') return undefined
  return `/storage/${encodeStoredPath(path)}`
}

/** A path as part of a URL. */
export function encodeStoredPath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/')
}

/** One subquery for each column with paths, and one for each rule. */
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

/** Whether a path is relative and stays within its folder. */
export function isPlainPath(path: string): boolean {
  return (
    path.length > 0 &&
    path.length <= MAX_PATH_LENGTH &&
    // The disks of the framework reject control characters, and join spaces.
    !/\p{Cc}|\s{2}/u.test(path) &&
    !path.includes('\\') &&
    !path.startsWith('/') &&
    normalize(path).split(sep).join('/') === path &&
    !path.split('/').some((part) => part.startsWith('.'))
  )
}
