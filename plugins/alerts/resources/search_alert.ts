import { defineResource } from '#api/define_resource'
import { f } from '#api/fields'
import { filter } from '#api/filters/kinds'
import { changeType, readParameters, settleType } from '../search_alerts/alert_type.js'
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
      help: 'What the alert covers: d new federal cases, r cases and filings. Others follow from the query.',
    }),
    date_created: f.created(),
    date_modified: f.modified(),
    date_last_hit: f.datetime({ nullable: true, readOnly: true, help: 'Last time it fired.' }),
    name: f.text({ required: true, maxLength: MAX_NAME_LENGTH, help: 'Name of the alert.' }),
    query: f.text({
      required: true,
      maxLength: MAX_QUERY_LENGTH,
      help: 'The query string of a search (the part after "?").',
    }),
    rate: f.choice(RATES, { required: true, help: 'How often emails are sent.' }),
    secret_key: f.text({ readOnly: true, help: 'Key for links that need no login.' }),
    estimated_hits: f.responseOnly('integer', { help: 'Hits over the last 100 days.' }),
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
    async create({ trx, caller, values, answer }, save) {
      const parameters = readParameters(String(values.query))
      const type = settleType(parameters, values.alert_type)
      values.alert_type = type
      await checkQuota(trx, caller!.account, values as unknown as CountedAlert)
      answer.estimated_hits = await estimateHits(parameters, type)
      values.secret_key = makeSecretKey()
      await save()
    },
    async update({ trx, caller, values, answer, before }, save) {
      const old = before as unknown as CountedAlert & { id: string; query: string }
      const { query = old.query, rate = old.rate } = values as Partial<typeof old>
      const isNew = query !== old.query
      const parameters = isNew ? readParameters(query) : undefined
      const type = parameters
        ? settleType(parameters, values.alert_type || old.alert_type)
        : changeType(old.alert_type as AlertType, values.alert_type)
      if (type !== old.alert_type || values.alert_type !== undefined) values.alert_type = type
      await checkQuota(trx, caller!.account, { rate, alert_type: type }, old)
      if (parameters) answer.estimated_hits = await estimateHits(parameters, type)
      await save()
    },
  },
})
