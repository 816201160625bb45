import type { GeneratedRow, GeneratorContext } from '../table_generator.js'
import { decisionsOf } from '../case_law/sizes.js'
import { peopleOf } from './sizes.js'

/**
 * Judges who belong to rows of another table: so many neighbours in the list
 * of people, none of them twice.
 */
function* judgesOf(
  context: GeneratorContext,
  column: string,
  rows: Iterable<number>,
  most: number
): Iterable<GeneratedRow> {
  const people = peopleOf(context)
  let id = 0
  for (const row of rows) {
    const first = context.random.between(0, people - 1)
    for (let next = context.random.between(1, most); next > 0; next--)
      yield { id: ++id, [column]: row, person_id: ((first + next) % people) + 1 }
  }
}

function* every(step: number, most: number): Iterable<number> {
  for (let key = step; key <= most; key += step) yield key
}

export const clusterPanels = (context: GeneratorContext) =>
  judgesOf(context, 'cluster_id', every(4, decisionsOf(context.dockets)), 3)

export const nonParticipating = (context: GeneratorContext) =>
  judgesOf(context, 'cluster_id', every(50, decisionsOf(context.dockets)), 1)

export const joinedBy = (context: GeneratorContext) =>
  judgesOf(context, 'opinion_id', every(5, decisionsOf(context.dockets)), 2)

export const docketPanels = (context: GeneratorContext) =>
  judgesOf(context, 'docket_id', every(40, context.dockets), 3)
