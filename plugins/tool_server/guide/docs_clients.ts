import type { HttpContext } from '@adonisjs/core/http'
import app from '@adonisjs/core/services/app'
import { BearerTokens } from '#app/accounts/bearer_tokens'
import { addressOf } from '../http/address.js'
import { clientSnippets } from './client_snippets.js'

/** Configurations of common clients, in Markdown. */
export default async function clientsPart(ctx: HttpContext): Promise<string> {
  const { scopes } = await app.container.make(BearerTokens)
  return clientSnippets(addressOf(ctx), '<API_TOKEN>', scopes.length > 0)
    .map(
      ({ client, place, language, text }) =>
        `### ${client}\n\n${place}:\n\n\`\`\`${language}\n${text}\n\`\`\``
    )
    .join('\n\n')
}
