/**
 * `definePublicNames` declares the names of a plugin's resources in the public service.
 * Clients of that service use the same resources under these names, at a separate root
 * (app/api/roots.ts). Names that aren't listed are the same in both.
 */

/** Maps Curia's names to public names. */
export type Renames = Record<string, string>

export interface PublicResourceNames {
  path?: string
  /** Name in messages and OPTIONS. */
  label?: string
  /** Fields, with the filters and orderings of the same name, and other filters. */
  names?: Renames
}

export interface PublicNames {
  /** By path. */
  resources?: Record<string, PublicResourceNames>
  /** Paths of endpoints that aren't resources. */
  endpoints?: Renames
  /** By index: fields of a search index and of the results of its search types. */
  search?: Record<string, Renames>
}

/** Declares public names. */
export function definePublicNames(names: PublicNames): PublicNames {
  return names
}
