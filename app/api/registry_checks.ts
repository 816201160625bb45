/**
 * What must hold of a resource once its filters are resolved.
 */
import { PluginError } from '#core/plugin_error'
import type { Resource } from './resource.js'

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

/** @throws PluginError when nested rows are narrowed by what is no related filter */
export function checkNarrowing(resource: Resource): void {
  for (const [name, field] of resource.fields) {
    if (field.kind !== 'rows') continue
    for (const relation of Object.keys(field.narrowedBy ?? {})) {
      if (!resource.filters.get(relation)?.relation) {
        throw new PluginError(
          'E_UNKNOWN_RELATION',
          `"${resource.path}.${name}" is narrowed by "${relation}", which is no related filter of this resource`
        )
      }
    }
  }
}
