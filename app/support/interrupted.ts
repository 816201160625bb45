/** Thrown when the signal was raised; progress is kept and resumed. */
export class Interrupted extends Error {
  override name = 'Interrupted'
}

/**
 * A reason not to do what a command was asked to. It is printed as one line,
 * without a stack, and the exit code is 1.
 */
export class CommandRefusal extends Error {
  override name = 'CommandRefusal'
}
