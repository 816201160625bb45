/**
 * `expand`: links that show the record they lead to. A link may let further
 * links of that record be expanded by their own names.
 */
import type { Field } from '../field_definitions.js'

const NONE: ReadonlySet<string> = new Set()

/** Names `expand` takes for a field. */
export function expandableNames(name: string, field: Field): readonly string[] {
  if (field.kind !== 'link' || !field.expands) return []
  return field.expands === true ? [name] : [name, ...field.expands]
}

/**
 * What is expanded inside a field whose link shows its record.
 *
 * @param expanded names that were asked for
 * @returns undefined for a field that shows its link
 */
export function expansionOf(
  name: string,
  field: Field,
  expanded: ReadonlySet<string>
): ReadonlySet<string> | undefined {
  const names = expandableNames(name, field)
  if (!names.some((each) => expanded.has(each))) return undefined
  const inside = names.slice(1).filter((each) => expanded.has(each))
  return inside.length ? new Set(inside) : NONE
}
