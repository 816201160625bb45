import { SCHEMA } from '#app/jobs/queues'
import { timeCell } from '../admin_list.js'
import { countedNeeds, defineHealthSection, lateNeeds, shownAge } from './health_section.js'
import { JobRegistry } from '#app/jobs/job_registry'

interface Row {
  name: string
  waiting: number
  due: Date | null
  failed: number
}

/** What is done and has no time is kept for two days and may be much; it is left out. */
const OPEN = `SELECT name, count(*) FILTER (WHERE state < 'active')::int AS waiting,
    min(start_after) FILTER (WHERE state < 'active' AND start_after < now()) AS due,
    count(*) FILTER (WHERE state = 'failed')::int AS failed
  FROM ${SCHEMA}.job WHERE state < 'completed' OR state = 'failed' GROUP BY name`

const LAST = `SELECT name, max(completed_on) AS done FROM ${SCHEMA}.job
  WHERE name = ANY(?) AND state = 'completed' GROUP BY name`

export default defineHealthSection({
  title: 'Jobs',
  async read({ container }) {
    const database = await container.make('lucid.db')
    const jobs = (await container.make(JobRegistry)).all()
    const timed = jobs.filter(({ cron }) => cron).map(({ name }) => name)
    const [open, last] = await Promise.all([
      database.rawQuery<{ rows: Row[] }>(OPEN),
      database.rawQuery<{ rows: { name: string; done: Date }[] }>(LAST, [timed]),
    ])
    const openOf = new Map(open.rows.map((row) => [row.name, row]))
    const lastOf = new Map(last.rows.map(({ name, done }) => [name, done]))
    const allFailed = open.rows.reduce((sum, row) => sum + row.failed, 0)
    const allDue = open.rows
      .flatMap((row) => row.due ?? [])
      .toSorted((a, b) => Number(a) - Number(b))
    return {
      needs: [
        ...countedNeeds([allFailed, 'job failed', 'jobs failed', '/admin/jobs/?state=failed']),
        ...lateNeeds('Jobs', allDue[0] ?? null, '/admin/jobs/?state=waiting'),
      ],
      tables: [
        {
          label: 'Jobs',
          columns: [
            { label: 'Job' },
            { label: 'Times' },
            { label: 'Last done' },
            { label: 'Waiting', number: true },
            { label: 'Oldest due' },
            { label: 'Failed', number: true },
          ],
          rows: jobs
            .map(({ name, cron = '' }) => ({ name, cron, ...openOf.get(name) }))
            .toSorted((a, b) => (a.name < b.name ? -1 : 1))
            .map(({ name, cron, waiting = 0, due = null, failed = 0 }) => [
              { text: name, path: `/admin/jobs/?queue=${name}` },
              cron,
              cron ? timeCell(lastOf.get(name)) : '',
              waiting.toLocaleString('en'),
              shownAge(due),
              failed
                ? {
                    text: failed.toLocaleString('en'),
                    path: `/admin/jobs/?queue=${name}&state=failed`,
                  }
                : '0',
            ]),
        },
      ],
    }
  },
})
