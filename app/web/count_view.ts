import type { HttpContext } from '@adonisjs/core/http'
import { errors } from '@adonisjs/limiter'
import { isbot } from 'isbot'
import { AttemptLimit } from '#app/throttle/attempt_limit'
import { parseRate } from '#app/throttle/rate'

/** Views of pages counted for one caller (usage-and-limits 1). */
const VIEW_RATE = '60/hour'

const viewLimit = new AttemptLimit('views', [parseRate(VIEW_RATE)], 'pages')

/**
 * Counts a view of a page; not that of a program, and only some from one
 * address.
 *
 * @param count adds it to the row of the page
 */
export async function countView(ctx: HttpContext, count: () => Promise<void>): Promise<void> {
  if (ctx.request.method() !== 'GET' || isbot(ctx.request.header('user-agent') ?? 'bot')) return
  try {
    await viewLimit.count(ctx)
  } catch (error) {
    if (error instanceof errors.E_TOO_MANY_REQUESTS) return
    throw error
  }
  await count()
}
