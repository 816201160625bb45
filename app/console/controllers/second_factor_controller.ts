import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { Database } from '@adonisjs/lucid/database'
import { Gate } from '#api/gate'
import vine from '@vinejs/vine'
import { requireAccount } from '#api/rights'
import {
  BeginSecondFactor,
  ConfirmSecondFactor,
  RemoveSecondFactor,
  VerifySecondFactor,
} from '#app/accounts/actions/second_factor'
import { buildAuthenticatorSetup } from '#app/accounts/second_factor/authenticator'
import { makeRecoveryCodes } from '#app/accounts/second_factor/recovery_codes'
import { givenPassword } from '#app/accounts/validators'
import RecoveryCode from '#app/models/recovery_code'
import { secondFactorLimit } from '#start/limiter'
import { validateForm, notify, renderFormErrors } from '../forms.js'
import { verifyAccountPassword } from '../services.js'

const PAGE = 'console/second_factor'
const RECOVERY = 'console/recovery_codes'
const HOME = '/profile/second-factor/'

const code = () => vine.string().trim().maxLength(40)
const setup = vine.compile(vine.object({ password: givenPassword(), code: code() }))
const change = vine.compile(
  vine.object({ password: givenPassword(), code: code(), change: vine.enum(['codes', 'remove']) })
)

/** Two-factor sign-in of the signed-in account. */
@inject()
export default class SecondFactorController {
  constructor(
    private database: Database,
    private gate: Gate
  ) {}

  async show(ctx: HttpContext) {
    return ctx.view.render(PAGE, await this.#page(ctx))
  }

  /** Enables it. Requires the password, because a second factor locks others out. */
  async store(ctx: HttpContext) {
    const { account } = requireAccount(ctx)
    const again = async (problems: Record<string, string>) =>
      renderFormErrors(ctx, PAGE, problems, await this.#page(ctx))
    if (account.hasSecondFactor) return ctx.response.redirect(HOME)
    const { values, problems } = await validateForm(ctx, setup)
    if (problems) return again(problems)
    if (!(await verifyAccountPassword(this.gate, account, values.password)))
      return again({ password: 'Incorrect password.' })
    await secondFactorLimit.countFor(String(account.id))
    const codes = await this.database.transaction((trx) =>
      new ConfirmSecondFactor().handle(trx, account.id, values.code)
    )
    if (!codes) return again({ code: 'Incorrect code. Check the clock on your phone.' })
    return ctx.view.render(RECOVERY, { codes, next: HOME })
  }

  /** Replaces the recovery codes, or disables two-factor sign-in. */
  async change(ctx: HttpContext) {
    const { account } = requireAccount(ctx)
    const again = async (problems: Record<string, string>) =>
      renderFormErrors(ctx, PAGE, problems, await this.#page(ctx))
    const { values, problems } = await validateForm(ctx, change)
    if (problems) return again(problems)
    if (!(await verifyAccountPassword(this.gate, account, values.password)))
      return again({ password: 'Incorrect password.' })
    await secondFactorLimit.countFor(String(account.id))
    const { id } = account
    const codes = await this.database.transaction(async (trx) => {
      if (!(await new VerifySecondFactor().handle(trx, id, values.code))) return undefined
      if (values.change === 'codes') return makeRecoveryCodes(trx, id)
      await new RemoveSecondFactor().handle(trx, id)
      return []
    })
    if (!codes) return again({ code: 'Incorrect or used code.' })
    if (codes.length) return ctx.view.render(RECOVERY, { codes, next: HOME })
    notify(ctx, 'Two-factor sign-in disabled.')
    return ctx.response.redirect(HOME)
  }

  async #page(ctx: HttpContext) {
    const { id, username, hasSecondFactor: isEnabled } = requireAccount(ctx).account
    if (isEnabled) return { isEnabled, left: await RecoveryCode.countByAccount(id) }
    const secret = await this.database.transaction((trx) => new BeginSecondFactor().handle(trx, id))
    return { isEnabled, authenticator: secret && buildAuthenticatorSetup(secret, username) }
  }
}
