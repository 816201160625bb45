import { defineConfig } from '@adonisjs/core/http'
import { refuseAddress } from '#app/web/http_server'
import { settings } from '#start/env'

export const appKey = settings.appKey

export const appUrl = settings.appUrl ?? `http://${settings.host}:${settings.port}`

export const http = defineConfig({
  generateRequestId: true,
  allowMethodSpoofing: false,
  useAsyncLocalStorage: false,

  /** The nearest hops are trusted proxies; IP addresses beyond them may be forged. */
  trustProxy: (_address: string, distance: number) => distance < settings.trustedProxies,

  onBadUrl: refuseAddress,

  router: { matcher: 'tree' },

  /** Filters contain plain commas and brackets: `id__range=1,2`. */
  qs: {
    parse: { comma: false, depth: 0, parameterLimit: 2000, allowSparse: false, arrayLimit: 20 },
    stringify: { encode: true, encodeValuesOnly: false, arrayFormat: 'repeat', skipNulls: false },
  },

  cookie: {
    domain: '',
    path: '/',
    maxAge: '2h',
    httpOnly: true,
    secure: appUrl.startsWith('https:'),
    sameSite: 'lax',
  },
})
