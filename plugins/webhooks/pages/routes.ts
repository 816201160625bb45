/**
 * Pages on which owners keep their webhooks, and staff mend those of accounts.
 */
import type { PluginRouteContext } from '#core/define_plugin'

const Webhooks = () => import('./webhooks_controller.js')
const Deliveries = () => import('./webhook_deliveries_controller.js')
const Staff = () => import('./staff_webhooks_controller.js')

export default function routes({ router, sessions }: PluginRouteContext): void {
  router
    .group(() => {
      router.get('/', [Webhooks, 'list']).as('webhooks')
      router.get('/:id', [Webhooks, 'show']).as('webhooks.show')
      router.post('/:id/edit', [Webhooks, 'change']).as('webhooks.change')
      router.post('/:id/enabled', [Webhooks, 'setEnabled']).as('webhooks.enabled')
      router.post('/:id/secret', [Webhooks, 'rotate']).as('webhooks.rotate')
      router.post('/:id/delete', [Webhooks, 'delete']).as('webhooks.delete')
      router.get('/:id/deliveries/:delivery', [Deliveries, 'show']).as('webhooks.delivery')
    })
    .prefix('/profile/webhooks')
    .use(sessions.signedIn)

  router
    .group(() => {
      router.post('/', [Webhooks, 'add']).as('webhooks.add')
      router.post('/:id/test', [Deliveries, 'test']).as('webhooks.test')
      router.post('/:id/deliveries/:delivery/replay', [Deliveries, 'replay']).as('webhooks.replay')
    })
    .prefix('/profile/webhooks')
    .use(sessions.limitedForms)

  router
    .group(() => {
      router.get('/:id', [Staff, 'show']).as('admin.webhooks.show')
      router.get('/:id/deliveries/:delivery', [Staff, 'delivery']).as('admin.webhooks.delivery')
      router.post('/:id/enabled', [Staff, 'setEnabled']).as('admin.webhooks.enabled')
      router.post('/:id/test', [Staff, 'test']).as('admin.webhooks.test')
      router.post('/:id/deliveries/:delivery/replay', [Staff, 'replay']).as('admin.webhooks.replay')
    })
    .prefix('/admin/webhooks')
    .use(sessions.signedIn)
}
