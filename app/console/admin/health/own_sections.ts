/**
 * Sections of the health page about background work: email, consumers of the change log, and jobs.
 */
import { ChangeLog } from '#app/events/change_log'
import { consumerLags, type ConsumerLag } from '#app/events/consumers'
import { ConsumerRegistry } from '#app/events/consumer_definition'
import { JobRegistry } from '#app/jobs/job_registry'
import { SCHEMA } from '#app/jobs/queues'
import { Indexer } from '#app/search/indexer/indexer'
import { Embeddings } from '#app/search/semantic/embeddings_service'
import { timeCell } from '../admin_list.js'
import {
  buildCountNeeds,
  countUpTo,
  defineHealthSection,
  buildOverdueNeeds,
  readRow,
  formatAge,
  formatNeedCount,
  formatTimeSpan,
  HEALTH_PAGE,
  type Need,
} from './health_section.js'

interface MailRow {
  waiting: number
  oldest: Date | null
  failed: number
  sent: Date | null
  refused: number
  resting: number
}

const QUEUED = 'FROM mails WHERE sent_at IS NULL AND failed_at IS NULL'

const READ_MAILS = `SELECT
  ${countUpTo(QUEUED)} AS waiting,
  (SELECT min(date_created) ${QUEUED}) AS oldest,
  ${countUpTo(`FROM mails WHERE sent_at IS NULL AND failed_at > now() - interval '1 day'`)} AS failed,
  (SELECT sent_at FROM mails WHERE sent_at IS NOT NULL ORDER BY id DESC LIMIT 1) AS sent,
  ${countUpTo('FROM mail_addresses WHERE refused_at IS NOT NULL')} AS refused,
  ${countUpTo('FROM mail_addresses WHERE refused_at IS NULL')} AS resting`

/** Seconds after which a queued email is late; it may need several attempts. */
const LATE_MAIL = 10_800

export const mails = defineHealthSection({
  title: 'Email',
  async read(app) {
    const found = await readRow<MailRow>(app, READ_MAILS)
    return {
      needs: [
        ...buildOverdueNeeds('Emails', found.oldest, '/admin/mails/?state=waiting', LATE_MAIL),
        ...buildCountNeeds(
          [
            found.failed,
            'email failed in the last 24 hours',
            'emails failed in the last 24 hours',
            '/admin/mails/?state=failed',
          ],
          [
            found.refused,
            'email address bounces',
            'email addresses bounce',
            '/admin/mail-addresses/',
          ]
        ),
      ],
      figures: [
        {
          label: 'Queued emails',
          value: formatNeedCount(found.waiting),
          path: '/admin/mails/?state=waiting',
        },
        { label: 'Oldest queued', value: formatAge(found.oldest) },
        {
          label: 'Failed in the last 24 hours',
          value: formatNeedCount(found.failed),
          path: '/admin/mails/?state=failed',
        },
        { label: 'Last sent', value: formatAge(found.sent) },
        {
          label: 'Bouncing email addresses',
          value: formatNeedCount(found.refused),
          path: '/admin/mail-addresses/',
        },
        { label: 'Email addresses on hold', value: formatNeedCount(found.resting) },
      ],
    }
  },
})

export const consumers = defineHealthSection({
  title: 'Consumers of the change log',
  async read({ container }) {
    const lags = await consumerLags(await container.make(ChangeLog), [
      ...(await container.make(ConsumerRegistry)).all(),
      ...(await container.make(Indexer)).consumers,
      (await container.make(Embeddings)).consumer,
    ])
    return {
      needs: lags.flatMap(needsOf),
      tables: [
        {
          label: 'Consumers of the change log',
          columns: [{ label: 'Consumer' }, { label: 'Lag' }, { label: 'Last progress' }],
          rows: lags.map((lag) => [lag.name, wordsOf(lag), timeCell(lag.movedAt)]),
        },
      ],
    }
  },
})

/** Seconds of lag after which a consumer needs action. */
const LONG_LAG = 900

function needsOf({ name, behind }: ConsumerLag): Need[] {
  if (behind === null) return [{ text: `The consumer ${name} must be rebuilt`, path: HEALTH_PAGE }]
  if (behind < LONG_LAG) return []
  return [{ text: `The consumer ${name} lags by ${formatTimeSpan(behind)}`, path: HEALTH_PAGE }]
}

function wordsOf({ behind }: ConsumerLag): string {
  if (behind === null) return 'must rebuild'
  return behind < 2 ? 'nothing' : formatTimeSpan(behind)
}

interface JobRow {
  name: string
  waiting: number
  due: Date | null
  failed: number
}

/**
 * Excludes completed jobs: they are kept for two days, and there can be many. `LAST_RUNS` reads
 * those of scheduled jobs.
 */
const OPEN_JOBS = `SELECT name, count(*) FILTER (WHERE state < 'active')::int AS waiting,
    min(start_after) FILTER (WHERE state < 'active' AND start_after < now()) AS due,
    count(*) FILTER (WHERE state = 'failed')::int AS failed
  FROM ${SCHEMA}.job WHERE state < 'completed' OR state = 'failed' GROUP BY name`

const LAST_RUNS = `SELECT name, max(completed_on) AS done FROM ${SCHEMA}.job
  WHERE name = ANY(?) AND state = 'completed' GROUP BY name`

export const jobs = defineHealthSection({
  title: 'Jobs',
  async read({ container }) {
    const database = await container.make('lucid.db')
    const all = (await container.make(JobRegistry)).all()
    const timed = all.filter(({ cron }) => cron).map(({ name }) => name)
    const [open, last] = await Promise.all([
      database.rawQuery<{ rows: JobRow[] }>(OPEN_JOBS),
      database.rawQuery<{ rows: { name: string; done: Date }[] }>(LAST_RUNS, [timed]),
    ])
    const openOf = new Map(open.rows.map((row) => [row.name, row]))
    const lastOf = new Map(last.rows.map(({ name, done }) => [name, done]))
    const allFailed = open.rows.reduce((sum, row) => sum + row.failed, 0)
    const allDue = open.rows
      .flatMap((row) => row.due ?? [])
      .toSorted((a, b) => Number(a) - Number(b))
    return {
      needs: [
        ...buildCountNeeds([allFailed, 'job failed', 'jobs failed', '/admin/jobs/?state=failed']),
        ...buildOverdueNeeds('Jobs', allDue[0] ?? null, '/admin/jobs/?state=waiting'),
      ],
      tables: [
        {
          label: 'Jobs',
          columns: [
            { label: 'Job' },
            { label: 'Times' },
            { label: 'Last run' },
            { label: 'Waiting', number: true },
            { label: 'Oldest due' },
            { label: 'Failed', number: true },
          ],
          rows: all
            .map(({ name, cron = '' }) => ({ name, cron, ...openOf.get(name) }))
            .toSorted((a, b) => (a.name < b.name ? -1 : 1))
            .map(({ name, cron, waiting = 0, due = null, failed = 0 }) => [
              { text: name, path: `/admin/jobs/?queue=${name}` },
              cron,
              cron ? timeCell(lastOf.get(name)) : '',
              waiting.toLocaleString('en'),
              formatAge(due),
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
