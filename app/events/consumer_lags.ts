/**
 * The lag of the consumers of the change log.
 */
import type { ChangeLog } from './change_log.js'
import { CursorTooOld } from './cursor.js'
import type { ConsumerDefinition } from './consumer_definition.js'

export interface ConsumerLag {
  name: string
  /** Seconds since the oldest unhandled change; 0: none, null: it must rebuild. */
  behind: number | null
  /** When its position last changed. */
  movedAt: Date
}

/**
 * Every consumer with a saved position, even if no process runs it any
 * longer.
 *
 * @param definitions consumers that handle changes of some tables only
 */
export async function consumerLags(
  log: ChangeLog,
  definitions: readonly Pick<ConsumerDefinition, 'name' | 'tables'>[]
): Promise<ConsumerLag[]> {
  const tables = new Map(definitions.map((definition) => [definition.name, definition.tables]))
  const rows = await log.database.from('change_cursors').orderBy('name')
  return Promise.all(
    rows.map(async ({ name, cursor, date_modified: movedAt }) => ({
      name: name as string,
      behind: await behind(log, cursor, tables.get(name)),
      movedAt: movedAt as Date,
    }))
  )
}

async function behind(
  log: ChangeLog,
  cursor: string,
  tables?: readonly string[]
): Promise<number | null> {
  try {
    const { changes } = await log.read({ after: cursor, limit: 1, tables })
    const [oldest] = changes
    return oldest ? Math.max(0, (Date.now() - oldest.changedAt.getTime()) / 1000) : 0
  } catch (error) {
    if (error instanceof CursorTooOld) return null
    throw error
  }
}
