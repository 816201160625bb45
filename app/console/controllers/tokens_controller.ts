import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { Database } from '@adonisjs/lucid/database'
import { Gate } from '#api/gate'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import vine from '@vinejs/vine'
import { accountKey } from '#app/throttle/caller_keys'
import { requireAccount } from '#api/rights'
import { AccountError } from '#app/accounts/errors'
import { IssueToken, ReplaceToken, RevokeToken } from '#app/accounts/actions/tokens'
import { revealToken, TokenUse } from '#app/accounts/tokens'
import { passwordForm } from '#app/accounts/validators'
import ApiToken from '#app/models/api_token'
import { validateForm, notify, renderFormErrors, type Problems } from '../forms.js'
import { verifyAccountPassword } from '../services.js'
import { origin } from '#api/roots'
import { Throttle } from '#app/throttle/throttle'

const PAGE = 'console/tokens'
const RESET = 'console/token_reset'

const newToken = vine.compile(
  vine.object({
    name: vine.string().trim().minLength(1).maxLength(100),
    read_only: vine.boolean().optional(),
    days: vine.number().min(1).max(3650).withoutDecimals().optional(),
  })
)

/** The tokens of an account. */
@inject()
export default class TokensController {
  constructor(
    private database: Database,
    private gate: Gate,
    private throttle: Throttle,
    private tokenUse: TokenUse
  ) {}

  async show(ctx: HttpContext) {
    // Links preselect read-only access: `?read_only=true`.
    const typed = { read_only: ctx.request.qs().read_only === 'true' }
    return ctx.view.render(PAGE, { ...(await this.#page(ctx)), typed })
  }

  async add(ctx: HttpContext) {
    const again = async (problems: Problems) =>
      renderFormErrors(ctx, PAGE, problems, await this.#page(ctx))
    const { values, problems } = await validateForm(ctx, newToken)
    if (problems) return again(problems)
    const { id } = requireAccount(ctx).account
    const wishes = {
      name: values.name,
      readOnly: !!values.read_only,
      expiresAt: values.days ? new Date(Date.now() + values.days * 86_400_000) : null,
    }
    try {
      const made = await this.database.transaction(async (trx) => {
        const token = await new IssueToken().handle(trx, id, wishes)
        // Read before the commit: nothing may fail after it.
        return { token, page: await this.#page(ctx, trx) }
      })
      // Shown only on this page; a redirect would have to store it.
      const added = { name: values.name, token: made.token }
      return await ctx.view.render(PAGE, { ...made.page, added })
    } catch (error) {
      if (error instanceof AccountError) return again({ [error.field]: error.message })
      throw error
    }
  }

  async revoke(ctx: HttpContext) {
    const { id } = requireAccount(ctx).account
    if (/^\d{1,15}$/.test(ctx.params.id))
      await this.database.transaction((trx) =>
        new RevokeToken().handle(trx, id, Number(ctx.params.id))
      )
    notify(ctx, 'Token revoked.')
    return ctx.response.redirect('/profile/api-token/')
  }

  async confirmReset(ctx: HttpContext) {
    return ctx.view.render(RESET, await this.#recentUse(ctx))
  }

  async reset(ctx: HttpContext) {
    const { account } = requireAccount(ctx)
    const { values, problems } = await validateForm(ctx, passwordForm)
    if (problems) return renderFormErrors(ctx, RESET, problems, await this.#recentUse(ctx))
    if (!(await verifyAccountPassword(this.gate, account, values.password)))
      return renderFormErrors(
        ctx,
        RESET,
        { password: 'Incorrect password.' },
        await this.#recentUse(ctx)
      )
    await this.database.transaction((trx) => new ReplaceToken().handle(trx, account.id))
    notify(ctx, 'Token replaced. The old token no longer works.')
    return ctx.response.redirect('/profile/api-token/')
  }

  async #page(ctx: HttpContext, trx?: TransactionClientContract) {
    const { id } = requireAccount(ctx).account
    // Uses are written every few seconds; the page needs the latest.
    if (!trx) await this.tokenUse.write()
    const tokens = await ApiToken.ofAccount(id, { client: trx })
    const primary = tokens.find(({ isPrimary }) => isPrimary)
    return {
      primary: primary && {
        lastUsedAt: primary.lastUsedAt,
        token: revealToken(primary.encrypted!),
      },
      tokens: tokens.filter(({ isPrimary }) => !isPrimary),
      base: `${origin(ctx)}/api/rest/v4/`,
      now: new Date(),
    }
  }

  /** The number of recent requests: a program may still use the token. */
  async #recentUse(ctx: HttpContext) {
    const { id, policy } = requireAccount(ctx).account
    const { recent } = await this.throttle.inspect(accountKey(id), policy.charges(['user']))
    return { recent: { used: recent.used, minutes: recent.seconds / 60 } }
  }
}
