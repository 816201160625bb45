/** OPTIONS responses of resources (specification, Endpoints; contract, list behavior 10). */
import { getFilterChoices, fieldChoices } from './choices.js'
import type { FilterKind } from './filters/kinds.js'
import { formatFieldHelp, formatFieldLabel, formatResourceTitle } from './labels.js'
import { exactNumber } from './renderers/exact_json.js'
import type { ResourceRegistry } from './registry.js'
import { Resource, type Filter, type FilterTable } from './resource.js'
import type { Field, ValueField } from './field_definitions.js'

/** Types in OPTIONS that differ from Curia's formats. */
const FORMAT_TYPES: Record<NonNullable<ValueField['format']>, string> = {
  'uri': 'url',
  'storage-path': 'file upload',
  'storage-url': 'field',
  'slug': 'slug',
  'lowercase-slug': 'slug',
  'email': 'email',
}

const FILTER_TYPES: Record<FilterKind, string> = {
  number: 'NumberFilter',
  text: 'CharFilter',
  boolean: 'BooleanFilter',
  date: 'DateFilter',
  datetime: 'IsoDateTimeFilter',
  from_day: 'DateFilter',
  to_day: 'DateFilter',
  choice: 'ChoiceFilter',
  choices: 'MultipleChoiceFilter',
  key: 'ModelChoiceFilter',
  related: 'RelatedFilter',
  nested: 'BooleanFilter',
}

export const RENDERS = ['application/json', 'text/html', 'application/xml']
export const PARSES = [
  'application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
]

const described = new WeakMap<Resource, Map<string, object>>()

/**
 * The body of an OPTIONS response, created once per resource and target.
 *
 * @param target the list (fields of POST) or a record (fields of PUT)
 */
export function metadata(
  resource: Resource,
  target: 'list' | 'detail',
  registry: ResourceRegistry
): object {
  const known = described.get(resource) ?? new Map<string, object>()
  described.set(resource, known)
  let body = known.get(target)
  if (!body) known.set(target, (body = describe(resource, target, registry)))
  return body
}

function describe(
  resource: Resource,
  target: 'list' | 'detail',
  registry: ResourceRegistry
): object {
  return {
    name: `${formatResourceTitle(resource.label)} ${target === 'list' ? 'List' : 'Instance'}`,
    description: resource.description,
    renders: RENDERS,
    parses: PARSES,
    actions: { [target === 'list' ? 'POST' : 'PUT']: fieldsOf(resource, registry) },
    ...(resource.ownFilters.size ? { filters: filtersOf(resource) } : {}),
    ...(resource.declaresOrdering ? { ordering: resource.ordering } : {}),
    ...(resource.offers.include.length ? { include: resource.offers.include } : {}),
  }
}

function fieldsOf(
  resource: Resource,
  registry: ResourceRegistry,
  within: Resource[] = []
): Record<string, object> {
  const hasUri = resource.fields.has('resource_uri')
  // Clients know the default fields, and need the others to write them.
  const usual = [...resource.fields].filter(([, { include, readOnly }]) => !include || !readOnly)
  return Object.fromEntries(
    usual.map(([name, field]) => [
      name,
      // Without a URL, OPTIONS describes the key as a plain number.
      name === 'id' && !hasUri
        ? { ...fieldMetadata('ID', name, field, registry, within), type: fieldType(field) }
        : fieldMetadata(formatFieldLabel(name), name, field, registry, [...within, resource]),
    ])
  )
}

function fieldMetadata(
  label: string,
  name: string,
  field: Field,
  registry: ResourceRegistry,
  within: Resource[],
  prefix = ''
): object {
  return {
    type: name === 'id' ? 'field' : fieldType(field),
    required: field.required,
    read_only: field.readOnly,
    label,
    help_text: helpOf(`${prefix}${name}`, field, registry, within.at(-1)),
    ...(field.kind === 'value' ? valueMetadata(field) : {}),
    ...(field.kind === 'values' ? { choices: field.choices } : {}),
    ...childMetadata(name, field, registry, within),
  }
}

/** The help text, with the URL of the field's choices if it has any. */
function helpOf(
  name: string,
  field: Field,
  { root }: ResourceRegistry,
  owner: Resource | undefined
): string {
  const help = formatFieldHelp(field)
  if (!owner?.versions.includes('v4') || !fieldChoices(field)) return help
  return `${help} Values: ${root}v4/${owner.path}/choices/${name}/`
}

function valueMetadata({ maxLength, min, max, choices, type }: ValueField): object {
  return {
    ...(maxLength === undefined ? {} : { max_length: maxLength }),
    ...(min === undefined || type !== 'integer' || choices
      ? {}
      : { min_value: exactNumber(min), max_value: exactNumber(max!) }),
    ...(choices ? { choices } : {}),
  }
}

function childMetadata(
  parent: string,
  field: Field,
  registry: ResourceRegistry,
  within: Resource[]
): object {
  if (field.kind === 'rows') {
    const children = Object.entries(field.fields).map(([name, inner]) => [
      name,
      fieldMetadata(formatFieldLabel(name), name, inner, registry, within, `${parent}__`),
    ])
    return { child: { type: 'nested object', children: Object.fromEntries(children) } }
  }
  if (field.kind === 'record') {
    const target = registry.get(field.resource)
    return within.includes(target) ? {} : { children: fieldsOf(target, registry, within) }
  }
  return {}
}

function fieldType(field: Field): string {
  switch (field.kind) {
    case 'value':
      if (field.choices) return 'choice'
      if (field.storedAsDate) return 'date'
      return field.format ? FORMAT_TYPES[field.format] : field.type
    case 'responseOnly':
      return field.type
    case 'template':
      return 'string'
    case 'record':
      return 'nested object'
    case 'rows':
      return field.optionsType ?? 'field'
    case 'slot':
      return field.shape === 'record' ? 'nested object' : 'field'
    default:
      return 'field'
  }
}

function filtersOf(resource: Resource): Record<string, object> {
  return Object.fromEntries(
    [...resource.ownFilters].map(([name, filter]) => [name, filterMetadata(filter, true)])
  )
}

/** Whether OPTIONS of an endpoint lists the filters of a table. */
function hasOptions(table: FilterTable): boolean {
  return table instanceof Resource && table.ownFilters.size > 0
}

/** @param nests whether to list the filters of a related table that has no endpoint */
function filterMetadata(filter: Filter, nests: boolean): object {
  const { kind, lookups, relation } = filter
  const choices = getFilterChoices(filter)
  const type = FILTER_TYPES[kind]
  if (!relation) return { type, lookup_types: lookups, ...(choices ? { choices } : {}) }
  const { name, filters } = relation.target
  if (!nests || hasOptions(relation.target))
    return { type, lookup_types: `See the filters of ${name}.` }
  return {
    type,
    lookup_types: `See "filters" for those of ${name}.`,
    filters: Object.fromEntries(
      [...filters].map(([inner, related]) => [inner, filterMetadata(related, false)])
    ),
  }
}
