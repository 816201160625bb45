import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { requireAccount } from '#api/rights'
import { BearerTokens } from '#app/accounts/bearer_tokens'
import { primaryToken } from '#app/accounts/tokens'
import { clientSnippets } from '../guide/client_snippets.js'
import { testConnection } from '../guide/connection_test.js'
import { shownTools } from '../guide/shown_tools.js'
import { getToolServerUrl } from '../http/address.js'
import { ToolServices } from '../services.js'

const PAGE = 'tool_server::ai_clients'

/** The page for connecting an AI client to an account. */
@inject()
export default class AiClientsController {
  constructor(
    private services: ToolServices,
    private bearer: BearerTokens
  ) {}

  async show(ctx: HttpContext) {
    return ctx.view.render(PAGE, await this.#page(ctx))
  }

  /** Connects with the token of the account and shows each step. */
  async test(ctx: HttpContext) {
    const page = await this.#page(ctx)
    const { dispatch, tools } = this.services
    const steps =
      page.token &&
      (await testConnection({
        dispatch: dispatch as never,
        address: page.address,
        token: page.token,
        tools,
      }))
    return ctx.view.render(PAGE, { ...page, steps })
  }

  async #page(ctx: HttpContext) {
    const token = await primaryToken(requireAccount(ctx).account.id)
    const address = getToolServerUrl(ctx)
    const signsIn = this.bearer.scopes.length > 0
    return {
      address,
      token,
      signsIn,
      snippets: clientSnippets(address, token ?? '<API_TOKEN>', signsIn),
      tools: shownTools(this.services.tools),
    }
  }
}
