/** Checks of resources after their filters are resolved. */
import { PluginError } from '#app/support/plugin_error'
import type { Resource } from './resource.js'
import { expandableNames } from './select/selection.js'

/** @throws PluginError when an ordering isn't a value field */
export function checkOrdering(resource: Resource): void {
  const names = [...resource.ordering, ...resource.cursor, resource.defaultOrder.replace(/^-/, '')]
  for (const name of names) {
    const field = resource.fields.get(name)
    if (field?.kind !== 'value') {
      throw new PluginError(
        'E_UNKNOWN_FIELD',
        `"${resource.path}" can be ordered by "${name}", which isn't a value field of this resource`
      )
    }
  }
}

/** @throws PluginError when a secret field would never be used */
export function checkSecrets({ path, fields, writes, hooks }: Resource): void {
  const secret = fields.entries().find(([, field]) => field.kind === 'value' && field.secret)
  if (secret && (!hooks.prepare || writes.includes('update')))
    throw new PluginError(
      'E_UNUSED_SECRET',
      `"${path}.${secret[0]}" is a secret, which requires a "prepare" hook and can't be used in updates`
    )
}

/**
 * Credentials are visible to their owner only, and filters and orderings must not reveal them.
 *
 * @throws PluginError
 */
export function checkCredentials(resource: Resource): void {
  const { path, fields, filters, ordering, cursor, ownership } = resource
  for (const [name, field] of fields) {
    if (field.kind !== 'value' || !field.credential) continue
    const isAsked = [...filters.values()].some((filter) => filter.valueField === field)
    if (
      !ownership ||
      ownership.declared.shared ||
      isAsked ||
      [...ordering, ...cursor].includes(name)
    )
      throw new PluginError(
        'E_EXPOSED_CREDENTIAL',
        `"${path}.${name}" contains a credential, so its resource must belong to accounts, share no records, and neither filter nor order by it`
      )
  }
}

/** @throws PluginError when nested rows are scoped by a name that isn't a related filter */
export function checkNarrowing(resource: Resource): void {
  for (const [name, field] of resource.fields) {
    if (field.kind !== 'rows') continue
    for (const relation of Object.keys(field.scopedBy ?? {})) {
      if (!resource.filters.get(relation)?.relation) {
        throw new PluginError(
          'E_UNKNOWN_RELATION',
          `"${resource.path}.${name}" is scoped by "${relation}", which isn't a related filter of this resource`
        )
      }
    }
  }
}

/** @throws PluginError when a nested expansion isn't an expandable link */
export function checkExpansions(
  resource: Resource,
  find: (path: string) => Resource | undefined
): void {
  for (const [name, field] of resource.fields) {
    const [, ...further] = expandableNames(name, field)
    const target = field.kind === 'link' ? find(field.resource) : undefined
    for (const link of further) {
      const followed = target?.fields.get(link)
      if (followed && expandableNames(link, followed).length) continue
      throw new PluginError(
        'E_UNKNOWN_FIELD',
        `"${resource.path}.${name}" allows expanding "${link}", which isn't an expandable link of "${target?.path}"`
      )
    }
  }
}

/**
 * Fields show related rows without checking the viewer, so public records must not have fields
 * with records of accounts. Filters check the viewer.
 *
 * @throws PluginError for these fields, and when a resource belongs to accounts through records
 *   without an owner
 */
export function checkOwned(resource: Resource, find: (path: string) => Resource | undefined): void {
  const parent = resource.ownership?.parent?.resource
  if (parent && !parent.ownership) {
    throw new PluginError(
      'E_UNKNOWN_RELATION',
      `"${resource.path}" belongs to accounts through "${parent.path}", whose records have no owner`
    )
  }
  if (resource.ownership) return
  for (const [name, field] of resource.fields) {
    if (!('resource' in field) || !find(field.resource)?.ownership) continue
    throw new PluginError(
      'E_UNKNOWN_RELATION',
      `"${resource.path}.${name}" would make records of "${field.resource}" public, which belong to accounts`
    )
  }
}
