/** Finds response keys that the contract (tests/contract/resources.json) doesn't name. */
import { readFile } from 'node:fs/promises'

/** A field as described in the contract. */
export interface NamedField {
  nested?: NamedFields
  source_note?: string
  relation?: { resource: string; as: string }
}

export type NamedFields = Record<string, NamedField>

export interface NamedResource {
  fields: NamedFields
  filters: NamedFields
  /** Relative to an API version of the public service. */
  real_path: string
  /** Only for tables with an endpoint. */
  options_name?: string
  /** Search result rows, by type. */
  result_types?: Record<string, NamedFields>
}

export type NamedResources = Record<string, NamedResource>

/** Name of the field in the public service, if different. */
export function publicName({ source_note: note }: NamedField): string | undefined {
  return /real name (\w+)/.exec(note ?? '')?.[1]
}

/** Resources of the contract by path. */
export async function namedResources(): Promise<NamedResources> {
  const file = await readFile(new URL('../contract/resources.json', import.meta.url), 'utf8')
  return (JSON.parse(file) as { resources: NamedResources }).resources
}

/**
 * Unnamed keys of a response, or of objects in it.
 *
 * @param path that precedes the keys in the result
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
