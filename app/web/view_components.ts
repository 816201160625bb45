/**
 * Which components templates may name as tags.
 */
import type { Edge } from 'edge.js'

/**
 * Lists the components of all mounted disks once. Edge reads their folders
 * with every renderer, that is for every page, even where it caches templates:
 * it decides at its import, before the application can say so.
 *
 * @param edge After its last disk was mounted; components of later ones are not found.
 */
export function keepComponentList({ loader }: Edge): void {
  const components = loader.listComponents()
  loader.listComponents = () => components
}
