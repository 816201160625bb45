/**
 * What every request passes through.
 */
import server from '@adonisjs/core/services/server'

server.errorHandler(() => import('#app/exceptions/handler'))
server.use([() => import('@adonisjs/cors/cors_middleware')])
