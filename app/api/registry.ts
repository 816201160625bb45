/** Creates resources from the declarations of plugins and reports conflicts at startup. */
import type { Declared } from '#app/support/lazy'
import { PluginError } from '#app/support/plugin_error'
import { fieldColumn, hasColumn } from './columns.js'
import type { ResourceDefinition, ResourceExtension } from './define_resource.js'
import { resolveFilterName } from './filters/interpret.js'
import type { FilterSpec } from './filters/kinds.js'
import { Ownership, type OwnedBy } from './ownership.js'
import {
  checkExpansions,
  checkNarrowing,
  checkOrdering,
  checkOwned,
  checkCredentials,
  checkSecrets,
} from './registry_checks.js'
import { OWN_ROOT } from './roots.js'
import {
  Resource,
  type Filter,
  type FilterTable,
  type Relation,
  groupExtensions,
  mergeFields,
} from './resource.js'
import type { Field, RowsField } from './field_definitions.js'

export class ResourceRegistry {
  readonly #resources = new Map<string, Resource>()

  /**
   * @param definitions in the order of the API root
   * @param root path under which the resources are served
   * @throws PluginError when declarations conflict
   */
  constructor(
    definitions: Declared<ResourceDefinition>[],
    extensions: Declared<ResourceExtension>[] = [],
    readonly root = OWN_ROOT
  ) {
    const extended = groupExtensions(definitions, extensions)
    const filters = new Map<Resource, Record<string, FilterSpec>>()

    for (const { plugin, declaration } of definitions) {
      const other = this.#resources.get(declaration.path)
      if (other) {
        throw new PluginError(
          'E_DUPLICATE_RESOURCE',
          `plugins "${other.plugin}" and "${plugin}" both declare the resource "${declaration.path}"`
        )
      }
      if (declaration.fields.id?.kind !== 'value') {
        throw new PluginError('E_NO_KEY', `resource "${declaration.path}" has no field "id"`)
      }
      const additions = extended.get(declaration.path) ?? []
      const resource = new Resource(
        declaration,
        mergeFields(plugin, declaration, additions),
        [
          ...(declaration.ordering ?? []),
          ...additions.flatMap(({ declaration: { ordering } }) => ordering ?? []),
        ],
        plugin
      )
      this.#resources.set(resource.path, resource)
      filters.set(
        resource,
        Object.assign(
          {},
          declaration.filters,
          ...additions.map(({ declaration: { filters: more } }) => more)
        )
      )
    }

    for (const { declaration } of definitions) {
      if (declaration.owned) this.#resolveOwner(this.get(declaration.path), declaration.owned)
    }
    for (const [resource, specs] of filters) {
      this.#checkFields(resource)
      checkOwned(resource, (path) => this.#resources.get(path))
      checkExpansions(resource, (path) => this.#resources.get(path))
      for (const [name, spec] of Object.entries(specs))
        if (!spec.alias) resource.filters.set(name, this.#resolve(resource, name, spec))
      checkOrdering(resource)
      checkNarrowing(resource)
      checkSecrets(resource)
      checkCredentials(resource)
    }
    for (const [resource, specs] of filters) {
      for (const [name, { alias }] of Object.entries(specs))
        if (alias) resource.filters.set(name, aliased(resource, name, alias))
    }
    for (const { declaration } of definitions) {
      if (!declaration.filtersOf) continue
      const resource = this.get(declaration.path)
      const { filters: shared } = this.#target(resource, 'filtersOf', declaration.filtersOf)
      for (const [name, filter] of shared) resource.filters.set(name, filter)
    }
  }

  all(): Resource[] {
    return [...this.#resources.values()]
  }

  get(path: string): Resource {
    const resource = this.#resources.get(path)
    if (!resource) throw new Error(`no resource "${path}"`)
    return resource
  }

  #resolveOwner(resource: Resource, declared: OwnedBy): void {
    const { through } = declared
    if (through === undefined) {
      resource.ownership = new Ownership(declared)
      return
    }
    const field = resource.fields.get(through)
    if (field?.kind !== 'link') {
      throw new PluginError(
        'E_UNKNOWN_FIELD',
        `"${resource.path}" belongs to accounts through "${through}", which isn't a link of this resource`
      )
    }
    const parent = this.#target(resource, through, field.resource)
    resource.ownership = new Ownership(declared, {
      resource: parent,
      column: fieldColumn(through, field),
    })
  }

  #checkFields(resource: Resource): void {
    for (const [name, field] of resource.fields) {
      if (!field.help)
        throw new PluginError('E_NO_HELP', `field "${resource.path}.${name}" has no help text`)
      if ('resource' in field && field.kind !== 'slot') this.#target(resource, name, field.resource)
      if (field.kind === 'key' && resource.fields.get(field.link)?.kind !== 'link') {
        throw new PluginError(
          'E_UNKNOWN_FIELD',
          `field "${resource.path}.${name}" shows the key of "${field.link}", which isn't a link of this resource`
        )
      }
    }
  }

  #target(resource: Resource, name: string, path: string): Resource {
    const target = this.#resources.get(path)
    if (!target) {
      throw new PluginError(
        'E_UNKNOWN_RELATION',
        `"${resource.path}.${name}" refers to the resource "${path}", which no plugin declares`
      )
    }
    return target
  }

  #resolve(resource: Resource, name: string, spec: FilterSpec): Filter {
    const fieldName = spec.field ?? name
    const field = resource.fields.get(fieldName)

    if (spec.kind === 'related') {
      const relation = this.#relation(resource, name, spec, field)
      return { ...spec, name, column: relation.column ?? '', relation }
    }
    if (spec.kind === 'nested') return { ...spec, name, column: '' }
    if (spec.column) return { ...spec, name, column: spec.column }
    if (field?.kind === 'values')
      return { ...spec, name, column: field.column, choices: field.choices, within: field }
    if (!field || !hasColumn(field)) {
      throw new PluginError(
        'E_UNKNOWN_FIELD',
        `filter "${name}" of "${resource.path}" uses "${fieldName}", which isn't a column of this resource`
      )
    }
    return {
      ...spec,
      name,
      column: fieldColumn(fieldName, field),
      field: fieldName,
      valueField: this.#valueField(field),
    }
  }

  /** The field itself, or for a link the key field of its resource. */
  #valueField(field: Field): Filter['valueField'] {
    if (field.kind === 'value') return field
    if (field.kind !== 'link' && field.kind !== 'record') return undefined
    const id = this.#resources.get(field.resource)?.fields.get('id')
    return id?.kind === 'value' ? id : undefined
  }

  #relation(
    resource: Resource,
    name: string,
    spec: FilterSpec,
    field: Field | undefined
  ): Relation {
    if (spec.resource) {
      const target = this.#target(resource, name, spec.resource)
      return spec.via ? { target, via: spec.via } : { target, column: spec.column ?? `${name}_id` }
    }
    switch (field?.kind) {
      case 'link':
      case 'record':
        return {
          target: this.#target(resource, name, field.resource),
          column: fieldColumn(name, field),
        }
      case 'links':
      case 'records':
      case 'backlink':
        return { target: this.#target(resource, name, field.resource), via: field.via }
      case 'rows':
        return { target: rowsTable(name, field), via: { column: field.column } }
      default:
        throw new PluginError(
          'E_UNKNOWN_FIELD',
          `filter "${name}" of "${resource.path}" follows a relation, but the field of that name isn't a relation`
        )
    }
  }
}

/** Resolves an alias to its filter. */
function aliased(resource: Resource, name: string, alias: string): Filter {
  const meaning = resolveFilterName(resource, alias)
  if (meaning?.lookup !== 'exact') {
    throw new PluginError(
      'E_UNKNOWN_FIELD',
      `filter "${name}" of "${resource.path}" is an alias of "${alias}", which isn't one of its filters`
    )
  }
  return { ...meaning.filter, name, alias }
}

function rowsTable(name: string, field: RowsField): FilterTable {
  const filters = new Map<string, Filter>()
  for (const [filterName, spec] of Object.entries(field.filters ?? {})) {
    const valueField = field.fields[filterName]
    filters.set(filterName, {
      ...spec,
      name: filterName,
      column: spec.column ?? fieldColumn(filterName, valueField!),
      valueField: valueField?.kind === 'value' ? valueField : undefined,
    })
  }
  return { name, table: field.table, key: { column: 'id', type: 'integer' }, filters }
}
