/** Thrown when the signal was raised; what is done so far stays and is gone on with. */
export class Interrupted extends Error {
  override name = 'Interrupted'
}
