import { BaseSchema } from '@adonisjs/lucid/schema'

/** Ledgers per batch. */
const BATCH = 500

/** Converts rate-limit ledgers from packed numbers (LEB128, seven bits per byte) to JSON. */
export default class extends BaseSchema {
  async up() {
    this.defer(async (db) => {
      for (let after = ''; ;) {
        const { rows } = await db.rawQuery(
          `SELECT caller, state FROM throttle_ledgers
           WHERE caller > ? AND length(state) > 0 AND get_byte(state, 0) = 1 ORDER BY caller LIMIT ?`,
          [after, BATCH]
        )
        for (const { caller, state } of rows)
          await db.rawQuery('UPDATE throttle_ledgers SET state = ? WHERE caller = ?', [
            asJson(state),
            caller,
          ])
        if (rows.length < BATCH) return
        after = rows.at(-1).caller
      }
    })
  }

  /** Deletes all recorded usage. */
  async down() {
    this.schema.raw('DELETE FROM throttle_ledgers')
  }
}

/** Converts a ledger from the packed format to JSON. */
export function asJson(bytes: Buffer): Buffer {
  let place = 1
  const number = () => {
    for (let value = 0, weight = 1; ; weight *= 128) {
      const byte = bytes[place++]!
      value += (byte % 128) * weight
      if (byte < 128) return value
    }
  }
  const times = <T>(read: () => T): T[] => Array.from({ length: number() }, read)
  const text = () => {
    const length = number()
    return bytes.toString('utf8', place, (place += length))
  }
  /** The lowest bit is set if the cost isn't 1. */
  const entry = () => {
    const value = number()
    return [Math.floor(value / 2), value % 2 ? number() : 1]
  }
  const lifetime = number()
  const days = times(() => [number(), number()])
  const scopes = times(() => [
    text(),
    Object.fromEntries(times(() => [number(), times(entry).flat()])),
  ])
  return Buffer.from(
    JSON.stringify({ format: 2, lifetime, days, scopes: Object.fromEntries(scopes) })
  )
}
