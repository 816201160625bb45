import { isDatabaseAway } from '#app/database/database_unavailable'
import { CommitOutcomeUnknown } from '#app/database/transaction'
import { Interrupted } from '#app/support/interrupted'

import { CommandRefusal } from '#app/support/interrupted'

/** An error that rejects a whole file. The message contains the file and, if known, the line. */
export class BulkError extends CommandRefusal {
  override name = 'BulkError'
}

/** Prefixes an error with the name of the file. */
export function errorOfFile(error: unknown, file: { name: string }): unknown {
  if (error instanceof Interrupted) return error
  const { message, detail } = withoutConnection(error) as Error & { detail?: string }
  if (error instanceof BulkError)
    return message.startsWith(file.name) ? error : new BulkError(`${file.name}: ${message}`)
  return new BulkError(`${file.name}: ${message}${detail ? ` (${detail})` : ''}`, { cause: error })
}

/** The error of an import that ended early. */
export function errorOfImport(error: unknown, signal: AbortSignal | undefined): unknown {
  return signal?.aborted ? new Interrupted() : withoutConnection(error)
}

function withoutConnection(error: unknown): unknown {
  if (!isDatabaseAway(error) && !(error instanceof CommitOutcomeUnknown)) return error
  return new BulkError(
    'the connection to the database was lost; run the same command again to resume',
    { cause: error }
  )
}
