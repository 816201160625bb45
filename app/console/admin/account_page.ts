/**
 * What the page of an account shows to staff.
 */
import app from '@adonisjs/core/services/app'
import { ApiError } from '#app/support/api_error'
import { lacking } from '#app/accounts/authority'
import { levelName } from '#app/accounts/policy'
import { holds, type ConsoleRight } from '#app/accounts/rights'
import { usageReport } from '#app/accounts/usage_report'
import { MEMBERSHIP_LEVELS, PAYMENT_STATES } from '#config/memberships'
import { formatRate, type Rate } from '#app/throttle/rate'
import { scopesThat } from '#app/throttle/scopes'
import { usageView } from '../usage_view.js'
import { AccountDirectory } from '#app/accounts/directory'
import { TokenUse } from '#app/accounts/token_use'
import { RightRegistry } from '#app/accounts/right_registry'
import { Throttle } from '#app/throttle/throttle'

/** Entries of the audit log on the page. */
const ENTRIES = 10

/**
 * @param own rights of who looks
 * @throws ApiError 404
 */
export async function accountPage(id: number, own: ReadonlySet<string>) {
  const record = await (await app.container.make(AccountDirectory)).account(id)
  if (!record) throw ApiError.detail(404, 'There is no such account.')
  await (await app.container.make(TokenUse)).write()
  const database = await app.container.make('lucid.db')
  const [account, roles, rights, tokens, overrides, membership, entries, report] =
    await Promise.all([
      database.from('accounts').where({ id }).firstOrFail(),
      database.from('roles').orderBy('id'),
      database.from('account_rights').where('account_id', id).orderBy('right'),
      database.from('api_tokens').where('account_id', id).orderBy('id'),
      database.from('rate_overrides').where('account_id', id).orderBy(['scope', 'seconds']),
      database.from('memberships').where('account_id', id).first(),
      database.from('audit_entries').where('account_id', id).orderBy('id', 'desc').limit(ENTRIES),
      usageReport(await app.container.make(Throttle), record),
    ])
  const { descriptions: known } = await app.container.make(RightRegistry)
  const beyond = lacking(own, record.rights)
  const has = new Set(rights.map(({ right }) => right as string))
  return {
    record,
    account,
    roles,
    rights: [...has].map((right) => ({ right, allows: known[right] ?? '' })),
    grantable: Object.entries(known)
      .filter(([right]) => !has.has(right) && holds(own, right))
      .map(([right, allows]) => ({ right, allows })),
    tokens,
    overrides: overrides.map((row) => ({ ...row, rate: formatRate(row as Rate) })),
    scopes: scopesThat(({ overridable }) => overridable),
    membership: membership && {
      ...membership,
      ends: record.policy.facts.membership?.termination_date ?? null,
      name: levelName(membership.level),
      active: record.policy.activeMembership() !== null,
    },
    levels: [...MEMBERSHIP_LEVELS].map(([key, { name }]) => ({ key, name })),
    paymentStates: PAYMENT_STATES,
    entries,
    usage: usageView(report, record.policy),
    beyond,
    may: (right: ConsoleRight) => !beyond.length && holds(own, right),
  }
}
