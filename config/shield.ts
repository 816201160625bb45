import { defineConfig } from '@adonisjs/shield'
import { appUrl } from './app.js'

/** Forms need their token; the other headers of pages are `app/web/page_headers.ts`. */
export default defineConfig({
  csp: { enabled: false },
  csrf: { enabled: true, methods: ['POST', 'PUT', 'PATCH', 'DELETE'], enableXsrfCookie: false },
  xFrame: { enabled: false },
  hsts: { enabled: appUrl.startsWith('https:'), maxAge: '180 days' },
  contentTypeSniffing: { enabled: false },
})
