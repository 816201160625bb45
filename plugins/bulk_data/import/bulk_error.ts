import { CommandRefusal } from '#app/support/interrupted'

/** A reason to refuse a file as a whole; says which file, and which line where there is one. */
export class BulkError extends CommandRefusal {
  override name = 'BulkError'
}
