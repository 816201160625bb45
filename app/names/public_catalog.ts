/**
 * What is served under the public names.
 */
import type { Catalog } from '#api/catalog'
import type { EndpointDefinition } from '#api/define_endpoint'
import type { ResourceDefinition, ResourceExtension } from '#api/define_resource'
import type { Declared } from '#app/support/declared'
import { assembleSearch } from '#app/search/assemble'
import type { SearchIndexDefinition, SearchIndexExtension } from '#app/search/define_search_index'
import type { SearchTypeDefinition, SearchTypeExtension } from '#app/search/define_search_type'
import type { NameTable } from './name_table.js'
import { publicResources } from './public_resources.js'
import { publicIndexes, publicTypeExtension, publicTypes } from './public_search.js'

/** Declarations as the plugins wrote them. */
export interface Declarations {
  resources: Declared<ResourceDefinition>[]
  extensions: Declared<ResourceExtension>[]
  endpoints: Declared<EndpointDefinition>[]
  searchIndexes: Declared<SearchIndexDefinition>[]
  searchTypes: Declared<SearchTypeDefinition>[]
  searchExtensions: Declared<SearchIndexExtension | SearchTypeExtension>[]
}

/**
 * Assembles the declarations once more, under their public names.
 *
 * @throws PluginError
 */
export function assemblePublicCatalog(declared: Declarations, table: NameTable): Catalog {
  const { resources, types } = table.named
  const extensions = declared.searchExtensions.map(({ plugin, declaration }) => ({
    plugin,
    declaration:
      'extendsType' in declaration ? publicTypeExtension(declaration, types, table) : declaration,
  }))
  const search = assembleSearch(
    declared.searchIndexes,
    publicTypes(declared.searchTypes, table),
    extensions,
    resources
  )
  return {
    namespace: 'courtlistener.',
    resources: publicResources(declared.resources, declared.extensions, table),
    endpoints: declared.endpoints.map(({ declaration }) => ({
      ...declaration,
      path: table.path(declaration.path),
    })),
    searchTypes: search.types,
    searchIndexes: publicIndexes(search.indexes, table),
    ownPath: (path) => table.ownPath(path),
  }
}
