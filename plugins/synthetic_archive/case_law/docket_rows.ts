/**
 * Rows of other plugins' tables that dockets refer to. The IDs alone determine
 * which row belongs to which docket, so each file can be written independently.
 */
import type { GeneratorContext } from '../table_generator.js'
import type { CourtGroup } from './courts.js'
import { listDocketPlaces, RUN, type Plan } from './plan.js'

/** Rows of a table that each belong to a different docket, spread over one group of courts. */
export class DocketRows {
  readonly #places: number[]
  /** Distance between two runs of dockets that have a row. */
  readonly #step: number
  /** Number of runs that have a row. */
  readonly #runs: number

  /** @param rows number of rows; their IDs start at 1 */
  constructor(
    { dockets }: Pick<GeneratorContext, 'dockets'>,
    group: CourtGroup,
    readonly rows: number
  ) {
    const runs = Math.floor(dockets / RUN)
    this.#places = listDocketPlaces(group)
    this.#step = Math.max(1, Math.floor(runs / Math.max(1, rows)))
    this.#runs = Math.floor(runs / this.#step)
  }

  /** Returns the ID of the docket of a row. */
  getDocketId(row: number): number {
    const run = ((row - 1) % this.#runs) * this.#step
    return run * RUN + this.#places[Math.floor((row - 1) / this.#runs)]! + 1
  }

  /** Returns the ID of the row of a docket, or null if the docket has no row. */
  findRowId(docket: number): number | null {
    const run = Math.floor((docket - 1) / RUN) / this.#step
    const place = this.#places.indexOf((docket - 1) % RUN)
    if (place < 0 || !Number.isInteger(run) || run >= this.#runs) return null
    const row = place * this.#runs + run + 1
    return row <= this.rows ? row : null
  }
}

/** Rows that dockets refer to; null for tables that the archive doesn't have. */
export function createDocketRows(context: GeneratorContext, plan: Plan) {
  const records = new DocketRows(
    context,
    'district',
    context.getRowCount('fjc-integrated-database')
  )
  const origins = new DocketRows(
    context,
    'appellate',
    context.getRowCount('originating-court-information')
  )
  const people = context.getRowCount('people-db-people')
  return {
    recordOf: (docket: number) => records.findRowId(docket),
    originOf: (docket: number) => origins.findRowId(docket),
    judgeOf: (docket: number) => (people ? plan.random('judge', docket).between(1, people) : null),
  }
}
