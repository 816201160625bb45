/** Thrown when a signal interrupts work. Progress is kept and can be resumed. */
export class Interrupted extends Error {
  override name = 'Interrupted'
}

/**
 * The reason why a command can't run. It is printed on one line without a stack trace, and the
 * exit code is 1.
 */
export class CommandRefusal extends Error {
  override name = 'CommandRefusal'
}
