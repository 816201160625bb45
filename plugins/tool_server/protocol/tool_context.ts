import type { HttpContext } from '@adonisjs/core/http'
import { origin } from '#api/origin'
import { ApiClient } from '#app/tools/api_client'
import type { CallerState, ToolContext } from '#app/tools/tool_context'
import { credentialOf } from '../http/credential.js'
import type { ToolServices } from '../services.js'
import { callerHash, callerState } from '../state/caller_state.js'
import { servedDocuments } from '../state/served_documents.js'
import { KeptTexts } from '../state/shared_texts.js'

/**
 * What a tool works with, on behalf of the caller of a request.
 *
 * @param signal aborted when the client has gone
 */
export function toolContext(
  ctx: HttpContext,
  { app, registry, reader, store, secret, dispatch }: ToolServices,
  signal: AbortSignal
): ToolContext {
  const { request } = ctx
  let state: CallerState | undefined
  return {
    app,
    signal,
    catalog: registry.catalog,
    documents: registry.documents,
    api: new ApiClient(dispatch as never, {
      authorization: request.header('authorization')!,
      origin: origin(ctx),
      address: request.ip(),
      signal,
    }),
    // Few tools keep anything.
    get state() {
      return (state ??= callerState(store, callerHash(secret, credentialOf(ctx))))
    },
    texts: new KeptTexts(store, servedDocuments(registry, reader)),
  }
}
