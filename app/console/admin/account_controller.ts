import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { Database } from '@adonisjs/lucid/database'
import type { StaffActions } from '#app/accounts/staff_actions'
import vine from '@vinejs/vine'
import { MEMBERSHIP_LEVELS, PAYMENT_STATES } from '#config/memberships'
import { ApiError } from '#app/support/api_error'
import { requireAccount } from '#api/rights'
import { AccountError } from '#app/accounts/errors'
import { NotPermitted } from '#app/accounts/authority'
import { effectiveRates, type OverrideRecord } from '#app/accounts/policy'
import { parseRates } from '#app/accounts/validators'
import { isDate } from '#app/support/calendar'
import { formatRate, type Rate } from '#app/throttle/rate'
import { validateForm, notify } from '../forms.js'
import { AccountPage } from './account_page.js'
import { staffActions } from '../services.js'
import { ScopeRegistry } from '#app/throttle/scope_registry'
import { RightRegistry } from '#app/accounts/rights'

const PAGE = 'console/admin/account'

const membershipForm = vine.compile(
  vine.object({
    level: vine.string().in([...MEMBERSHIP_LEVELS.keys(), 'none']),
    payment_status: vine.string().in(PAYMENT_STATES as unknown as string[]),
    termination_date: vine.string().trim().optional(),
    notes: vine.string().trim().maxLength(1000).optional(),
  })
)

/** The page of an account for staff. Staff never sign in as another account. */
@inject()
export default class AccountController {
  constructor(
    private database: Database,
    private account: AccountPage,
    private rights: RightRegistry,
    private scopes: ScopeRegistry
  ) {}

  async show(ctx: HttpContext) {
    return ctx.view.render(PAGE, await this.#page(ctx))
  }

  async setActive(ctx: HttpContext) {
    const active = trueOrFalse(ctx, 'active')
    if (active === undefined)
      return this.#problem(ctx, 'Choose whether the account is open or closed.')
    if (!active && idOf(ctx) === requireAccount(ctx).account.id)
      return this.#problem(ctx, "You can't close your own account here.")
    return this.#attempt(ctx, async (actions) => {
      await actions.setActive(idOf(ctx), active)
      return active ? 'Account reopened.' : 'Account closed.'
    })
  }

  async confirmEmail(ctx: HttpContext) {
    return this.#attempt(ctx, async (actions) => {
      await actions.confirmEmail(idOf(ctx))
      return 'Email address marked as confirmed.'
    })
  }

  async removeSecondFactor(ctx: HttpContext) {
    return this.#attempt(ctx, async (actions) => {
      await actions.removeSecondFactor(idOf(ctx))
      return 'Two-factor sign-in disabled.'
    })
  }

  async setRole(ctx: HttpContext) {
    const role = textOf(ctx, 'role')
    return this.#attempt(ctx, async (actions) => {
      await actions.setRole(idOf(ctx), role || null)
      return 'Role changed.'
    })
  }

  async setRight(ctx: HttpContext) {
    const { names: known } = this.rights
    const right = textOf(ctx, 'right')
    const granted = ctx.request.input('granted') === undefined ? false : trueOrFalse(ctx, 'granted')
    if (granted === undefined)
      return this.#problem(ctx, 'Choose whether to grant or revoke the permission.')
    return this.#attempt(ctx, async (actions) => {
      await actions.setRight(idOf(ctx), right, { granted, known })
      return granted ? 'Permission granted.' : 'Permission revoked.'
    })
  }

  async setMembership(ctx: HttpContext) {
    const { values, problems } = await validateForm(ctx, membershipForm)
    if (problems) return this.#problem(ctx, Object.values(problems).join(' '))
    const { level, payment_status: payment, termination_date: ends = '', notes } = values
    if (ends && !isDate(ends))
      return this.#problem(ctx, `"${ends}" isn't a date. Use the format 2027-12-31.`)
    return this.#attempt(ctx, async (actions) => {
      const membership = { level, payment_status: payment, termination_date: ends || null, notes }
      await actions.setMembership(idOf(ctx), level === 'none' ? null : membership)
      return 'Membership changed.'
    })
  }

  /** Shows the resulting rates before they are saved. */
  async previewOverrides(ctx: HttpContext) {
    const wanted = overridesOf(ctx, this.scopes)
    if (typeof wanted === 'string') return this.#problem(ctx, wanted)
    const page = await this.#page(ctx)
    const today = new Date().toISOString().slice(0, 10)
    const { facts } = page.record.policy
    const overrides = facts.overrides.filter(({ scope }) => scope !== wanted.scope)
    const after = effectiveRates(
      this.scopes.get(wanted.scope),
      {
        ...facts,
        overrides: [...overrides, ...wanted.rates.map((rate) => asOverride(wanted.scope, rate))],
      },
      today
    )
    return ctx.view.render(PAGE, {
      ...page,
      preview: {
        ...wanted,
        typed: wanted.rates.map(formatRate).join(' '),
        before: shownRates(effectiveRates(this.scopes.get(wanted.scope), facts, today).rates),
        after: shownRates(after.rates),
        blocks: after.rates.some(({ limit }) => limit === 0),
      },
    })
  }

  async setOverrides(ctx: HttpContext) {
    const wanted = overridesOf(ctx, this.scopes)
    if (typeof wanted === 'string') return this.#problem(ctx, wanted)
    return this.#attempt(ctx, async (actions) => {
      await actions.setOverrides(idOf(ctx), wanted)
      return 'Rates changed. They apply from the next request.'
    })
  }

  async replaceToken(ctx: HttpContext) {
    return this.#attempt(ctx, async (actions) => {
      await actions.replaceToken(idOf(ctx))
      return 'Primary token replaced. Its owner can see the new token in the profile.'
    })
  }

  async revokeToken(ctx: HttpContext) {
    return this.#attempt(ctx, async (actions) => {
      await actions.revokeToken(idOf(ctx), tokenOf(ctx))
      return 'Token revoked.'
    })
  }

  #page(ctx: HttpContext) {
    return this.account.read(idOf(ctx), requireAccount(ctx).account.rights)
  }

  async #problem(ctx: HttpContext, text: string, status = 422): Promise<string> {
    ctx.response.status(status)
    return ctx.view.render(PAGE, { ...(await this.#page(ctx)), problem: text })
  }

  async #attempt(ctx: HttpContext, act: (actions: StaffActions) => Promise<string>) {
    try {
      return done(ctx, await act(staffActions(this.database, ctx)))
    } catch (error) {
      if (error instanceof NotPermitted) return this.#problem(ctx, error.message, 403)
      if (error instanceof AccountError) return this.#problem(ctx, error.message)
      throw error
    }
  }
}

function idOf({ params }: HttpContext): number {
  if (!/^\d{1,15}$/.test(params.id)) throw ApiError.detail(404, "This account doesn't exist.")
  return Number(params.id)
}

/** 0, an unused ID, for an invalid ID. */
function tokenOf({ params }: HttpContext): number {
  return /^\d{1,15}$/.test(params.token) ? Number(params.token) : 0
}

/** A form value that PostgreSQL can store; empty if it is missing or not text. */
function textOf({ request }: HttpContext, name: string): string {
  const value: unknown = request.input(name)
  return typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : ''
}

/** A form value `true` or `false`; undefined for other values. */
function trueOrFalse({ request }: HttpContext, name: string): boolean | undefined {
  const value = request.input(name)
  return value === 'true' ? true : value === 'false' ? false : undefined
}

function done(ctx: HttpContext, text: string): void {
  notify(ctx, text)
  ctx.response.redirect(`/admin/accounts/${idOf(ctx)}/`)
}

function overridesOf(
  ctx: HttpContext,
  scopes: ScopeRegistry
): { scope: string; rates: Rate[]; notes: string } | string {
  try {
    const words = textOf(ctx, 'rates')
      .split(/[\s,]+/)
      .filter(Boolean)
    return {
      scope: scopes.overridable(textOf(ctx, 'scope')),
      rates: parseRates(words),
      notes: textOf(ctx, 'notes').slice(0, 1000),
    }
  } catch (error) {
    if (error instanceof RangeError) return error.message
    throw error
  }
}

function asOverride(scope: string, { limit, seconds }: Rate): OverrideRecord {
  return { scope, limit, seconds }
}

function shownRates(rates: readonly Rate[]): string {
  return rates.map(formatRate).join(', ') || 'none'
}
