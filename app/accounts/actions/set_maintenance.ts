import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import {
  MAINTENANCE_CHANNEL,
  MAINTENANCE_SWITCHES,
  type MaintenanceState,
} from '#app/maintenance/maintenance'
import Switch from '#app/models/switch'

/** Starts or ends maintenance in all processes. */
export class SetMaintenance {
  /** @returns the previous state; null if nothing changed */
  async handle(
    trx: TransactionClientContract,
    wanted: MaintenanceState
  ): Promise<MaintenanceState | null> {
    const [on, reads] = await Promise.all(
      [MAINTENANCE_SWITCHES.on, MAINTENANCE_SWITCHES.reads].map((name) =>
        Switch.firstOrNew({ name }, {}, { client: trx })
      )
    )
    const before = { isOn: on!.isOn ?? false, reads: reads!.isOn ?? true }
    if (before.isOn === wanted.isOn && before.reads === wanted.reads) return null
    await on!.merge({ isOn: wanted.isOn }).save()
    await reads!.merge({ isOn: wanted.reads }).save()
    await trx.rawQuery('SELECT pg_notify(?, ?)', [MAINTENANCE_CHANNEL, ''])
    return before
  }
}
