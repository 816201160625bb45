/** Number of runs after which a statement is prepared, so that one-off queries use no memory. */
const RUNS_BEFORE_PREPARING = 3

let count = 0

/**
 * The text of a statement that may be repeated. Keeping the object
 * saves the reader from hashing long texts.
 */
export class NamedStatement {
  readonly #name = `curia_${++count}`
  #runs = 0

  /** @param mayPrepare false to plan the statement on every run, based on its values */
  constructor(
    readonly text: string,
    readonly mayPrepare = true
  ) {}

  /** Counts a run; returns the name to prepare it under after enough runs. */
  nameForRun(): string | undefined {
    this.#runs++
    return this.mayPrepare && this.#runs >= RUNS_BEFORE_PREPARING ? this.#name : undefined
  }
}
