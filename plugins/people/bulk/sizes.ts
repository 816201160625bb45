import type { GeneratorContext } from '#app/bulk/define_bulk_table'
import { shareOf } from '#app/bulk/synthetic'

type Sized = Pick<GeneratorContext, 'dockets'>

/** How many people an archive has; their keys run from 1. */
export function peopleOf(context: Sized): number {
  return shareOf(context, 250, 40)
}

/** How many schools, likewise. */
export function schoolsOf(context: Sized): number {
  return shareOf(context, 2500, 12)
}
