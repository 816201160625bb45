import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { Database } from '@adonisjs/lucid/database'
import type { Interaction, InteractionResults } from 'oidc-provider'
import type Provider from 'oidc-provider'
import { origin } from '#api/roots'
import { requireAccount } from '#api/rights'
import type { AccountRecord } from '#app/accounts/account_cache'
import { ApiError } from '#app/support/api_error'
import { PAGE_HEADERS } from '#app/support/page_headers'
import { audit, nameIn } from '../clients.js'
import { library } from '../provider/library.js'
import { PostgresAdapter } from '../provider/postgres_adapter.js'
import { OAuthProviders } from '../provider/providers.js'
import { knownScopes, SCOPES } from '../provider/access.js'
import { cacheControl } from '#app/support/caching'

interface AuthorizationParams {
  client_id: string
  redirect_uri: string
  scope: string
}

/** The consent page, where an account owner allows or denies access. */
@inject()
export default class ConsentController {
  constructor(
    private providers: OAuthProviders,
    private database: Database
  ) {}

  async show(ctx: HttpContext) {
    const { provider, details } = await this.#interaction(ctx)
    const {
      client_id: clientId,
      redirect_uri: redirectUri,
      scope,
    } = details.params as unknown as AuthorizationParams
    const client = await provider.Client.find(clientId)
    if (!client) throw gone()
    allowFormTo(ctx, redirectUri)
    return ctx.view.render('oauth::consent', {
      uid: details.uid,
      name: nameIn(client.metadata()),
      page: client.clientUri,
      redirectUri,
      host: new URL(redirectUri).host,
      scopes: knownScopes(scope).map((name) => ({ name, words: SCOPES[name] })),
    })
  }

  async store(ctx: HttpContext) {
    const { provider, details } = await this.#interaction(ctx)
    const { account } = requireAccount(ctx)
    const isAllowed = ctx.request.input('decision') === 'allow'
    const result = isAllowed
      ? await this.#grantAccess(provider, details, account)
      : { error: 'access_denied', error_description: 'The account owner denied access.' }
    await leaveOtherSession(provider, details, account)
    const { request, response } = ctx
    const path = await provider.interactionResult(request.request, response.response, result, {
      mergeWithLastSubmission: false,
    })
    response.header('cache-control', cacheControl('authorization'))
    return response.redirect().status(303).toPath(path)
  }

  /** @throws ApiError 404 if it has expired or was started in another browser */
  async #interaction(ctx: HttpContext): Promise<{ provider: Provider; details: Interaction }> {
    const { request, response } = ctx
    const provider = await this.providers.at(origin(ctx))
    try {
      const details = await provider.interactionDetails(request.request, response.response)
      if (details.uid !== ctx.params.uid) throw gone()
      return { provider, details }
    } catch (error) {
      if (error instanceof library().errors.SessionNotFound) throw gone()
      throw error
    }
  }

  /** Records the decision and its audit entry. */
  async #grantAccess(
    provider: Provider,
    { params }: Interaction,
    account: AccountRecord
  ): Promise<InteractionResults> {
    const { client_id: clientId, scope } = params as unknown as AuthorizationParams
    const accountId = String(account.id)
    const grant = new provider.Grant({ accountId, clientId })
    const scopes = knownScopes(scope)
    grant.addOIDCScope(scopes.join(' '))
    const client = await provider.Client.find(clientId)
    // A metadata document is fetched again for each sign-in; tokens and pages need its contents
    // as of the last grant.
    if (/^https:/.test(clientId)) {
      const documents = new PostgresAdapter('ClientDocument', this.database)
      await documents.upsert(clientId, client!.metadata() as never)
    }
    await this.database.transaction((trx) =>
      audit(
        trx,
        { id: account.id, name: account.username },
        {
          action: 'oauth.grant',
          account,
          subject: nameIn(client!.metadata()),
          after: { client_id: clientId, scopes },
        }
      )
    )
    return { login: { accountId, remember: false }, consent: { grantId: await grant.save() } }
  }
}

function gone(): ApiError {
  return ApiError.detail(
    404,
    'This sign-in has expired or was completed. Start again in the application.'
  )
}

/** Ends a provider session of another account, which would make the browser sign out first. */
async function leaveOtherSession(
  provider: Provider,
  details: Interaction,
  account: AccountRecord
): Promise<void> {
  const { session } = details
  if (!session || session.accountId === String(account.id)) return
  await (await provider.Session.findByUid(session.uid))?.destroy()
  delete details.session
  await details.save(Math.max(1, details.exp - Math.floor(Date.now() / 1000)))
}

/** Allows the redirect after the form: browsers apply `form-action` to redirects, too. */
function allowFormTo({ response }: HttpContext, redirectUri: string): void {
  const name = 'content-security-policy'
  const { origin: target } = new URL(redirectUri)
  response.header(
    name,
    PAGE_HEADERS[name]!.replace("form-action 'self'", `form-action 'self' ${target}`)
  )
}
