/** Thrown when the signal was raised; progress is kept and resumed. */
export class Interrupted extends Error {
  override name = 'Interrupted'
}
