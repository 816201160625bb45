/**
 * Components that derive rows from other rows, such as the linking of citations: their changes have
 * an `origin` in the change log.
 */
import type { Database } from '@adonisjs/lucid/database'

export interface Derivation {
  /** The origin of its changes. */
  origin: string
  /** Whether it is working through many existing rows now, for example after an import. */
  isRunningInBulk: (database: Pick<Database, 'rawQuery'>) => Promise<boolean>
}

export class Derivations {
  constructor(private declared: readonly Derivation[]) {}

  /** Whether any of them is working through many rows now. */
  async areRunningInBulk(database: Pick<Database, 'rawQuery'>): Promise<boolean> {
    for (const { isRunningInBulk } of this.declared)
      if (await isRunningInBulk(database)) return true
    return false
  }
}
