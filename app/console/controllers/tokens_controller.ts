import type { HttpContext } from '@adonisjs/core/http'
import app from '@adonisjs/core/services/app'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import vine from '@vinejs/vine'
import { accountKey } from '#app/throttle/caller_keys'
import { requireAccount } from '#api/rights'
import { announce } from '#app/accounts/directory'
import { addToken, replacePrimaryToken, revealToken } from '#app/accounts/tokens'
import { passwordForm } from '#app/accounts/validators'
import { checked, notify, showAgain, type Problems } from '../forms.js'
import { changing, isPasswordOf } from '../services.js'
import { origin } from '#api/origin'
import { TokenUse } from '#app/accounts/token_use'
import { Throttle } from '#app/throttle/throttle'

const PAGE = 'console/tokens'
const RESET = 'console/token_reset'
/** Tokens beside the primary one. */
const MOST_TOKENS = 20

const newToken = vine.compile(
  vine.object({
    name: vine.string().trim().minLength(1).maxLength(100),
    read_only: vine.boolean().optional(),
    days: vine.number().min(1).max(3650).withoutDecimals().optional(),
  })
)

/** The tokens of an account. */
export default class TokensController {
  async show(ctx: HttpContext) {
    return ctx.view.render(PAGE, await pageOf(ctx))
  }

  async add(ctx: HttpContext) {
    const again = async (problems: Problems) => showAgain(ctx, PAGE, problems, await pageOf(ctx))
    const { values, problems } = await checked(ctx, newToken)
    if (problems) return again(problems)
    const { id } = requireAccount(ctx).account
    const made = await changing(id, async (trx) => {
      await trx.from('accounts').where({ id }).forUpdate().first()
      const [{ count }] = await trx
        .from('api_tokens')
        .where({ account_id: id, is_primary: false })
        .count('*', 'count')
      if (Number(count) >= MOST_TOKENS) return undefined
      const token = await addToken(trx, id, {
        name: values.name,
        readOnly: !!values.read_only,
        expiresAt: values.days ? new Date(Date.now() + values.days * 86_400_000) : null,
      })
      // Read before COMMIT: behind it, nothing may fail any more.
      return { token, page: await pageOf(ctx, trx) }
    })
    if (!made)
      return again({ name: `An account has ${MOST_TOKENS} such tokens at most. Revoke one first.` })
    // Shown on this answer only; a redirect would have to keep it somewhere.
    return ctx.view.render(PAGE, { ...made.page, added: { name: values.name, token: made.token } })
  }

  async revoke(ctx: HttpContext) {
    const { id } = requireAccount(ctx).account
    if (/^\d{1,18}$/.test(ctx.params.id)) {
      await changing(id, async (trx) => {
        await trx
          .from('api_tokens')
          .where({ id: ctx.params.id, account_id: id, is_primary: false })
          .delete()
        await announce(trx, id)
      })
    }
    notify(ctx, 'The token is revoked.')
    return ctx.response.redirect('/profile/api-token/')
  }

  async confirmReset(ctx: HttpContext) {
    return ctx.view.render(RESET, await recentUse(ctx))
  }

  async reset(ctx: HttpContext) {
    const { account } = requireAccount(ctx)
    const { values, problems } = await checked(ctx, passwordForm)
    if (problems) return showAgain(ctx, RESET, problems, await recentUse(ctx))
    if (!(await isPasswordOf(account, values.password)))
      return showAgain(ctx, RESET, { password: 'This is not your password.' }, await recentUse(ctx))
    await changing(account.id, async (trx) => {
      await replacePrimaryToken(trx, account.id)
      await announce(trx, account.id)
    })
    notify(ctx, 'You have a new token; the old one no longer works.')
    return ctx.response.redirect('/profile/api-token/')
  }
}

async function pageOf(ctx: HttpContext, client?: TransactionClientContract) {
  const { id } = requireAccount(ctx).account
  // Uses are written every few seconds; the page shows those until now.
  if (!client) await (await app.container.make(TokenUse)).write()
  const database = client ?? (await app.container.make('lucid.db'))
  const tokens = await database.from('api_tokens').where('account_id', id).orderBy('id')
  const primary = tokens.find(({ is_primary: isPrimary }) => isPrimary)
  return {
    primary: primary && { ...primary, token: revealToken(primary.encrypted) },
    tokens: tokens.filter(({ is_primary: isPrimary }) => !isPrimary),
    base: `${origin(ctx)}/api/rest/v4/`,
    now: new Date(),
  }
}

/** How many requests were made lately: something may still need the token. */
async function recentUse(ctx: HttpContext) {
  const { id, policy } = requireAccount(ctx).account
  const throttle = await app.container.make(Throttle)
  const { recent } = await throttle.look(accountKey(id), policy.charges(['user']))
  return { recent: { used: recent.used, minutes: recent.seconds / 60 } }
}
