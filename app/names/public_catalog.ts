/** The catalog served under the public names. */
import type { Catalog } from '#api/catalog'
import type { EndpointDefinition } from '#api/define_endpoint'
import type { ResourceDefinition, ResourceExtension } from '#api/define_resource'
import type { BearerDefinition } from '#app/accounts/bearer_tokens'
import type { Declared } from '#app/support/lazy'
import { assembleSearch, type SearchDeclarations } from '#app/search/assemble'
import type { NameTable } from './name_table.js'
import { publicResources } from './public_resources.js'
import { publicIndexes, publicTypeExtension, publicTypes } from './public_search.js'
import { fieldColumn, hasColumn } from '#api/columns'
import type { BulkTable } from '#app/bulk/define_bulk_table'

/** Declarations as written by the plugins. */
export interface Declarations extends SearchDeclarations {
  resources: Declared<ResourceDefinition>[]
  extensions: Declared<ResourceExtension>[]
  endpoints: Declared<EndpointDefinition>[]
}

/**
 * Assembles the declarations again, under their public names.
 *
 * @throws PluginError
 */
export function assemblePublicCatalog(
  declared: Declarations,
  table: NameTable,
  bearer?: BearerDefinition
): Catalog {
  const { resources, types } = table.named
  const extensions = declared.searchExtensions.map(({ plugin, declaration }) => ({
    plugin,
    declaration:
      'extendsType' in declaration ? publicTypeExtension(declaration, types, table) : declaration,
  }))
  const searchTypes = publicTypes(declared.searchTypes, table)
  const search = assembleSearch(
    { ...declared, searchTypes, searchExtensions: extensions },
    resources
  )
  return {
    namespace: 'courtlistener.',
    requests: 'lenient',
    resources: publicResources(declared.resources, declared.extensions, table),
    endpoints: declared.endpoints.map(({ plugin, declaration }) => ({
      ...declaration,
      plugin,
      path: table.path(declaration.path),
    })),
    // The public service has none.
    recordEndpoints: [],
    searchTypes: search.types,
    searchIndexes: publicIndexes(search.indexes, table),
    ownPath: (path) => table.ownPath(path),
    bearer,
  }
}

/**
 * Adds the public column names to bulk tables: bulk files come from the public service. They
 * follow from the names of the table's resources.
 */
export function withPublicColumns(
  tables: Declared<BulkTable>[],
  names: NameTable
): Declared<BulkTable>[] {
  return tables.map(({ plugin, declaration }) => {
    const renames = { ...publicColumns(declaration.table, names), ...declaration.renames }
    return { plugin, declaration: { ...declaration, renames } }
  })
}

/** Maps columns of a file to columns of the table. */
function publicColumns(table: string, names: NameTable): Record<string, string> {
  const columns: Record<string, string> = {}
  for (const resource of names.named.resources.all()) {
    if (resource.table !== table) continue
    for (const [own, name] of names.resource(resource.path)) {
      const field = resource.fields.get(own)
      if (field && hasColumn(field)) columns[name] = fieldColumn(own, field)
    }
  }
  return columns
}
