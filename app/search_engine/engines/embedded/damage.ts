/** Tells damage of an index's file from other errors. */
import { IndexDamaged } from '../../engine.js'

/** SQLITE_CORRUPT, SQLITE_NOTADB, and SQLITE_TOOBIG: a value is said to be larger than any that was written. */
const CODES = [11, 26, 18]

/** The error as damage of the index, if it says so; otherwise as it is. */
export function asDamage(error: unknown, index: string): unknown {
  const { errcode, message } = error as Error & { errcode?: number }
  // The lowest byte is the code, those above say more of it.
  const isDamage = errcode !== undefined && CODES.includes(errcode & 0xff)
  return isDamage ? new IndexDamaged(index, message) : error
}
