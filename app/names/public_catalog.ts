/**
 * What is served under the public names.
 */
import type { Catalog } from '#api/catalog'
import type { EndpointDefinition } from '#api/define_endpoint'
import type { ResourceDefinition, ResourceExtension } from '#api/define_resource'
import type { Declared } from '#app/support/lazy'
import { assembleSearch, type SearchDeclarations } from '#app/search/assemble'
import type { NameTable } from './name_table.js'
import { publicResources } from './public_resources.js'
import { publicIndexes, publicTypeExtension, publicTypes } from './public_search.js'

/** Declarations as the plugins wrote them. */
export interface Declarations extends SearchDeclarations {
  resources: Declared<ResourceDefinition>[]
  extensions: Declared<ResourceExtension>[]
  endpoints: Declared<EndpointDefinition>[]
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
  const searchTypes = publicTypes(declared.searchTypes, table)
  const search = assembleSearch(
    { ...declared, searchTypes, searchExtensions: extensions },
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
