import { defineResource } from '#api/define_resource'
import { f } from '#api/fields'
import { filter } from '#api/filters/kinds'
import type { ColumnValues, StoredRow } from '#api/writes/hooks'
import { changeType, readParameters, resolveAlertType } from '../search_alerts/alert_query.js'
import { MAX_QUERY_LENGTH, MAX_NAME_LENGTH, RATES, type AlertType } from '../search_alerts/codes.js'
import { estimateHits } from '../search_alerts/estimate.js'
import { checkQuota, type CountedAlert } from '../search_alerts/quota.js'
import { makeSecretKey } from '../secret_key.js'

export default defineResource({
  path: 'alerts',
  table: 'search_alerts',
  label: 'Search Alert',
  description: 'Saved searches: new results are sent by email and webhook.',
  owned: {},
  access: { writeScope: 'alerts' },
  fields: {
    resource_uri: f.self(),
    id: f.id(),
    alert_type: f.text({
      help: 'For federal cases: d for new cases, r for cases and filings. Otherwise, the query determines the type.',
    }),
    date_created: f.created(),
    date_modified: f.modified(),
    date_last_hit: f.datetime({ nullable: true, readOnly: true, help: 'When it last fired.' }),
    name: f.text({ required: true, maxLength: MAX_NAME_LENGTH, help: 'Name of the alert.' }),
    query: f.text({
      required: true,
      maxLength: MAX_QUERY_LENGTH,
      help: 'The query string of a search (the part after "?").',
    }),
    rate: f.choice(RATES, { required: true, help: 'How often emails are sent.' }),
    secret_key: f.text({
      readOnly: true,
      credential: true,
      help: 'Key for links that require no login; empty for read-only tokens.',
    }),
    estimated_hits: f.responseOnly('integer', { help: 'Hits in the last 100 days.' }),
  },
  filters: {
    id: filter.exactNumber(),
    name: filter.text(),
    query: filter.text(),
    rate: filter.choice(),
  },
  ordering: ['date_created', 'date_modified', 'name', 'rate'],
  cursor: ['date_created'],
  defaultOrder: '-date_created',
  pageSize: 50,
  largestPage: 100,
  writes: ['create', 'update', 'destroy'],
  hooks: {
    prepareChangesNothing: true,
    async prepare({ values, wrong }): Promise<Prepared | undefined> {
      if (Object.keys(wrong).length) return undefined
      const parameters = readParameters(String(values.query))
      const type = resolveAlertType(parameters, values.alert_type)
      values.alert_type = type
      return { hits: await estimateHits(parameters, type) }
    },
    async create({ trx, caller, values, answer, prepared }, save) {
      await checkQuota(trx, caller!.account, values as unknown as CountedAlert)
      answer.estimated_hits = (prepared as Prepared).hits
      values.secret_key = makeSecretKey()
      await save()
    },
    async prepareUpdate({ values, before }): Promise<Prepared | undefined> {
      const { parameters, type } = changeOf(values, before)
      return parameters && { hits: await estimateHits(parameters, type) }
    },
    async update({ trx, caller, values, answer, before, prepared }, save) {
      const { type, rate, old } = changeOf(values, before)
      if (type !== old.alert_type || values.alert_type !== undefined) values.alert_type = type
      await checkQuota(trx, caller!.account, { rate, alert_type: type }, old)
      if (prepared) answer.estimated_hits = (prepared as Prepared).hits
      await save()
    },
  },
})

interface Prepared {
  /** Hits in the last 100 days. */
  hits: number
}

interface StoredAlert extends CountedAlert {
  id: string
  query: string
}

/**
 * The alert after a change.
 *
 * @returns `parameters` only if the query changes
 * @throws InvalidValues
 */
function changeOf(values: ColumnValues, before: StoredRow) {
  const old = before as unknown as StoredAlert
  const { query = old.query, rate = old.rate } = values as Partial<StoredAlert>
  const parameters = query === old.query ? undefined : readParameters(query)
  const type = parameters
    ? resolveAlertType(parameters, values.alert_type || old.alert_type)
    : changeType(old.alert_type as AlertType, values.alert_type)
  return { parameters, type, rate, old }
}
