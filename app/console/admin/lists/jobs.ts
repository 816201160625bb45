import { Database } from '@adonisjs/lucid/database'
import { Jobs } from '#app/jobs/jobs'
import { SCHEMA, TIMES_QUEUE } from '#app/jobs/queues'
import { staffActions } from '../../services.js'
import { defineAdminList, timeCell, type AdminList } from '../admin_list.js'
import { isUuid } from '../columns.js'

/** Words for the states of jobs. */
const STATES: Record<string, string> = {
  created: 'waiting',
  retry: 'waiting for a retry',
  active: 'running',
  failed: 'failed',
  completed: 'done',
  cancelled: 'canceled',
}

/** Values of the filter and the states they stand for. */
const FILTERED: Record<string, string[]> = {
  waiting: ['created', 'retry'],
  running: ['active'],
  failed: ['failed'],
  done: ['completed'],
  cancelled: ['cancelled'],
}

const ERROR = `coalesce(j.output->>'message', j.output->'value'->>'message')`

/**
 * The list of background jobs, without their data.
 *
 * @param names of all jobs
 * @param scheduled names of those that run on a schedule
 */
export function jobsList(names: string[], scheduled: string[]): AdminList {
  return defineAdminList({
    path: '/admin/jobs/',
    title: 'Jobs',
    section: 'Server',
    description:
      'Background jobs. Completed jobs are kept for two days; failed jobs and the last run of scheduled jobs for ninety.',
    right: 'jobs.view',
    // Jobs that only start scheduled jobs are listed only if they fail.
    from: `(SELECT * FROM ${SCHEMA}.job WHERE NOT (name = '${TIMES_QUEUE}' AND state = 'completed')) j`,
    key: 'j.id',
    keyType: 'uuid',
    select: `j.name, j.state::text, j.created_on, j.start_after, j.completed_on,
             CASE WHEN j.started_on IS NULL THEN 0 ELSE j.retry_count + 1 END AS attempts, j.retry_limit + 1 AS most,
             CASE WHEN j.state IN ('retry', 'failed') THEN left(${ERROR}, 300) END AS error`,
    sorts: { created: { sql: 'j.created_on', type: 'timestamptz' } },
    descending: true,
    searchedBy: 'q',
    filters: {
      q: {
        label: 'Name, ID, or error',
        where: (value) =>
          isUuid(value)
            ? { sql: 'j.id = ?::uuid', values: [value] }
            : {
                sql: `strpos(j.name, lower(?)) > 0 OR (j.state = 'failed' AND strpos(lower(${ERROR}), lower(?)) > 0)`,
                values: [value, value],
              },
      },
      queue: {
        label: 'Job',
        options: names.map((name) => [name, name]),
        where: (value) => ({ sql: 'j.name = ?', values: [value] }),
      },
      routine: {
        label: 'Routine successes',
        options: [['shown', 'shown']],
        where: () => ({ sql: 'true', values: [] }),
        standard: {
          label: 'hidden',
          condition: {
            sql: `NOT (j.state = 'completed' AND j.name = ANY(?))`,
            values: [scheduled],
          },
          unless: ['queue', 'q'],
          off: {
            value: 'shown',
            sentence: 'Completed runs of scheduled jobs are hidden.',
            link: 'Show them',
          },
        },
      },
      state: {
        label: 'State',
        options: Object.entries(FILTERED).map(([value, [state]]) => [value, STATES[state!]!]),
        where: (value) => ({
          sql: `j.state::text = ANY(?)`,
          values: [Object.hasOwn(FILTERED, value) ? FILTERED[value]! : []],
        }),
      },
    },
    columns: [
      { label: 'Sent', sort: 'created', cell: (row) => timeCell(row.created_on) },
      { label: 'Job', cell: ({ name }) => String(name) },
      { label: 'State', cell: ({ state }) => STATES[String(state)] ?? String(state) },
      {
        label: 'Attempts',
        number: true,
        cell: ({ attempts, most }) => `${attempts} of ${most}`,
      },
      {
        label: 'Next or last',
        cell: (row) => timeCell(row.completed_on ?? row.start_after),
      },
      { label: 'Last error', cell: ({ error }) => String(error ?? '–') },
    ],
    action: {
      label: 'Retry',
      right: 'jobs.retry',
      path: ({ name, state, list_key: id }) =>
        state === 'failed' ? `/admin/jobs/${name}/${id}/retry/` : undefined,
    },
    bulk: [
      {
        name: 'retry',
        label: 'Retry failed jobs',
        right: 'jobs.retry',
        where: `j.state = 'failed'`,
        async apply(ctx, id, { name }) {
          const [database, jobs] = await Promise.all([
            ctx.containerResolver.make(Database),
            ctx.containerResolver.make(Jobs),
          ])
          await staffActions(database, ctx).retryJob(jobs, String(name), id)
          return true
        },
      },
    ],
    empty: 'No matching jobs.',
  })
}
