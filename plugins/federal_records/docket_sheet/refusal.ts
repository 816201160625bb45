/** Errors caused by a line of an import, and their messages. */
import { errors } from '@vinejs/vine'
import pg from 'pg'
import { CommitOutcomeUnknown } from '#app/database/transaction'
import { isDatabaseAway } from '#app/database/database_unavailable'

/** Classes of database errors not caused by a line: insufficient resources, shutdown, system errors. */
const NOT_OF_A_LINE = ['53', '57P', '58']

const MAX_PROBLEMS = 3

interface Problem {
  field: string
  message: string
  /** The invalid name in the field. */
  meta?: { below?: string }
}

/** The reason a line is rejected. @throws the error itself if the line didn't cause it */
export function getLineError(error: unknown): string {
  if (error instanceof SheetError) return error.message
  if (error instanceof errors.E_VALIDATION_ERROR) {
    const problems = error.messages as Problem[]
    return problems.slice(0, MAX_PROBLEMS).map(describe).join('; ')
  }
  if (error instanceof pg.DatabaseError && !isFatalImportError(error))
    return error.detail ? `${error.message} (${error.detail})` : error.message
  throw error
}

function describe({ field, message, meta }: Problem): string {
  return `${[field, meta?.below].filter(Boolean).join('.')}: ${message}`
}

/** Whether an error ends the import, because the database can't process any line. */
export function isFatalImportError(error: unknown): boolean {
  if (error instanceof CommitOutcomeUnknown || isDatabaseAway(error)) return true
  const { code = '' } = error as { code?: string }
  return NOT_OF_A_LINE.some((known) => code.startsWith(known))
}

/** The reason a sheet is rejected. */
export class SheetError extends Error {
  override name = 'SheetError'
}
