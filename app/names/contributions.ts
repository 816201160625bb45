/** A plugin's contributions to the names of the public service. */
import type { LazyList } from '#app/support/lazy'
import type { PublicNames } from './define_public_names.js'

export interface NameContributions {
  /** Names of resources, fields, and filters in the public service, where they differ. */
  publicNames?: LazyList<PublicNames>
}
