/**
 * Puts the extensions of plugins into the resources they extend.
 */
import type { Declared } from '#app/support/lazy'
import { PluginError } from '#app/support/plugin_error'
import type { ResourceDefinition, ResourceExtension } from './define_resource.js'
import type { Field } from './field_definitions.js'

export function groupExtensions(
  definitions: Declared<ResourceDefinition>[],
  extensions: Declared<ResourceExtension>[]
) {
  const known = new Set(definitions.map(({ declaration }) => declaration.path))
  const groups = new Map<string, Declared<ResourceExtension>[]>()
  for (const extension of extensions) {
    const path = extension.declaration.extends
    if (!known.has(path)) {
      throw new PluginError(
        'E_UNKNOWN_RELATION',
        `plugin "${extension.plugin}" extends the resource "${path}", which no plugin declares`
      )
    }
    groups.set(path, [...(groups.get(path) ?? []), extension])
  }
  return groups
}

export function mergeFields(
  plugin: string,
  { path, fields }: ResourceDefinition,
  additions: Declared<ResourceExtension>[]
): Map<string, Field> {
  const merged = Object.entries(fields)
  for (const { plugin: extender, declaration } of additions) {
    for (const [name, { after, ...field }] of Object.entries(declaration.fields ?? {})) {
      const at = merged.findIndex(([existing]) => existing === name)
      if (at >= 0) {
        if (merged[at]![1].kind !== 'slot') {
          throw new PluginError(
            'E_DUPLICATE_FIELD',
            `plugin "${extender}" declares the field "${path}.${name}", which plugin "${plugin}" already has`
          )
        }
        merged[at] = [name, field as Field]
        continue
      }
      const anchor = merged.findIndex(([existing]) => existing === after)
      if (anchor < 0) {
        throw new PluginError(
          'E_UNKNOWN_FIELD',
          `plugin "${extender}" puts the field "${path}.${name}" after "${after}", which does not exist`
        )
      }
      merged.splice(anchor + 1, 0, [name, field as Field])
    }
  }
  return new Map(merged)
}
