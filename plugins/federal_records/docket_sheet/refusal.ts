/**
 * Which errors are about a line, and what is said of them.
 */
import { errors } from '@vinejs/vine'
import pg from 'pg'
import { CommitOutcomeUnknown } from '#app/database/transaction'
import { isDatabaseAway } from '#app/database/database_away'

/** Classes of database errors that no line is at fault for: disk full, server going away, input and output. */
const NOT_OF_A_LINE = ['53', '57P', '58']

const MAX_PROBLEMS = 3

interface Problem {
  field: string
  message: string
  /** The name that is wrong, where it is one below the field. */
  meta?: { below?: string }
}

/**
 * What is wrong with a line.
 *
 * @throws the error itself when no line is at fault for it
 */
export function reasonOf(error: unknown): string {
  if (error instanceof SheetError) return error.message
  if (error instanceof errors.E_VALIDATION_ERROR) {
    const problems = error.messages as Problem[]
    return problems.slice(0, MAX_PROBLEMS).map(describe).join('; ')
  }
  if (error instanceof pg.DatabaseError && !endsImport(error))
    return error.detail ? `${error.message} (${error.detail})` : error.message
  throw error
}

function describe({ field, message, meta }: Problem): string {
  return `${[field, meta?.below].filter(Boolean).join('.')}: ${message}`
}

/** Whether the database can do no more for any line. */
export function endsImport(error: unknown): boolean {
  if (error instanceof CommitOutcomeUnknown || isDatabaseAway(error)) return true
  const { code = '' } = error as { code?: string }
  return NOT_OF_A_LINE.some((known) => code.startsWith(known))
}

/** Why a sheet cannot be taken. */
export class SheetError extends Error {
  override name = 'SheetError'
}
