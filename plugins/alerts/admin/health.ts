import { choiceWords } from '#api/choices'
import {
  buildCountNeeds,
  countUpTo,
  defineHealthSection,
  readRow,
  formatAge,
  formatNeedCount,
} from '#app/console/admin/health/health_section'
import { chartOverTime, type StaffChart } from '#app/console/admin/charts/over_time'
import { SUBSCRIBED } from '../models/docket_alert.js'
import { ALERT_TYPES, OFF, RATES } from '../search_alerts/codes.js'

interface RateRow {
  rate: string
  /** Alerts with this rate, by type. */
  types: Record<string, number> | null
  waiting: number
  oldest: Date | null
}

interface Figures {
  on: number
  off: number
  untold: number
  oldest: Date | null
  postponed: number
  late: number
  hit: Date | null
}

/** Hits of disabled alerts are stored but don't count as pending. */
const BY_RATE = `SELECT r.rate,
    (SELECT json_object_agg(alert_type, count) FROM (
       SELECT alert_type, count(*) FROM search_alerts WHERE rate = r.rate GROUP BY alert_type
     ) AS types) AS types,
    CASE WHEN r.rate = '${OFF}' THEN 0 ELSE ${countUpTo(
      `FROM search_alert_hits h JOIN search_alerts a ON a.id = h.alert_id AND a.rate = r.rate WHERE h.mailed_at IS NULL`
    )} END AS waiting,
    (SELECT min(h.date_created) FROM search_alert_hits h JOIN search_alerts a ON a.id = h.alert_id
     WHERE h.mailed_at IS NULL AND a.rate = r.rate AND r.rate <> '${OFF}') AS oldest
  FROM unnest(?::text[]) WITH ORDINALITY AS r (rate, place) ORDER BY place`

/** Updates from the last day that haven't been sent for at least one alert. */
const UNTOLD = `FROM docket_news n WHERE n.date_created > now() - interval '1 day' AND EXISTS (
  SELECT 1 FROM docket_alerts s
  WHERE s.docket_id = n.docket_id AND s.alert_type = ${SUBSCRIBED} AND s.last_news_id < n.id)`

const FIGURES = `SELECT
  (SELECT count(*)::int FROM docket_alerts WHERE alert_type = ${SUBSCRIBED}) AS on,
  (SELECT count(*)::int FROM docket_alerts WHERE alert_type <> ${SUBSCRIBED}) AS off,
  ${countUpTo(UNTOLD)} AS untold,
  (SELECT min(n.date_created) ${UNTOLD}) AS oldest,
  ${countUpTo('FROM search_alert_sweeps')} AS postponed,
  ${countUpTo(`FROM search_alert_mailings WHERE due_at < now() - interval '5 minutes'`)} AS late,
  (SELECT date_created FROM search_alert_hits ORDER BY id DESC LIMIT 1) AS hit`

const hits: StaffChart = {
  title: 'Search alerts',
  empty: 'No hits in this period.',
  read: (app, timeline) =>
    chartOverTime(app, timeline, {
      unit: 'hits',
      from: 'search_alert_hits',
      time: 'date_created',
      series: {
        'Sent': 'count(*) FILTER (WHERE mailed_at IS NOT NULL)',
        'Not sent yet': 'count(*) FILTER (WHERE mailed_at IS NULL)',
      },
    }),
}

export default defineHealthSection({
  title: 'Alerts',
  charts: [hits],
  async read(app) {
    const database = await app.container.make('lucid.db')
    const rates = RATES.map(({ value }) => String(value))
    const [byRate, found] = await Promise.all([
      database.rawQuery<{ rows: RateRow[] }>(BY_RATE, [rates] as never[]),
      readRow<Figures>(app, FIGURES),
    ])
    return {
      needs: buildCountNeeds([
        found.late,
        'real-time alert email is late',
        'real-time alert emails are late',
      ]),
      figures: [
        { label: 'Latest hit of a search alert', value: formatAge(found.hit) },
        { label: 'Late real-time emails', value: formatNeedCount(found.late) },
        { label: 'Deferred to the nightly recheck', value: formatNeedCount(found.postponed) },
        {
          label: 'Docket alerts on',
          value: formatNeedCount(found.on),
          path: '/admin/docket-alerts/',
        },
        { label: 'Docket alerts off', value: formatNeedCount(found.off) },
        { label: 'Unsent docket updates', value: formatNeedCount(found.untold) },
        { label: 'Oldest unsent', value: formatAge(found.oldest) },
      ],
      tables: [
        {
          label: 'Search alerts by rate',
          columns: [
            { label: 'Rate' },
            ...Object.values(ALERT_TYPES).map((label) => ({ label, number: true })),
            { label: 'Unsent hits', number: true },
            { label: 'Oldest unsent' },
          ],
          rows: byRate.rows.map(({ rate, types, waiting, oldest }) => [
            { text: choiceWords(RATES, rate), path: `/admin/search-alerts/?rate=${rate}` },
            ...Object.keys(ALERT_TYPES).map((type) => (types?.[type] ?? 0).toLocaleString('en')),
            formatNeedCount(waiting),
            formatAge(oldest),
          ]),
        },
      ],
    }
  },
})
