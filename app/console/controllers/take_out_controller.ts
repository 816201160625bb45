import { Readable } from 'node:stream'
import type { HttpContext } from '@adonisjs/core/http'
import app from '@adonisjs/core/services/app'
import { requireAccount } from '#api/rights'
import { passwordForm } from '#app/accounts/validators'
import { checked, showAgain } from '../forms.js'
import { isPasswordOf } from '../services.js'
import { takeOut } from '../take_out.js'
import { cacheControl } from '#app/support/caching'

const PAGE = 'console/take_out'

/** The data of an account in one file, for who knows its password. */
export default class TakeOutController {
  show({ view }: HttpContext) {
    return view.render(PAGE)
  }

  async send(ctx: HttpContext) {
    const { account } = requireAccount(ctx)
    const { values, problems } = await checked(ctx, passwordForm)
    if (problems) return showAgain(ctx, PAGE, problems)
    if (!(await isPasswordOf(account, values.password)))
      return showAgain(ctx, PAGE, { password: 'Incorrect password.' })
    const day = new Date().toISOString().slice(0, 10)
    const name = `curia-${account.username.replace(/[^\w.-]/g, '-')}-${day}.json`
    ctx.response.header('content-type', 'application/json; charset=utf-8')
    ctx.response.header('content-disposition', `attachment; filename="${name}"`)
    ctx.response.header('cache-control', cacheControl('own'))
    ctx.response.stream(Readable.from(takeOut(account, app)))
  }
}
