/**
 * How requests prove who they come from.
 */
import type { Schema } from './schema.js'

export const SECURITY_SCHEMES: Record<string, Schema> = {
  token: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: 'The word `Token`, a space and the key: `Token 0123…`.',
  },
  basic: { type: 'http', scheme: 'basic' },
}

/** Any of them, or (the first) none where anonymous callers are welcome. */
export const SECURITY: Schema[] = [
  {},
  ...Object.keys(SECURITY_SCHEMES).map((name) => ({ [name]: [] })),
]
