/**
 * What dockets point at: rows of tables of other plugins. Which row belongs
 * to which docket follows from their numbers alone, so that both files can
 * be written without each other.
 */
import type { GeneratorContext } from '../table_generator.js'
import type { CourtGroup } from './courts.js'
import { placesOf, RUN, type Plan } from './plan.js'

/** Rows that each belong to a docket of their own, spread over dockets of one group of courts. */
export class RowsBehindDockets {
  readonly #places: number[]
  /** Every so many runs of dockets have one, and so many runs do. */
  readonly #step: number
  readonly #runs: number

  /** @param rows how many there are; their keys run from 1 */
  constructor(
    { dockets }: Pick<GeneratorContext, 'dockets'>,
    group: CourtGroup,
    readonly rows: number
  ) {
    const runs = Math.floor(dockets / RUN)
    this.#places = placesOf(group)
    this.#step = Math.max(1, Math.floor(runs / Math.max(1, rows)))
    this.#runs = Math.floor(runs / this.#step)
  }

  /** Docket of a row, both by ID. */
  docketOf(row: number): number {
    const run = ((row - 1) % this.#runs) * this.#step
    return run * RUN + this.#places[Math.floor((row - 1) / this.#runs)]! + 1
  }

  /** Row of a docket, both by ID; null for a docket without. */
  rowOf(docket: number): number | null {
    const run = Math.floor((docket - 1) / RUN) / this.#step
    const place = this.#places.indexOf((docket - 1) % RUN)
    if (place < 0 || !Number.isInteger(run) || run >= this.#runs) return null
    const row = place * this.#runs + run + 1
    return row <= this.rows ? row : null
  }
}

/** The rows that belong to dockets, as far as the archive has tables for them. */
export function behindDockets(context: GeneratorContext, plan: Plan) {
  const records = new RowsBehindDockets(
    context,
    'district',
    context.rowsOf('fjc-integrated-database')
  )
  const origins = new RowsBehindDockets(
    context,
    'appellate',
    context.rowsOf('originating-court-information')
  )
  const people = context.rowsOf('people-db-people')
  return {
    recordOf: (docket: number) => records.rowOf(docket),
    originOf: (docket: number) => origins.rowOf(docket),
    judgeOf: (docket: number) => (people ? plan.random('judge', docket).between(1, people) : null),
  }
}
