import { defineConfig } from '@adonisjs/shield'

/** Forms need a CSRF token; other headers are set in `app/web`. */
export default defineConfig({
  csp: { enabled: false },
  csrf: { enabled: true, methods: ['POST', 'PUT', 'PATCH', 'DELETE'], enableXsrfCookie: false },
  xFrame: { enabled: false },
  hsts: { enabled: false },
  contentTypeSniffing: { enabled: false },
})
