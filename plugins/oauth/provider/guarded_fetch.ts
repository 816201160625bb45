/**
 * `fetch` for the provider. Resolves and checks the host once, and connects to
 * the checked IP addresses.
 */
import https from 'node:https'
import { Readable } from 'node:stream'
import { pinned, type Targets } from '#plugins/webhooks/public'

export type Fetch = (url: string | URL | Request, options?: RequestInit) => Promise<Response>

/**
 * @param targets checks whether a host is allowed
 * @param ca certificates to trust instead of the system's
 * @returns a function that doesn't follow redirects and allows only `https`
 */
export function guardedFetch(targets: Targets, ca?: string): Fetch {
  return async (address, { method = 'GET', headers, signal } = {}) => {
    const { url, addresses } = await targets.resolve(String(address))
    if (url.protocol !== 'https:') throw new TypeError('only https is allowed')
    return new Promise((resolve, reject) => {
      const request = https.request(url, {
        method,
        headers: Object.fromEntries(new Headers(headers)),
        agent: false,
        lookup: pinned(addresses),
        signal: signal ?? undefined,
        ca,
      })
      request.once('error', reject)
      request.once('response', (response) => {
        const fields = Object.entries(response.headers).flatMap(([name, value]) =>
          [value ?? []].flat().map((one): [string, string] => [name, one])
        )
        const status = response.statusCode!
        const body = status === 204 || status === 304 ? null : Readable.toWeb(response)
        resolve(new Response(body as ReadableStream | null, { status, headers: fields }))
      })
      request.end()
    })
  }
}
