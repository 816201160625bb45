import { statfs } from 'node:fs/promises'
import { Throttle } from '#app/throttle/throttle'
import { FREE } from '#app/web/health/checks'
import { Monitoring } from '#app/web/monitoring'
import { settings } from '#start/env'
import { defineHealthSection, type Need } from './health_section.js'

const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`

/** The database, the store of the rate limits, and the disk. */
export default defineHealthSection({
  title: 'Server',
  async read({ container }) {
    const [services, throttle, disk] = await Promise.all([
      new Monitoring(container).services(),
      container.make(Throttle),
      statfs(settings.dataDir),
    ])
    const free = disk.bavail * disk.bsize
    const needs: Need[] = []
    if (!services.is_postgresql_up) needs.push({ text: 'The database does not answer' })
    if (!services.is_redis_up) needs.push({ text: 'Redis does not answer' })
    if (disk.bavail < disk.blocks * FREE.warning)
      needs.push({ text: `Only ${gigabytes(free)} of disk space are free` })
    return {
      needs,
      figures: [
        { label: 'Database', value: services.is_postgresql_up ? 'up' : 'down' },
        ...(throttle.store === 'redis'
          ? [{ label: 'Redis', value: services.is_redis_up ? 'up' : 'down' }]
          : []),
        { label: 'Rate-limit store', value: throttle.store },
        { label: 'Free disk space', value: gigabytes(free) },
      ],
    }
  },
})
