import { ApiError } from '#app/support/api_error'
import { defineResource } from '#api/define_resource'
import { choices, f } from '#api/fields'
import { API_ERRORS } from '#api/errors'
import { filter } from '#api/filters/kinds'
import type { StoredRow } from '#api/writes/hooks'
import { isAutoSubscribeEnabled } from '#app/accounts/auto_subscribe'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { MAX_NOTE_LENGTH, SUBSCRIBED, UNSUBSCRIBED } from '../models/docket_alert.js'
import { followExistingAppeals } from '../docket_alerts/appeals.js'
import { startFromHere } from '../docket_alerts/subscriptions.js'
import DocketAlert from '../models/docket_alert.js'
import { makeSecretKey } from '../secret_key.js'
import { checkWords, MAX_WORDS_LENGTH } from '../docket_alerts/entry_words.js'
import { DOCKET_RATES, REAL_TIME } from '../search_alerts/codes.js'

export default defineResource({
  path: 'docket-alerts',
  table: 'docket_alerts',
  label: 'Docket Alert',
  description: 'Dockets you follow: new entries are sent by email and webhook.',
  owned: {},
  fields: {
    id: f.id(),
    date_created: f.created(),
    date_modified: f.modified(),
    date_last_hit: f.datetime({ nullable: true, readOnly: true, help: 'When it last fired.' }),
    secret_key: f.text({
      readOnly: true,
      credential: true,
      help: 'Key for links that require no login; empty for read-only tokens.',
    }),
    alert_type: f.choice(
      choices({ [UNSUBSCRIBED]: 'Unsubscription', [SUBSCRIBED]: 'Subscription' }),
      { default: SUBSCRIBED, help: 'What the alert covers.' }
    ),
    docket: f.link('dockets', {
      as: 'key',
      required: true,
      createOnly: true,
      expands: true,
      help: 'ID of the docket, or the docket itself with expand=docket.',
    }),
    note: f.text({
      include: 'note',
      maxLength: MAX_NOTE_LENGTH,
      help: 'Your note; shown in emails.',
    }),
    follow_appeals: f.boolean({
      include: 'follow_appeals',
      default: false,
      help: 'Whether the alert also follows appeals of the case.',
    }),
    rate: f.choice(DOCKET_RATES, {
      include: 'rate',
      default: REAL_TIME,
      help: 'How often emails are sent. Webhooks are always real time.',
    }),
    include_words: f.text({
      include: 'include_words',
      maxLength: MAX_WORDS_LENGTH,
      help: 'Only entries with one of these words or phrases, separated by commas.',
    }),
    exclude_words: f.text({
      include: 'exclude_words',
      maxLength: MAX_WORDS_LENGTH,
      help: 'No entries with one of these words or phrases, separated by commas.',
    }),
    case_name: f.text({ ...docketValue('case_name'), help: 'Name of the case.' }),
    docket_number: f.text({ ...docketValue('docket_number'), help: 'Docket number of the case.' }),
    date_filed: f.date({
      ...docketValue('date_filed'),
      nullable: true,
      help: 'When the case was filed.',
    }),
  },
  filters: { id: filter.exactNumber(), alert_type: filter.choice(), docket: filter.key() },
  ordering: [
    'date_created',
    'date_modified',
    'date_last_hit',
    'case_name',
    'docket_number',
    'date_filed',
  ],
  cursor: ['date_created'],
  defaultOrder: '-date_created',
  pageSize: 50,
  largestPage: 100,
  writes: ['create', 'update', 'destroy'],
  maxBatchSize: 100,
  hooks: {
    async create({ trx, caller, values }, save) {
      checkWords(values)
      await checkType(trx, caller!.account.id, values.alert_type)
      await checkUnsubscribed(trx, caller!.account.id, String(values.docket_id))
      values.secret_key = makeSecretKey()
      const after = await save()
      await startFromHere(trx, after)
      if (followsAppeals(after)) await followExistingAppeals(trx, String(after.id))
    },
    async update({ trx, caller, values, before }, save) {
      checkWords(values)
      await checkType(trx, caller!.account.id, values.alert_type)
      const after = await save()
      if (isSubscribed(after) && !isSubscribed(before)) await startFromHere(trx, after)
      if (followsAppeals(after) && !followsAppeals(before))
        await followExistingAppeals(trx, String(after.id))
    },
  },
})

/** A read-only value of the docket, which the list can be ordered by. */
function docketValue(column: 'case_name' | 'docket_number' | 'date_filed') {
  return {
    include: column,
    readOnly: true,
    nullAsBlank: column !== 'date_filed',
    sql: (alert: string) => `(SELECT d.${column} FROM dockets d WHERE d.id = ${alert}.docket_id)`,
  }
}

const isSubscribed = ({ alert_type: type }: StoredRow) => type === SUBSCRIBED
const followsAppeals = (alert: StoredRow) => isSubscribed(alert) && alert.follow_appeals === true

/**
 * Checks for an unsubscribed alert of the docket, which must be changed to subscribe again.
 *
 * @throws ApiError 400 with the ID of that alert; a subscribed alert is reported as an ordinary duplicate
 */
async function checkUnsubscribed(
  trx: TransactionClientContract,
  accountId: number,
  docket: string
): Promise<void> {
  const alert = await DocketAlert.ofAccount(accountId, docket, { client: trx })
  if (!alert || alert.isSubscribed) return
  throw new ApiError(API_ERRORS.duplicate_value, {
    non_field_errors: [
      'The fields docket, user must make a unique set.',
      `You unsubscribed from this docket. To subscribe again, send PATCH /docket-alerts/${alert.id}/ with alert_type=${SUBSCRIBED}.`,
    ],
  })
}

/** @throws ApiError 400 for unsubscribing if the setting to follow dockets from forwarded emails is off */
async function checkType(
  trx: TransactionClientContract,
  accountId: number,
  type: unknown
): Promise<void> {
  if (type !== UNSUBSCRIBED || (await isAutoSubscribeEnabled(trx, accountId))) return
  throw new ApiError(400, {
    alert_type: [
      'Unsubscribing (0) requires the setting to follow the cases of forwarded emails. To unfollow the docket, delete the alert.',
    ],
  })
}
