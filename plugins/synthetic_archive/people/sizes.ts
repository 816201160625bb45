import type { GeneratorContext } from '../table_generator.js'
import { shareOf } from '../row_values.js'

type Sized = Pick<GeneratorContext, 'dockets'>

/** How many people an archive has; their keys run from 1. */
export function peopleOf(context: Sized): number {
  return shareOf(context, 250, 40)
}

/** How many schools, likewise. */
export function schoolsOf(context: Sized): number {
  return shareOf(context, 2500, 12)
}
