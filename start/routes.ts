/**
 * Routes of the server's pages. Plugins add the routes of the API.
 */
import app from '@adonisjs/core/services/app'
import router from '@adonisjs/core/services/router'
import { addAddress } from '#app/web/public_addresses'
import { middleware } from '#start/kernel'

import '#app/console/routes'
import '#app/console/admin_routes'

const HomeController = () => import('#app/web/home_controller')
const DocsController = () => import('#app/web/docs_controller')
const ReferenceController = () => import('#app/web/reference/reference_controller')
const DesignController = () => import('#app/web/design_controller')
const AssetsController = () => import('#app/web/assets_controller')
const StorageController = () => import('#app/web/storage_controller')
const MonitoringController = () => import('#app/web/monitoring_controller')
const RobotsController = () => import('#app/web/robots_controller')
const HealthController = () => import('#app/web/health_controller')

router
  .group(() => {
    router.get('/', [HomeController, 'show']).as('home')
    router.get('/docs', [DocsController, 'index']).as('docs.index')
    for (const path of ['/help/api', '/help/api/rest'])
      addAddress({ router }, path, () => '/docs/api/')
    router.get('/docs/api', [ReferenceController, 'index']).as('docs.api')
    // Some resources have a path of two segments.
    router.get('/docs/api/:name/:part?', [ReferenceController, 'show']).as('docs.api.page')
    router.get('/docs/decisions', [DocsController, 'decisions']).as('docs.decisions')
    router.get('/docs/decisions/:page', [DocsController, 'decision']).as('docs.decision')
    if (!app.inProduction) router.get('/docs/design', [DesignController, 'show']).as('docs.design')
    router.get('/docs/:page', [DocsController, 'page']).as('docs.page')
  })
  .use([middleware.pageHeaders(), middleware.pageVisitor()])

router.get('/assets/:file', [AssetsController, 'show']).as('assets').use(middleware.pageHeaders())

router.get('/storage/*', [StorageController, 'show']).as('storage')
router
  .group(() => {
    router.get('/heartbeat', [MonitoringController, 'heartbeat']).as('heartbeat')
    router.get('/health-check', [MonitoringController, 'services']).as('services')
    router.get('/elasticsearch-status', [MonitoringController, 'search']).as('search')
    router.get('/redis-writes', [MonitoringController, 'redisWrites']).as('redis_writes')
    router.get('/celery-queues', [MonitoringController, 'queues']).as('queues')
    router.get('/prometheus', [MonitoringController, 'prometheus']).as('prometheus')
  })
  .prefix('/monitoring')
  .as('monitoring')

router.get('/robots.txt', [RobotsController, 'show']).as('robots')
router.get('/health', [HealthController, 'show']).as('health')
router.get('/health/live', [HealthController, 'live']).as('health.live')
router.get('/health/ready', [HealthController, 'ready']).as('health.ready')
router.get('/metrics', [MonitoringController, 'metrics']).as('metrics')
