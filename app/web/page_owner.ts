import type { HttpContext } from '@adonisjs/core/http'
import { type AccountRecord, AccountCache } from '#app/accounts/account_cache'
import type { RecordPages } from './record_pages.js'

/**
 * Whose page a route with `:username` is, and who looks at it.
 *
 * @param missing thrown when there is no such account
 */
export async function pageOwner(ctx: HttpContext, pages: RecordPages, missing: () => Error) {
  const visitor = await pages.visitor(ctx)
  const { username } = ctx.params as { username: string }
  const accountCache = await ctx.containerResolver.make(AccountCache)
  const owner: AccountRecord | undefined = username.includes('\0')
    ? undefined
    : await accountCache.named(username)
  if (!owner?.active) throw missing()
  return { visitor, owner, mine: visitor?.account.id === owner.id }
}
