/**
 * Names in `fields` and `omit` that answers do not have. They have no effect
 * (contract, list-behaviour 7), which a warning says.
 */
import type { ResourceRegistry } from '../registry.js'
import type { Resource } from '../resource.js'
import { expansionOf } from './expansion.js'
import type { Names, Selection } from './selection.js'
import type { Field } from '../field_definitions.js'

/** Fields by name; null where any name may be one. */
type Fields = ReadonlyMap<string, Field> | null

const NONE: ReadonlySet<string> = new Set()

/** @returns paths as written, without repetitions */
export function unknownNames(
  { keep, drop, expanded, included }: Selection,
  { fields }: Resource,
  registry: ResourceRegistry
): string[] {
  const unknown = new Set<string>()
  const isLeftOut = ({ include }: Field) => include !== undefined && !included.has(include)
  const check = (names: Names, known: Fields, wanted: ReadonlySet<string>, prefix = '') => {
    for (const [name, below] of names ?? []) {
      if (known === null) continue
      const field = known.get(name)
      const path = `${prefix}${name}`
      if (!field || field.writeOnly || isLeftOut(field)) addPaths(unknown, path, below)
      else {
        const expansion = expansionOf(name, field, wanted)
        check(below, fieldsInside(field, !!expansion, registry), expansion ?? NONE, `${path}__`)
      }
    }
  }
  check(keep, fields, expanded)
  check(drop, fields, expanded)
  return [...unknown]
}

function addPaths(unknown: Set<string>, path: string, below: Names): void {
  if (!below) unknown.add(path)
  else for (const [name, further] of below) addPaths(unknown, `${path}__${name}`, further)
}

function fieldsInside(field: Field, isExpanded: boolean, registry: ResourceRegistry): Fields {
  switch (field.kind) {
    case 'record':
    case 'records':
      return registry.get(field.resource).fields
    case 'rows':
      return new Map(Object.entries(field.fields))
    // What fills it belongs to a plugin that is not here.
    case 'slot':
      return null
    default:
      return field.kind === 'link' && isExpanded ? registry.get(field.resource).fields : new Map()
  }
}
