/** The address of an account for notices of courts, and what became of those it got. */
import type { HttpContext } from '@adonisjs/core/http'
import { requireAccount } from '#api/rights'
import { notify } from '#app/console/forms'
import { inTransaction } from '#app/console/services'
import Account from '#app/models/account'
import { ReplaceAddress, addressOf } from '../addresses.js'
import { COPY_WORDS, STATUS_WORDS } from '../codes.js'
import CourtNotice from '../models/court_notice.js'
import NoticeAddress from '../models/notice_address.js'

const HOME = '/profile/court-emails/'
const SHOWN = 20

/** `GET /profile/court-emails/` */
export async function show(ctx: HttpContext) {
  const { id } = requireAccount(ctx).account
  const own = await NoticeAddress.find(id)
  const notices = await CourtNotice.newestOf(id, SHOWN)
  return ctx.view.render('court_notices::own_address', {
    isSetUp: addressOf('') !== null,
    address: own && addressOf(own.key),
    follows: (await Account.findOrFail(id)).autoSubscribe,
    notices: notices.map((notice) => ({
      court: notice.courtId ?? '–',
      docket: notice.docketId,
      status: STATUS_WORDS[notice.status],
      copy: COPY_WORDS[notice.copy],
      received: notice.dateCreated,
    })),
  })
}

/** `POST /profile/court-emails/address/`: a new address; the one before ends. */
export async function replace(ctx: HttpContext) {
  const { id } = requireAccount(ctx).account
  await inTransaction((trx) => new ReplaceAddress().handle(trx, id))
  notify(ctx, 'This is your new address. Enter it at the courts.')
  return ctx.response.redirect(HOME)
}
