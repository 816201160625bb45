/**
 * Applications that registered, and the access accounts gave them.
 */
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import OAuthRecord from './models/oauth_record.js'

/** Registered clients, and those whose metadata is a document under their ID, as of the last grant. */
export const CLIENT_MODELS = ['Client', 'ClientDocument']

/** The name in the metadata of a client. */
export function nameIn(metadata: Record<string, unknown>): string {
  return typeof metadata.client_name === 'string' ? metadata.client_name : 'Unnamed application'
}

export async function clientName(
  trx: TransactionClientContract,
  clientId: string
): Promise<string> {
  const client = await OAuthRecord.query({ client: trx })
    .whereIn('model', CLIENT_MODELS)
    .where('key', clientId)
    .first()
  return client ? nameIn(client.payload) : 'Removed application'
}

/** Access of one application to an account. */
export interface ConnectedApplication {
  id: number
  name: string
  /** Where it is, or where the browser returns to. */
  host: string
  scopes: string[]
  granted: Date
  lastUsed: Date | null
}

/** Applications that have access to an account, newest first. */
export async function applicationsOf(accountId: number): Promise<ConnectedApplication[]> {
  const grants = await OAuthRecord.query()
    .where({ model: 'Grant', accountId })
    .whereRaw('expires_at > now()')
    .orderBy('id', 'desc')
    .limit(MAX_SHOWN)
  const clients = await OAuthRecord.query()
    .whereIn('model', CLIENT_MODELS)
    .whereIn('key', [...new Set(grants.map(({ clientId }) => clientId!))])
  const byId = new Map(clients.map((client) => [client.key, client.payload]))
  return grants.flatMap(({ id, clientId, payload, dateCreated, lastUsedAt }) => {
    const metadata = byId.get(clientId!)
    if (!metadata) return []
    const { openid } = payload as { openid?: { scope?: string } }
    return {
      id,
      name: nameIn(metadata),
      host: hostOf(metadata),
      scopes: (openid?.scope ?? '').split(' ').filter(Boolean),
      granted: dateCreated,
      lastUsed: lastUsedAt,
    }
  })
}

const MAX_SHOWN = 200

/** Host of the first address the browser returns to. */
export function hostOf({ redirect_uris: uris }: Record<string, unknown>): string {
  const [uri] = Array.isArray(uris) ? (uris as string[]) : []
  return uri && URL.canParse(uri) ? new URL(uri).host : ''
}
