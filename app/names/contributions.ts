/** A plugin's contributions to the names of the public service. */
import type { LazyList } from '#app/support/lazy'
import type { PublicNames } from './define_public_names.js'

export interface NameContributions {
  /** Names that differ in the public service. */
  publicNames?: LazyList<PublicNames>
}
