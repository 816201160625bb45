import {
  buildCountNeeds,
  countUpTo,
  defineHealthSection,
  buildOverdueNeeds,
  readRow,
  formatAge,
  formatNeedCount,
} from '#app/console/admin/health/health_section'
import { RUNNER_COUNT } from '#app/jobs/orphans'
import { settings as serverSettings } from '#start/env'
import { OPEN, STATUS } from '../codes.js'
import { CourtSystem } from '../court_system.js'

interface Row {
  open: number
  oldest: Date | null
  failed: number
  unknown: number
  paused: number
  runners: number
}

const IS_OPEN = `status IN (${OPEN.join(', ')})`

const READ = `SELECT
  ${countUpTo(`FROM fetch_requests WHERE ${IS_OPEN}`)} AS open,
  (SELECT min(date_created) FROM fetch_requests WHERE ${IS_OPEN}) AS oldest,
  ${countUpTo(`FROM fetch_requests WHERE status = ${STATUS.failed}`)} AS failed,
  ${countUpTo('FROM fetch_purchases WHERE date_answered IS NULL')} AS unknown,
  ${countUpTo('FROM fetch_paused_courts')} AS paused, ${RUNNER_COUNT} AS runners`

/** Seconds after which an open request is overdue. */
const STUCK = 3600

/** Where court system sessions are stored, with a warning if jobs can't access them. */
export function sessionsInWords(
  { redisUrl, jobs }: { redisUrl: string | null; jobs: string },
  runners: number
): string {
  if (redisUrl) return 'in Redis'
  const isElsewhere = jobs === 'off' || runners > 1
  return isElsewhere
    ? 'Warning: in this process, but jobs run in other processes. Fetches end with session_expired; set REDIS_URL.'
    : 'in this process'
}

export default defineHealthSection({
  title: 'Fetching',
  async read(app) {
    const { open, oldest, failed, unknown, paused, runners } = await readRow<Row>(app, READ)
    const { isOn, isReal, isForOneAccount } = await app.container.make(CourtSystem)
    const simulated = isForOneAccount ? 'simulated courts, for one account' : 'simulated courts'
    const target = isReal ? 'the court system' : simulated
    const sessions = sessionsInWords(serverSettings, runners)
    return {
      needs: [
        ...buildOverdueNeeds('Fetch requests', oldest, '/admin/fetch-requests/?status=1', STUCK),
        ...buildCountNeeds([
          unknown,
          'purchase has no response from the court',
          'purchases have no response from the court',
          '/admin/fetch-requests/',
        ]),
        ...(sessions.startsWith('Warning')
          ? [{ text: "Jobs can't access court system sessions. Set REDIS_URL" }]
          : []),
      ],
      figures: [
        {
          label: 'Fetches from',
          value: isOn || isForOneAccount ? target : 'Nothing: fetching is off',
        },
        { label: 'Open', value: formatNeedCount(open), path: '/admin/fetch-requests/?status=1' },
        { label: 'Oldest open', value: formatAge(oldest) },
        {
          label: 'Failed',
          value: formatNeedCount(failed),
          path: '/admin/fetch-requests/?status=3',
        },
        { label: 'Purchases without a response', value: formatNeedCount(unknown) },
        { label: 'Sessions', value: sessions },
        { label: 'Paused courts', value: formatNeedCount(paused), path: '/admin/fetch-courts/' },
      ],
    }
  },
})
