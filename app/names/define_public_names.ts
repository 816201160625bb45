/**
 * `definePublicNames`: what the public service calls a plugin's resources.
 * Clients of that service use the same resources under its names, below a
 * root of their own (app/api/roots.ts). A name that is not listed is the same
 * in both.
 */

/** Own name to public name. */
export type Renames = Record<string, string>

export interface PublicResourceNames {
  path?: string
  /** Name in messages and in OPTIONS. */
  label?: string
  /** Fields, and the filters and orderings named like them; filters without a field, too. */
  names?: Renames
}

export interface PublicNames {
  /** By path. */
  resources?: Record<string, PublicResourceNames>
  /** Paths of endpoints that are not resources. */
  endpoints?: Renames
  /** Fields of a search index, and of the results of its search types, by index. */
  search?: Record<string, Renames>
}

/** Declares public names. */
export function definePublicNames(names: PublicNames): PublicNames {
  return names
}
