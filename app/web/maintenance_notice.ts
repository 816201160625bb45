/**
 * What pages say of maintenance.
 */
import type { Maintenance } from '#app/maintenance/maintenance'

/** A sentence for the top of each page; blank at all other times. */
export function maintenanceNotice(
  maintenance: Pick<Maintenance, 'state' | 'announced'>,
  now = new Date()
): string {
  const { isOn, reads } = maintenance.state
  if (isOn)
    return reads
      ? 'Maintenance in progress: you can read, but not change anything.'
      : 'Maintenance in progress.'
  const window = maintenance.announced(now)
  if (!window) return ''
  const { start, end } = window
  const day = start.setLocale('en-US').toFormat('cccc, LLLL d')
  const zone = start.zoneName?.replaceAll('_', ' ')
  return `Maintenance window: ${day}, ${start.toFormat('HH:mm')} to ${end.toFormat('HH:mm')} (${zone}). The site may be unavailable.`
}
