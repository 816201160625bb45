import { CommandRefusal } from '#app/support/interrupted'

/** An error that rejects a whole file. The message contains the file and, if known, the line. */
export class BulkError extends CommandRefusal {
  override name = 'BulkError'
}
