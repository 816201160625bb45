import { Readable } from 'node:stream'
import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { Gate } from '#api/gate'
import { requireAccount } from '#api/rights'
import { passwordForm } from '#app/accounts/validators'
import { validateForm, renderFormErrors } from '../forms.js'
import { verifyAccountPassword } from '../services.js'
import { TakeOut } from '../take_out.js'
import { cacheControl } from '#app/support/caching'

const PAGE = 'console/take_out'

/** Export of the account's data; requires the password. */
@inject()
export default class TakeOutController {
  constructor(
    private gate: Gate,
    private takeOut: TakeOut
  ) {}

  show({ view }: HttpContext) {
    return view.render(PAGE)
  }

  async send(ctx: HttpContext) {
    const { account } = requireAccount(ctx)
    const { values, problems } = await validateForm(ctx, passwordForm)
    if (problems) return renderFormErrors(ctx, PAGE, problems)
    if (!(await verifyAccountPassword(this.gate, account, values.password)))
      return renderFormErrors(ctx, PAGE, { password: 'Incorrect password.' })
    const day = new Date().toISOString().slice(0, 10)
    const name = `curia-${account.username.replace(/[^\w.-]/g, '-')}-${day}.json`
    ctx.response.header('content-type', 'application/json; charset=utf-8')
    ctx.response.header('content-disposition', `attachment; filename="${name}"`)
    ctx.response.header('cache-control', cacheControl('own'))
    ctx.response.stream(Readable.from(this.takeOut.fileOf(account)))
  }
}
