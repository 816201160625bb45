import { defineAdminList, timeCell, type Row } from '#app/console/admin/admin_list'
import {
  describeContent,
  describeEdits,
  describeFiles,
  describePosition,
  MIRROR_COLUMNS,
  nextStep,
  readLag,
  STATE,
  STATES,
  type ShownMirror,
} from '../sync/states.js'

/** The page of overwritten values. */
const OVERWRITTEN = '/admin/overwritten-values/'

const shown = (row: Row) => row as unknown as ShownMirror
const count = (value: string) => Number(value).toLocaleString('en')

const mirrors = defineAdminList({
  path: '/admin/mirrors/',
  title: 'Mirrors',
  section: 'Server',
  description: 'Servers that this archive follows, and how current it is.',
  right: 'jobs.view',
  from: 'mirrors m',
  key: 'm.id',
  select: MIRROR_COLUMNS,
  sorts: { url: { sql: 'm.url', type: 'text' } },
  filters: {
    state: {
      label: 'State',
      options: Object.entries(STATES),
      where: (value) =>
        Object.hasOwn(STATES, value) ? { sql: `${STATE} = ?`, values: [value] } : undefined,
    },
  },
  columns: [
    { label: 'Upstream', sort: 'url', cell: ({ url }) => String(url) },
    { label: 'Content', cell: (row) => describeContent(shown(row)) },
    {
      label: 'State',
      cell: (row) => {
        const { state, waits_until: until } = shown(row)
        return state === 'waiting'
          ? { parts: [`${STATES[state]}, until `, timeCell(until)] }
          : STATES[state]
      },
    },
    { label: 'Position', cell: (row) => describePosition(shown(row)) },
    { label: 'Lag', cell: (row) => readLag(shown(row)) ?? '–' },
    { label: 'Read records', number: true, cell: (row) => count(shown(row).records) },
    { label: 'Changes', number: true, cell: (row) => count(shown(row).changes) },
    { label: 'Pending', number: true, cell: (row) => count(shown(row).pending) },
    {
      label: 'No longer upstream',
      number: true,
      cell: (row) => count(shown(row).vanished),
    },
    {
      label: 'Local edits',
      cell: (row) => {
        const text = describeEdits(shown(row))
        return shown(row).local_edits === 'report' ? { text, path: OVERWRITTEN } : text
      },
    },
    { label: 'Files', cell: (row) => describeFiles(shown(row)) },
    { label: 'Last error', cell: (row) => shown(row).error ?? '–' },
    { label: 'Next step', cell: (row) => nextStep(shown(row).state) },
  ],
  empty: 'No matching mirrors.',
})

const overwritten = defineAdminList({
  path: OVERWRITTEN,
  title: 'Overwritten values',
  section: 'Server',
  description:
    'Values that were changed on this server and then replaced by those of a mirrored server: the newest 1,000 of each mirror with --local-edits=report.',
  right: 'jobs.view',
  from: 'mirror_overwritten o LEFT JOIN mirrors m ON m.id = o.mirror_id',
  key: 'o.id',
  select: 'o.date_created, o.resource, o.key, o.field, o.value, m.url',
  sorts: { date: { sql: 'o.id', type: 'bigint' } },
  descending: true,
  filters: {
    record: {
      label: 'Record ID',
      where: (value) => ({ sql: 'o.key = ?', values: [value] }),
    },
  },
  columns: [
    { label: 'Date', sort: 'date', cell: (row) => timeCell(row.date_created) },
    { label: 'Upstream', cell: ({ url }) => String(url) },
    { label: 'Record', cell: ({ resource, key }) => `${resource} ${key}` },
    { label: 'Field', cell: ({ field }) => (field === null ? 'deleted record' : String(field)) },
    {
      label: 'Local value',
      cell: ({ field, value }) =>
        value === null ? (field === null ? '–' : 'not stored') : String(value),
    },
  ],
  empty: 'No matching values.',
})

export default [mirrors, overwritten]
