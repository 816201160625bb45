import { STATUS } from '../rows.js'
import { STUCK } from './lists.js'
import {
  buildCountNeeds,
  countUpTo,
  defineHealthSection,
  readRow,
  formatAge,
  formatNeedCount,
} from '#app/console/admin/health/health_section'
import { chartOverTime, type StaffChart } from '#app/console/admin/charts/over_time'

interface Row {
  enabled: number
  failing: number
  slow: number
  stopped: number
  waiting: number
  stuck: number
  failed: number
  due: Date | null
  delivered: Date | null
}

const READ = `SELECT
  (SELECT count(*)::int FROM webhooks WHERE enabled) AS enabled,
  (SELECT count(*)::int FROM webhooks WHERE enabled AND failure_count > 0) AS failing,
  (SELECT count(*)::int FROM webhooks WHERE enabled AND is_slow) AS slow,
  (SELECT count(*)::int FROM webhooks WHERE disabled_at IS NOT NULL) AS stopped,
  ${countUpTo('FROM webhook_deliveries WHERE status IN (0, 1)')} AS waiting,
  ${countUpTo(`FROM webhook_deliveries d WHERE ${STUCK}`)} AS stuck,
  ${countUpTo(`FROM webhook_deliveries WHERE status = ${STATUS.failed} AND NOT debug AND date_created > now() - interval '1 day'`)} AS failed,
  (SELECT min(next_attempt) FROM webhook_deliveries WHERE status IN (0, 1) AND next_attempt < now()) AS due,
  (SELECT date_delivered FROM webhook_deliveries WHERE status = ${STATUS.delivered} ORDER BY id DESC LIMIT 1) AS delivered`

const deliveries: StaffChart = {
  title: 'Webhook deliveries',
  empty: 'No deliveries in this period.',
  read: (app, timeline) =>
    chartOverTime(app, timeline, {
      unit: 'deliveries',
      from: 'webhook_deliveries WHERE NOT debug',
      time: 'date_created',
      series: {
        'Delivered': `count(*) FILTER (WHERE status = ${STATUS.delivered})`,
        'Failed or pending': `count(*) FILTER (WHERE status <> ${STATUS.delivered})`,
      },
    }),
}

export default defineHealthSection({
  title: 'Webhooks',
  charts: [deliveries],
  async read(app) {
    const found = await readRow<Row>(app, READ)
    return {
      needs: buildCountNeeds(
        [
          found.stopped,
          'webhook is disabled after failures',
          'webhooks are disabled after failures',
          '/admin/webhooks/?state=failed',
        ],
        [
          found.failing,
          'webhook is failing',
          'webhooks are failing',
          '/admin/webhooks/?state=failing',
        ],
        [found.stuck, 'delivery is stuck', 'deliveries are stuck', '/admin/deliveries/?due=stuck']
      ),
      figures: [
        { label: 'Enabled', value: formatNeedCount(found.enabled), path: '/admin/webhooks/' },
        {
          label: 'Enabled and failing',
          value: formatNeedCount(found.failing),
          path: '/admin/webhooks/?state=failing',
        },
        { label: 'Slow or new', value: formatNeedCount(found.slow) },
        {
          label: 'Disabled after failures',
          value: formatNeedCount(found.stopped),
          path: '/admin/webhooks/?state=failed',
        },
        { label: 'Queued deliveries', value: formatNeedCount(found.waiting) },
        {
          label: 'Stuck deliveries',
          value: formatNeedCount(found.stuck),
          path: '/admin/deliveries/?due=stuck',
        },
        { label: 'Oldest due', value: formatAge(found.due) },
        {
          label: 'Expired in the last 24 hours',
          value: formatNeedCount(found.failed),
          path: `/admin/deliveries/?status=${STATUS.failed}`,
        },
        { label: 'Last delivered', value: formatAge(found.delivered) },
      ],
    }
  },
})
