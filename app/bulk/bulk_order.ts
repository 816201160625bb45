/**
 * The order in which bulk-data files are loaded.
 */
import type { Declared } from '#app/support/lazy'
import { orderByNames } from '#app/support/order_by_names'
import { PluginError } from '#app/support/plugin_error'
import type { BulkTable } from './define_bulk_table.js'

/**
 * @returns the tables in load order: parents before children
 * @throws PluginError for two tables with the same file, an unknown file, and circular dependencies
 */
export function bulkOrder(tables: Declared<BulkTable>[]): Declared<BulkTable>[] {
  const owners = new Map<string, string>()
  for (const { plugin, declaration } of tables) {
    const owner = owners.get(declaration.stem)
    if (owner) {
      throw new PluginError(
        'E_DUPLICATE_BULK_FILE',
        `plugins "${owner}" and "${plugin}" both declare the bulk file "${declaration.stem}"`
      )
    }
    owners.set(declaration.stem, plugin)
  }
  for (const { plugin, declaration } of tables) {
    const { stem, after = [], before = [] } = declaration
    const unknown = [...after, ...before].find((name) => !owners.has(name))
    if (unknown !== undefined)
      throw new PluginError(
        'E_UNKNOWN_BULK_FILE',
        `plugin "${plugin}" orders the bulk file "${stem}" by "${unknown}", which no plugin declares`
      )
  }
  return orderByNames(
    tables,
    ({ declaration: { stem: name, after, before } }) => ({ name, after, before }),
    (stems) => {
      throw new PluginError(
        'E_CIRCULAR_BULK_FILES',
        `the load order of bulk files is circular: ${stems.join(' → ')}`
      )
    }
  )
}
