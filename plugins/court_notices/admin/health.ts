import {
  buildCountNeeds,
  countUpTo,
  defineHealthSection,
  buildOverdueNeeds,
  readRow,
  formatAge,
  formatNeedCount,
} from '#app/console/admin/health/health_section'
import { COPY, STATUS } from '../codes.js'

interface Row {
  open: number
  oldest: Date | null
  failed: number
  unknown: number
  dropped: string
  failing: number
}

const OPEN = `status IN ('${STATUS.queued}', '${STATUS.processing}', '${STATUS.retrying}')`
const LIST = '/admin/court-emails/'

const READ = `SELECT
  ${countUpTo(`FROM court_notices WHERE ${OPEN}`)} AS open,
  (SELECT min(date_created) FROM court_notices WHERE ${OPEN}) AS oldest,
  ${countUpTo(`FROM court_notices WHERE status = '${STATUS.failed}'`)} AS failed,
  ${countUpTo(`FROM court_notices WHERE copy = '${COPY.unknown}'`)} AS unknown,
  (SELECT coalesce(sum(count), 0) FROM dropped_emails WHERE day > now() - interval '30 days') AS dropped,
  ${countUpTo('FROM court_feeds WHERE failing_since IS NOT NULL')} AS failing`

/** Emails dropped in the last 30 days, by reason. */
const REASONS = `SELECT coalesce(
    json_agg(json_build_array(replace(reason, '_', ' '), count::text) ORDER BY reason), '[]'
  ) AS reasons
  FROM (SELECT reason, sum(count) AS count FROM dropped_emails
    WHERE day > now() - interval '30 days' GROUP BY reason) AS counted`

export default defineHealthSection({
  title: 'Court emails and feeds',
  async read(app) {
    const { open, oldest, failed, unknown, dropped, failing } = await readRow<Row>(app, READ)
    const { reasons } = await readRow<{ reasons: [reason: string, count: string][] }>(app, REASONS)
    return {
      needs: [
        ...buildOverdueNeeds('Court emails', oldest, LIST),
        ...buildCountNeeds(
          [failed, 'court email failed', 'court emails failed', `${LIST}?status=${STATUS.failed}`],
          [
            unknown,
            'free copy was lost',
            'free copies of documents were lost',
            `${LIST}?copy=${COPY.unknown}`,
          ],
          [
            failing,
            'court feed is failing',
            'court feeds are failing',
            '/admin/court-feeds/?state=failing',
          ]
        ),
      ],
      figures: [
        { label: 'Open', value: formatNeedCount(open), path: LIST },
        { label: 'Oldest open', value: formatAge(oldest) },
        {
          label: 'Failed',
          value: formatNeedCount(failed),
          path: `${LIST}?status=${STATUS.failed}`,
        },
        {
          label: 'Lost free copies',
          value: formatNeedCount(unknown),
          path: `${LIST}?copy=${COPY.unknown}`,
        },
        { label: 'Emails dropped in 30 days', value: formatNeedCount(Number(dropped)) },
        {
          label: 'Failing feeds',
          value: formatNeedCount(failing),
          path: '/admin/court-feeds/?state=failing',
        },
      ],
      ...(reasons.length && {
        tables: [
          {
            label: 'Emails dropped in 30 days',
            columns: [{ label: 'Reason' }, { label: 'Emails', number: true }],
            rows: reasons,
          },
        ],
      }),
    }
  },
})
