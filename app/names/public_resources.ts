/**
 * Resources under their public names: the same declarations with other names.
 * Columns stay, so that the compiler writes the same statements with other
 * aliases.
 */
import { fieldColumn, hasColumn } from '#api/columns'
import type { ResourceDefinition, ResourceExtension } from '#api/define_resource'
import type { FilterSpec } from '#api/filters/kinds'
import type { Declared } from '#app/support/lazy'
import { ResourceRegistry } from '#api/registry'
import { PUBLIC_ROOT } from '#api/roots'
import { PluginError } from '#app/support/plugin_error'
import type { NameTable } from './name_table.js'
import { Names } from './names.js'
import { publicHooks } from './public_hooks.js'
import type { Field } from '#api/field_definitions'

/** The names of one declaration, and of what it refers to. */
interface Scope {
  names: Names
  path: (own: string) => string
}

/**
 * Builds the registry of the resources under their public names.
 *
 * @throws PluginError when renamed declarations contradict each other
 */
export function publicResources(
  definitions: Declared<ResourceDefinition>[],
  extensions: Declared<ResourceExtension>[],
  table: NameTable
): ResourceRegistry {
  return new ResourceRegistry(
    definitions.map(({ plugin, declaration }) => ({
      plugin,
      declaration: publicDefinition(declaration, table),
    })),
    extensions.map(({ plugin, declaration }) => ({
      plugin,
      declaration: publicExtension(declaration, table),
    })),
    PUBLIC_ROOT
  )
}

function publicDefinition(definition: ResourceDefinition, table: NameTable): ResourceDefinition {
  const scope = scopeOf(definition.path, table)
  const { names, path } = scope
  const { fields, filters, ordering, cursor, defaultOrder, filtersOf, owned } = definition
  return {
    ...definition,
    ...publicHooks(definition, names),
    path: path(definition.path),
    label: table.label(definition.path) ?? definition.label,
    fields: publicFields(fields, scope),
    filters: filters && publicFilters(filters, scope),
    filtersOf: filtersOf && path(filtersOf),
    ordering: ordering?.map((name) => names.toPublic(name)),
    cursor: cursor?.map((name) => names.toPublic(name)),
    defaultOrder: defaultOrder && names.inText(defaultOrder),
    owned: owned && { ...owned, through: owned.through && names.toPublic(owned.through) },
  }
}

function publicExtension(extension: ResourceExtension, table: NameTable): ResourceExtension {
  const scope = scopeOf(extension.extends, table)
  const { names, path } = scope
  return {
    extends: path(extension.extends),
    fields: extension.fields && publicFields(extension.fields, scope),
    filters: extension.filters && publicFilters(extension.filters, scope),
    ordering: extension.ordering?.map((name) => names.toPublic(name)),
  }
}

function scopeOf(path: string, table: NameTable): Scope {
  return { names: table.resource(path), path: (own) => table.path(own) }
}

function publicFields<F extends Field & { after?: string }>(
  fields: Record<string, F>,
  scope: Scope
): Record<string, F> {
  const renamed = Object.entries(fields).map(([name, field]) => [
    name,
    { ...field, ...changesOf(name, field, scope) },
  ])
  return scope.names.keys(Object.fromEntries(renamed) as Record<string, F>)
}

/** What is different about a field under its public name. */
function changesOf(
  name: string,
  field: Field & { after?: string },
  { names, path }: Scope
): Partial<Record<string, unknown>> {
  const nested: Scope = { names: new Names(), path }
  checkTemplate(name, field, names)
  return {
    ...(names.has(name) && hasColumn(field) ? { column: fieldColumn(name, field) } : {}),
    ...('resource' in field ? { resource: path(field.resource) } : {}),
    ...(field.after ? { after: names.toPublic(field.after) } : {}),
    ...(field.kind === 'key' ? { link: names.toPublic(field.link) } : {}),
    ...(field.kind === 'rows'
      ? {
          fields: publicFields(field.fields, nested),
          filters: field.filters && publicFilters(field.filters, nested),
          scopedBy: field.scopedBy && names.keys(field.scopedBy),
        }
      : {}),
  }
}

/** @throws PluginError for a template of renamed fields, whose columns it could not find */
function checkTemplate(name: string, field: Field, names: Names): void {
  if (field.kind !== 'template' || typeof field.template !== 'string') return
  if (names.inText(field.template) === field.template) return
  throw new PluginError(
    'E_UNKNOWN_NAME',
    `the template "${field.template}" of field "${name}" names a field that has a public name`
  )
}

function publicFilters(
  filters: Record<string, FilterSpec>,
  { names, path }: Scope
): Record<string, FilterSpec> {
  const renamed = Object.entries(filters).map(([name, spec]) => [
    name,
    {
      ...spec,
      ...(spec.field ? { field: names.toPublic(spec.field) } : {}),
      ...(spec.resource ? { resource: path(spec.resource) } : {}),
      ...(names.has(name) && spec.resource && !spec.via ? { column: `${name}_id` } : {}),
    },
  ])
  return names.keys(Object.fromEntries(renamed) as Record<string, FilterSpec>)
}
