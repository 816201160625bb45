/**
 * The page on which an account connects an AI client.
 */
import type { HttpContext } from '@adonisjs/core/http'
import app from '@adonisjs/core/services/app'
import { requireAccount } from '#api/rights'
import { BearerTokens } from '#app/accounts/bearer_tokens'
import { primaryToken } from '#app/accounts/tokens'
import { clientSnippets } from '../guide/client_snippets.js'
import { testConnection } from '../guide/connection_test.js'
import { shownTools } from '../guide/shown_tools.js'
import { addressOf } from '../http/address.js'
import { toolServices } from '../services.js'

const PAGE = 'tool_server::ai_clients'

export async function show(ctx: HttpContext) {
  return ctx.view.render(PAGE, await pageOf(ctx))
}

/** Connects with the token of the account, and shows each step. */
export async function test(ctx: HttpContext) {
  const page = await pageOf(ctx)
  const { dispatch, tools } = await toolServices(app)
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

async function pageOf(ctx: HttpContext) {
  const { id } = requireAccount(ctx).account
  const { scopes } = await app.container.make(BearerTokens)
  const { tools } = await toolServices(app)
  const token = await primaryToken(id)
  const address = addressOf(ctx)
  const signsIn = scopes.length > 0
  return {
    address,
    token,
    signsIn,
    snippets: clientSnippets(address, token ?? '<API_TOKEN>', signsIn),
    tools: shownTools(tools),
  }
}
