/** An account's court email address and its recent court emails. */
import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { Database } from '@adonisjs/lucid/database'
import { requireAccount } from '#api/rights'
import { notify } from '#app/console/forms'
import Account from '#app/models/account'
import { ReplaceAddress, buildNoticeAddress } from '../addresses.js'
import { COPY_WORDS, STATUS_WORDS } from '../codes.js'
import CourtNotice from '../models/court_notice.js'
import NoticeAddress from '../models/notice_address.js'

const HOME = '/profile/court-emails/'
const SHOWN = 20

@inject()
export default class CourtEmailsController {
  constructor(private database: Database) {}

  async show(ctx: HttpContext) {
    const { id } = requireAccount(ctx).account
    const own = await NoticeAddress.find(id)
    const notices = await CourtNotice.listNewestByAccount(id, SHOWN)
    return ctx.view.render('court_notices::own_address', {
      isSetUp: buildNoticeAddress('') !== null,
      address: own && buildNoticeAddress(own.key),
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

  /** Emails to the previous address are no longer accepted. */
  async replaceAddress(ctx: HttpContext) {
    const { id } = requireAccount(ctx).account
    await this.database.transaction((trx) => new ReplaceAddress().handle(trx, id))
    notify(ctx, 'Court email address created. Enter it in your court accounts.')
    return ctx.response.redirect(HOME)
  }
}
