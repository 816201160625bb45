import type { Catalog } from '#api/catalog'
import type { Resource } from '#api/resource'

/** The resource of clusters, as the root of a request calls it. */
export function clusterResource({ resources, ownPath }: Catalog): Resource {
  return resources.all().find(({ path }) => ownPath(path) === 'clusters')!
}
