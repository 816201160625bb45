/**
 * Routes of the tool server, under its path on all hosts and at the root of
 * dedicated hosts, and of the AI clients page in the profile.
 */
import type { Router } from '@adonisjs/core/http'
import type { PluginRouteContext } from '#core/define_plugin'
import settings from './settings.js'

const ToolServerController = () => import('./http/tool_server_controller.js')
const AiClientsController = () => import('./pages/ai_clients_controller.js')
const HealthController = () => import('./http/health_controller.js')
const MetadataController = () => import('./http/resource_metadata_controller.js')

export default function routes({ router, sessions }: PluginRouteContext): void {
  addRoutes(router, settings.path, 'mcp')
  for (const host of settings.hosts) {
    router.group(() => addRoutes(router, '', `mcp.${host}`)).domain(host)
  }
  router
    .group(() => {
      router.get('/profile/ai-clients', [AiClientsController, 'show']).as('ai_clients')
      router.post('/profile/ai-clients/test', [AiClientsController, 'test']).as('ai_clients.test')
    })
    .use(sessions.signedIn)
}

/** @param path path without a trailing slash */
function addRoutes(router: Router, path: string, name: string): void {
  const methods = ['GET', 'HEAD', 'POST', 'DELETE', 'PUT', 'PATCH', 'OPTIONS']
  router.route(path || '/', methods, [ToolServerController, 'handle']).as(name)
  router.get(`${path}/health`, [HealthController, 'show']).as(`${name}.health`)
  for (const end of path ? ['', path] : ['']) {
    router
      .route(
        `/.well-known/oauth-protected-resource${end}`,
        ['GET', 'HEAD', 'OPTIONS'],
        [MetadataController, 'show']
      )
      .as(`${name}.metadata${end && '.path'}`)
  }
}
