import { chartOverTime, type StaffChart } from '#app/console/admin/charts/over_time'
import {
  buildCountNeeds,
  countUpTo,
  defineHealthSection,
  readRow,
  formatAge,
  formatNeedCount,
} from '#app/console/admin/health/health_section'

interface Row {
  unfinished: number
  refused: number
  dangling: number
  last: Date | null
}

/** An interrupted import stays open until its file is imported again. */
const READ = `SELECT
  ${countUpTo(`FROM bulk_imports WHERE status = 'staging' AND started_at < now() - interval '1 day'`)} AS unfinished,
  ${countUpTo(`FROM bulk_imports WHERE rows_refused > 0 AND started_at > now() - interval '7 days'`)} AS refused,
  ${countUpTo('FROM bulk_dangling_keys')} AS dangling,
  (SELECT finished_at FROM bulk_imports WHERE NOT sample AND finished_at IS NOT NULL ORDER BY id DESC LIMIT 1) AS last`

const rows: StaffChart = {
  title: 'Imported rows',
  empty: 'No imports in this period.',
  read: (app, timeline) =>
    chartOverTime(app, timeline, {
      unit: 'rows',
      from: 'bulk_imports',
      time: 'started_at',
      series: {
        'New, changed, or removed': 'sum(rows_new + rows_changed + rows_removed)',
        'Rejected': 'sum(rows_refused)',
      },
    }),
}

export default defineHealthSection({
  title: 'Imports',
  charts: [rows],
  async read(app) {
    const found = await readRow<Row>(app, READ)
    return {
      needs: buildCountNeeds(
        [
          found.unfinished,
          'import has been unfinished for more than a day',
          'imports have been unfinished for more than a day',
          '/admin/imports/',
        ],
        [
          found.refused,
          'import of the last 7 days rejected rows',
          'imports of the last 7 days rejected rows',
          '/admin/imports/?refused=yes',
        ]
      ),
      figures: [
        { label: 'Last finished', value: formatAge(found.last), path: '/admin/imports/' },
        { label: 'Unfinished for a day', value: formatNeedCount(found.unfinished) },
        { label: 'Deferred rows', value: formatNeedCount(found.dangling) },
      ],
    }
  },
})
