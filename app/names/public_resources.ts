/**
 * Resources under their public names: the same declarations with other names. Columns don't
 * change, so the compiler generates the same statements with different aliases.
 */
import { fieldColumn, hasColumn } from '#api/columns'
import type { ResourceDefinition, ResourceExtension } from '#api/define_resource'
import type { FilterSpec } from '#api/filters/kinds'
import type { Declared } from '#app/support/lazy'
import { ResourceRegistry } from '#api/registry'
import { PUBLIC_ROOT } from '#api/roots'
import { PluginError } from '#app/support/plugin_error'
import type { NameTable } from './name_table.js'
import { Names, withPublicKeys } from './names.js'
import type { Field } from '#api/field_definitions'
import { ApiError, type ErrorBody } from '#app/support/api_error'
import { errorResponse } from '#app/support/error_response'
import type { CreateToPrepare, WriteHooks } from '#api/writes/hooks'

/** The names of a declaration and of the resources it refers to. */
interface Scope {
  names: Names
  path: (own: string) => string
}

/**
 * Creates the registry of the resources under their public names.
 *
 * @throws PluginError when renamed declarations conflict
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

/** The attributes of a field that differ under its public name. */
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

/** @throws PluginError for a template with renamed fields, whose columns couldn't be found */
function checkTemplate(name: string, field: Field, names: Names): void {
  if (field.kind !== 'template' || typeof field.template !== 'string') return
  if (names.inText(field.template) === field.template) return
  throw new PluginError(
    'E_UNKNOWN_NAME',
    `the template "${field.template}" of field "${name}" refers to a field that has a public name`
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

type Hooks = Pick<ResourceDefinition, 'guard' | 'rewrite' | 'hooks'>

/**
 * Adapts a resource's hooks to its public names: hooks get Curia's names, and errors are
 * reported with public names.
 */
function publicHooks({ guard, rewrite, hooks }: Hooks, names: Names): Hooks {
  return {
    rewrite: rewrite && ((parameter, value) => rewrite(names.parameter(parameter), value)),
    guard:
      guard &&
      (({ ctx, filters }) => {
        const own = [...filters].map(([name, values]) => [names.parameter(name), values] as const)
        return refusing(names, () => guard({ ctx, filters: new Map(own) }))
      }),
    hooks: hooks && publicWrites(hooks, names),
  }
}

function publicWrites(
  { read, prepare, create, update, destroy }: WriteHooks,
  names: Names
): WriteHooks {
  const publicNames = true
  return {
    read: read && ((body) => names.keys(read(names.ownKeys(body)))),
    prepare: prepare && ((write) => refusing(names, () => preparing(names, write, prepare))),
    create:
      create &&
      (async (write, save) => {
        const wrong = names.ownKeys(write.wrong)
        const refusal = await refusing(names, () => create({ ...write, wrong, publicNames }, save))
        return refusal && publicRefusal(refusal, names)
      }),
    update:
      update && ((write, save) => refusing(names, () => update({ ...write, publicNames }, save))),
    destroy: destroy && ((write, remove) => refusing(names, () => destroy(write, remove))),
  }
}

/** @throws ApiError that names fields as the request does */
async function refusing<T>(names: Names, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw publicRefusal(error, names)
  }
}

/** Renames the fields in a validation error; other errors are returned unchanged. */
function publicRefusal<E>(error: E, names: Names): E | ApiError {
  const response = names.size ? errorResponse(error) : undefined
  if (response?.status !== 400 || !response.body) return error
  const body = withPublicKeys(withPublicTexts(response.body, names), names) as ErrorBody
  return new ApiError(response.kind!, body, response.headers, response.members)
}

/** Runs a `prepare` hook, which reads and writes Curia's names. */
async function preparing(
  names: Names,
  { secrets, wrong, ...create }: CreateToPrepare,
  prepare: NonNullable<WriteHooks['prepare']>
): Promise<unknown> {
  const own = names.ownKeys(wrong)
  const prepared = await prepare({ ...create, secrets: names.ownKeys(secrets), wrong: own })
  for (const [name, said] of Object.entries(own)) wrong[names.toPublic(name)] ??= said
  return prepared
}

function withPublicTexts(value: unknown, names: Names): unknown {
  if (typeof value === 'string') return names.inText(value)
  if (Array.isArray(value)) return value.map((each) => withPublicTexts(each, names))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, withPublicTexts(inner, names)])
  )
}
