/**
 * Values of the account page for staff.
 */
import { inject } from '@adonisjs/core'
import { ApiError } from '#app/support/api_error'
import { diffRecords } from '#app/accounts/audit_changes'
import { AuditWords } from '#app/accounts/audit_sentences'
import { listMissingRights } from '#app/accounts/authority'
import { levelName } from '#app/accounts/policy'
import { hasRight, type ConsoleRight, RightRegistry } from '#app/accounts/rights'
import { usageReport } from '#app/accounts/usage_report'
import Account from '#app/models/account'
import { listAccountRights } from '#app/models/account_rights'
import ApiToken from '#app/models/api_token'
import AuditEntry from '#app/models/audit_entry'
import Membership from '#app/models/membership'
import RateOverride from '#app/models/rate_override'
import Role from '#app/models/role'
import { MEMBERSHIP_LEVELS, PAYMENT_STATES } from '#config/memberships'
import { formatRate, type WindowSeconds } from '#app/throttle/rate'
import { auditCell } from './columns.js'
import { usageView } from '../usage_view.js'
import { AccountCache } from '#app/accounts/account_cache'
import { TokenUse } from '#app/accounts/tokens'
import { Throttle } from '#app/throttle/throttle'

/** Number of audit log entries on the page. */
const ENTRIES = 10

@inject()
export class AccountPage {
  constructor(
    private accounts: AccountCache,
    private tokenUse: TokenUse,
    private throttle: Throttle,
    private rights: RightRegistry,
    private auditWords: AuditWords
  ) {}

  /**
   * @param own permissions of the viewer
   * @throws ApiError 404
   */
  async read(id: number, own: ReadonlySet<string>) {
    const record = await this.accounts.account(id)
    if (!record) throw ApiError.detail(404, "This account doesn't exist.")
    await this.tokenUse.write()
    const [account, roles, rights, tokens, overrides, membership, entries, report] =
      await Promise.all([
        Account.findOrFail(id),
        Role.inOrder(),
        listAccountRights(id),
        ApiToken.ofAccount(id),
        RateOverride.ofAccount(id),
        Membership.find(id),
        AuditEntry.listNewestByAccount(id, ENTRIES),
        usageReport(this.throttle, record),
      ])
    const { descriptions: known } = this.rights
    const beyond = listMissingRights(own, record.rights)
    const has = new Set(rights)
    return {
      record,
      account,
      roles,
      rights: [...has].map((right) => ({ right, allows: known[right] ?? '' })),
      grantable: Object.entries(known)
        .filter(([right]) => !has.has(right) && hasRight(own, right))
        .map(([right, allows]) => ({ right, allows })),
      tokens,
      overrides: overrides.map(({ scope, notes, limit, seconds }) => ({
        scope,
        notes,
        rate: formatRate({ limit, seconds: seconds as WindowSeconds }),
      })),
      scopes: record.policy.scopes.namesThat(({ overridable }) => overridable),
      membership: membership && {
        level: membership.level,
        notes: membership.notes,
        paymentStatus: membership.paymentStatus,
        ends: record.policy.facts.membership?.termination_date ?? null,
        name: levelName(membership.level),
        active: record.policy.activeMembership() !== null,
      },
      levels: [...MEMBERSHIP_LEVELS].map(([key, { name }]) => ({ key, name })),
      paymentStates: PAYMENT_STATES,
      entries: entries.map((entry) => ({
        at: entry.dateCreated,
        sentence: auditCell(this.auditWords, entry),
        changes: diffRecords(entry.before, entry.after),
      })),
      usage: usageView(report, record.policy),
      beyond,
      may: (right: ConsoleRight) => !beyond.length && hasRight(own, right),
    }
  }
}
