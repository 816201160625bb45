/**
 * What a plugin contributes to the names of the public service.
 */
import type { LazyList } from '#app/support/lazy'
import type { PublicNames } from './define_public_names.js'

export interface NameContributions {
  /** What the public service calls its resources, where that differs. */
  publicNames?: LazyList<PublicNames>
}
