/** How often one address may use links that need no log-in (alerts, 1.6). */
import type { HttpContext } from '@adonisjs/core/http'
import app from '@adonisjs/core/services/app'
import { parseRate } from '#app/throttle/rate'
import { Gate } from '#api/gate'

const FORMS = [{ scope: 'alert-links', rates: [parseRate('3/min')], cost: 1 }]
/** Mail services send those of many readers. */
const ONE_CLICKS = [{ scope: 'alert-clicks', rates: [parseRate('300/min')], cost: 1 }]

/** @throws ApiError 429 */
export async function countForm(ctx: HttpContext): Promise<void> {
  await (await app.container.make(Gate)).attempt(ctx, FORMS)
}

/** @throws ApiError 429 */
export async function countOneClick(ctx: HttpContext): Promise<void> {
  await (await app.container.make(Gate)).attempt(ctx, ONE_CLICKS)
}
