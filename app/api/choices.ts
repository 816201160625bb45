/**
 * The choices of a resource's fields and filters by name: `source`, `citations__type`, or
 * `docket__source` for a related record.
 */
import type { Choice } from './field_types.js'
import type { Field } from './field_definitions.js'
import { resolveFilterName } from './filters/interpret.js'
import type { Filter, Resource } from './resource.js'

export interface FieldChoices {
  help: string
  choices: Choice[]
}

/** Choices of a filter; undefined if it has none. */
export function getFilterChoices({ choices, valueField }: Filter): Choice[] | undefined {
  return choices ?? valueField?.choices
}

/** Choices of a field or filter; undefined if it has none. */
export function findChoices(resource: Resource, name: string): FieldChoices | undefined {
  const field = fieldAt(resource.fields, name.split('__'))
  const ofField = field && fieldChoices(field)
  if (ofField) return { help: field.help, choices: ofField }
  const meaning = resolveFilterName(resource, name)
  const choices = meaning?.lookup === 'exact' ? getFilterChoices(meaning.filter) : undefined
  return choices && { help: field?.help ?? meaning!.filter.valueField?.help ?? '', choices }
}

/** Names with choices, excluding related records. */
export function namesWithChoices({ fields, filters }: Resource): string[] {
  const ofFields = [...fields].flatMap(([name, field]) => [
    ...(fieldChoices(field) ? [name] : []),
    ...(field.kind === 'rows'
      ? Object.entries(field.fields).flatMap(([inner, nested]) =>
          fieldChoices(nested) ? [`${name}__${inner}`] : []
        )
      : []),
  ])
  const ofFilters = [...filters.values()].flatMap((filter) =>
    getFilterChoices(filter) ? [filter.name] : []
  )
  return [...new Set([...ofFields, ...ofFilters])]
}

/** Choices of a field; undefined if it has none. */
export function fieldChoices(field: Field): Choice[] | undefined {
  return 'choices' in field && !field.writeOnly ? field.choices : undefined
}

function fieldAt(fields: ReadonlyMap<string, Field>, [name, ...rest]: string[]): Field | undefined {
  const field = fields.get(name!)
  if (!field || !rest.length) return field
  return field.kind === 'rows' ? fieldAt(new Map(Object.entries(field.fields)), rest) : undefined
}

/** The label of a code, or the code itself if it isn't listed. */
export function choiceWords(choices: readonly Choice[], code: unknown): string {
  return choices.find(({ value }) => value === code)?.display_name ?? String(code)
}
