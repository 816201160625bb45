/**
 * Finds keys in answers that the contract (tests/contract/resources.json) does not name.
 */
import { readFile } from 'node:fs/promises'

/** A field as the contract describes it. */
export interface NamedField {
  nested?: NamedFields
  source_note?: string
  relation?: { resource: string; as: string }
}

export type NamedFields = Record<string, NamedField>

export interface NamedResource {
  fields: NamedFields
  filters: NamedFields
  /** Below a version of the public service. */
  real_path: string
  /** Only tables with an endpoint have one. */
  options_name?: string
  /** Rows of a search, by type. */
  result_types?: Record<string, NamedFields>
}

export type NamedResources = Record<string, NamedResource>

/** What the public service calls a field, where that is another name. */
export function publicName({ source_note: note }: NamedField): string | undefined {
  return /real name (\w+)/.exec(note ?? '')?.[1]
}

/** Resources of the contract by path. */
export async function namedResources(): Promise<NamedResources> {
  const file = await readFile(new URL('../contract/resources.json', import.meta.url), 'utf8')
  return (JSON.parse(file) as { resources: NamedResources }).resources
}

/**
 * Keys of an answer, or of objects in it, that are not named.
 *
 * @param path what precedes the keys in the result
 * @returns paths such as `dockets.court.color`; lists add nothing to a path
 */
export function unnamedKeys(
  value: unknown,
  fields: NamedFields,
  resources: NamedResources,
  path: string
): string[] {
  if (Array.isArray(value))
    return [...new Set(value.flatMap((each) => unnamedKeys(each, fields, resources, path)))]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => {
    const field = Object.hasOwn(fields, name) ? fields[name]! : undefined
    if (!field) return [`${path}.${name}`]
    const { nested, relation } = field
    const within = nested ?? (relation?.as === 'object' && resources[relation.resource]?.fields)
    return within ? unnamedKeys(inner, within, resources, `${path}.${name}`) : []
  })
}
