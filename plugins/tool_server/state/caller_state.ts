/**
 * Queries and jobs of one credential.
 */
import { createHmac } from 'node:crypto'
import type { CallerState } from '#app/tools/define_tool'
import type { ToolStore } from './tool_store.js'

/**
 * Names a credential in keys: one API token, or one account over OAuth,
 * whose access tokens change (tool server, tools 0).
 *
 * @param credential `token:<token>` or `oauth:<account ID>`
 */
export function callerHash(secret: string, credential: string): string {
  return createHmac('sha256', secret).update(`tools:${credential}`).digest('hex')
}

/** What is kept for one credential, for an hour after it was last written. */
export function callerState(store: ToolStore, caller: string): CallerState {
  const keyOf = (kind: string, id: string) => `mcp:${caller}:${kind}:${id}`
  return {
    async get<T>(kind: string, id: string) {
      const text = await store.get(keyOf(kind, id))
      return text === null ? undefined : (JSON.parse(text) as T)
    },
    async set(kind, id, value) {
      const text = JSON.stringify(value)
      if (text.length <= MAX_LENGTH) await store.set(keyOf(kind, id), text, HOUR)
    },
  }
}

/** How long, in seconds, and how much tools keep (tool server, tools 0). */
const HOUR = 3600
export const DAY = 24 * HOUR

/** Characters of a value that is kept at most: a page of records, not more. */
export const MAX_LENGTH = 16_000_000
