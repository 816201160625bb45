import type { PluginRouteContext } from '#core/define_plugin'
import { addAddress } from '#app/web/public_addresses'

const WebhooksController = () => import('./webhooks_controller.js')
const WebhookDeliveriesController = () => import('./webhook_deliveries_controller.js')
const StaffWebhooksController = () => import('./staff_webhooks_controller.js')

export default function routes({ router, sessions }: PluginRouteContext): void {
  router
    .group(() => {
      router.get('/', [WebhooksController, 'index']).as('webhooks')
      router.get('/:id', [WebhooksController, 'show']).as('webhooks.show')
      router.post('/:id/edit', [WebhooksController, 'update']).as('webhooks.change')
      router.post('/:id/enabled', [WebhooksController, 'setEnabled']).as('webhooks.enabled')
      router.post('/:id/secret', [WebhooksController, 'rotateSecret']).as('webhooks.rotate')
      router.post('/:id/delete', [WebhooksController, 'destroy']).as('webhooks.delete')
      router
        .get('/:id/deliveries/:delivery', [WebhookDeliveriesController, 'show'])
        .as('webhooks.delivery')
    })
    .prefix('/profile/webhooks')
    .use(sessions.signedIn)

  router
    .group(() => {
      router.post('/', [WebhooksController, 'store']).as('webhooks.add')
      router.post('/:id/test', [WebhookDeliveriesController, 'test']).as('webhooks.test')
      router
        .post('/:id/deliveries/:delivery/replay', [WebhookDeliveriesController, 'replay'])
        .as('webhooks.replay')
    })
    .prefix('/profile/webhooks')
    .use(sessions.limitedForms)

  router
    .group(() => {
      router.get('/:id', [StaffWebhooksController, 'show']).as('admin.webhooks.show')
      router
        .get('/:id/deliveries/:delivery', [StaffWebhooksController, 'delivery'])
        .as('admin.webhooks.delivery')
      router
        .post('/:id/enabled', [StaffWebhooksController, 'setEnabled'])
        .as('admin.webhooks.enabled')
      router.post('/:id/test', [StaffWebhooksController, 'test']).as('admin.webhooks.test')
      router
        .post('/:id/deliveries/:delivery/replay', [StaffWebhooksController, 'replay'])
        .as('admin.webhooks.replay')
    })
    .prefix('/admin/webhooks')
    .use(sessions.signedIn)
  addAddress({ router }, '/help/api/webhooks', () => '/docs/webhooks/')
}
