/**
 * What every request passes through.
 */
import router from '@adonisjs/core/services/router'
import server from '@adonisjs/core/services/server'

server.errorHandler(() => import('#app/exceptions/handler'))

/** Middleware that routes name. */
export const middleware = router.named({
  pageHeaders: () => import('#app/middleware/page_headers_middleware'),
})
