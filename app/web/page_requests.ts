import type { HttpContext } from '@adonisjs/core/http'
import { errors } from '@adonisjs/limiter'
import { AttemptLimit } from '#app/throttle/attempt_limit'
import { parseRate } from '#app/throttle/rate'
import { type AccountRecord, AccountCache } from '#app/accounts/account_cache'
import { isReadByPerson } from '#app/accounts/page_visitor'
import type { RecordPages } from './record_pages.js'

/** Maximum number of counted page views per caller (usage-and-limits 1). */
const VIEW_RATE = '60/hour'

const viewLimit = new AttemptLimit('views', [parseRate(VIEW_RATE)], 'pages')

/**
 * Counts a view of a page, except views by bots, and only a limited number from one IP address.
 *
 * @param count adds it to the row of the page
 */
export async function countView(ctx: HttpContext, count: () => Promise<void>): Promise<void> {
  if (!isReadByPerson(ctx)) return
  try {
    await viewLimit.count(ctx)
  } catch (error) {
    if (error instanceof errors.E_TOO_MANY_REQUESTS) return
    throw error
  }
  await count()
}

/**
 * The owner of a page at a route with `:username`, and its visitor.
 *
 * @param missing creates the error for an unknown account
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

/**
 * The page number in `?page=`.
 *
 * @param most number of the last page
 * @returns 1 for an invalid page number
 */
export function parsePageParam(query: URLSearchParams, most: number): number {
  const asked = Number(query.get('page') ?? 1)
  return Number.isInteger(asked) && asked >= 1 && asked <= most ? asked : 1
}
