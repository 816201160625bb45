import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { Gate } from '#api/gate'
import { requireAccount } from '#api/rights'
import { levelName } from '#app/accounts/policy'
import { reportedScopes, usageReport } from '#app/accounts/usage_report'
import { MEMBERSHIP_LEVELS } from '#config/memberships'
import { formatRate } from '#app/throttle/rate'
import { USER } from '#app/throttle/scope_registry'
import { usageView } from '../usage_view.js'
import { origin } from '#api/roots'
import { Throttle } from '#app/throttle/throttle'
import { SiteRegistry } from '#app/web/site_registry'

/** Pages about the signed-in account. */
@inject()
export default class ProfileController {
  constructor(
    private throttle: Throttle,
    private gate: Gate,
    private site: SiteRegistry
  ) {}

  async overview(ctx: HttpContext) {
    const { account } = requireAccount(ctx)
    const report = await usageReport(this.throttle, account)
    return ctx.view.render('console/overview', {
      account,
      cards: await this.site.enabledTaskCards(),
      isLimited: this.gate.options.limits,
      ...usageView(report, account.policy),
    })
  }

  async usage(ctx: HttpContext) {
    const { account } = requireAccount(ctx)
    const { scopes } = account.policy
    const report = await usageReport(this.throttle, account, [
      ...reportedScopes(scopes),
      ...scopes.namesThat(({ reported, onUsagePage }) => !reported && onUsagePage),
    ])
    return ctx.view.render('console/usage', {
      isLimited: this.gate.options.limits,
      ...usageView(report, account.policy),
    })
  }

  api(ctx: HttpContext) {
    return ctx.view.render('console/api', { base: `${origin(ctx)}/api/rest/v4/` })
  }

  membership(ctx: HttpContext) {
    const { policy } = requireAccount(ctx).account
    const { membership } = policy.facts
    return ctx.view.render('console/membership', {
      membership: membership && {
        ...membership,
        name: levelName(membership.level),
        active: policy.activeMembership() !== null,
      },
      levels: [...MEMBERSHIP_LEVELS.values()].map(({ name, rates }) => ({
        name,
        rates: rates.map(formatRate).join(', '),
      })),
      standard: policy.scopes.get(USER).rates.map(formatRate).join(', '),
    })
  }
}
