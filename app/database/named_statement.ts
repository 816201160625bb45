/** Runs after which a statement is kept prepared, so that one-off queries keep nothing in memory. */
const RUNS_BEFORE_PREPARING = 3

let count = 0

/**
 * The text of a statement that may come again. Holding on to the object
 * spares the reader from recognising long texts.
 */
export class NamedStatement {
  readonly #name = `curia_${++count}`
  #runs = 0

  /** @param mayPrepare false has it planned again, by its values, on every run */
  constructor(
    readonly text: string,
    readonly mayPrepare = true
  ) {}

  /** Counts a run; the name to prepare it under, once it is worth it. */
  nameForRun(): string | undefined {
    this.#runs++
    return this.mayPrepare && this.#runs >= RUNS_BEFORE_PREPARING ? this.#name : undefined
  }
}
