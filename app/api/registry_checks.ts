/**
 * What must hold of a resource once its filters are resolved.
 */
import { PluginError } from '#app/support/plugin_error'
import type { Resource } from './resource.js'
import { expandableNames } from './select/selection.js'

/** @throws PluginError when a resource is ordered by what is no plain field */
export function checkOrdering(resource: Resource): void {
  const names = [...resource.ordering, ...resource.cursor, resource.defaultOrder.replace(/^-/, '')]
  for (const name of names) {
    const field = resource.fields.get(name)
    if (field?.kind !== 'value') {
      throw new PluginError(
        'E_UNKNOWN_FIELD',
        `"${resource.path}" can be ordered by "${name}", which is no plain field of this resource`
      )
    }
  }
}

/** @throws PluginError when a secret would be sent to a resource that has no use for it */
export function checkSecrets({ path, fields, writes, hooks }: Resource): void {
  const secret = fields.entries().find(([, field]) => field.kind === 'value' && field.secret)
  if (secret && (!hooks.prepare || writes.includes('update')))
    throw new PluginError(
      'E_UNUSED_SECRET',
      `"${path}.${secret[0]}" is a secret, which creates with a hook "prepare" use and changes cannot`
    )
}

/**
 * A credential is its owner's, and no filter or order may tell what is in it.
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
        `"${path}.${name}" works as a credential: its resource belongs to accounts, shares no records, and neither filters nor orders by it`
      )
  }
}

/** @throws PluginError when nested rows are scoped by what is not a related filter */
export function checkNarrowing(resource: Resource): void {
  for (const [name, field] of resource.fields) {
    if (field.kind !== 'rows') continue
    for (const relation of Object.keys(field.scopedBy ?? {})) {
      if (!resource.filters.get(relation)?.relation) {
        throw new PluginError(
          'E_UNKNOWN_RELATION',
          `"${resource.path}.${name}" is narrowed by "${relation}", which is no related filter of this resource`
        )
      }
    }
  }
}

/** @throws PluginError when a link lets expand what is no link of its record that expands */
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
        `"${resource.path}.${name}" lets "${link}" be expanded, which is no link of "${target?.path}" that expands`
      )
    }
  }
}

/**
 * Fields show related rows without asking who reads, so none may lead from
 * everybody's records to an account's; filters ask, and may.
 *
 * @throws PluginError also when a resource belongs through one without an owner
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
      `"${resource.path}.${name}" would show everybody records of "${field.resource}", which belong to accounts`
    )
  }
}
