import type { PluginRouteContext } from '#core/define_plugin'
import { loadButton } from './document_button.js'
import PublicPrayersController from './public_prayers_controller.js'

const PrayersController = () => import('./prayers_controller.js')

export default function routes({ router, pages, sessions }: PluginRouteContext): void {
  router
    .group(() => {
      router.get('/profile/prayers', [PrayersController, 'index']).as('prayers')
      router.post('/prayer/create/:document', [PrayersController, 'store']).as('prayers.create')
      router.post('/prayer/delete/:document', [PrayersController, 'destroy']).as('prayers.delete')
      router
        .post('/prayers/pending/toggle', [PrayersController, 'toggleVisibility'])
        .as('prayers.public')
    })
    .use(sessions.signedIn)

  const publicPrayers = new PublicPrayersController(pages)
  router.get('/prayers/top', (ctx) => publicPrayers.top(ctx)).as('prayers.top')
  router.get('/prayers/:username', (ctx) => publicPrayers.show(ctx)).as('prayers.of')
  router
    .get('/prayers/:username/granted', (ctx) => publicPrayers.granted(ctx))
    .as('prayers.granted')
  pages.addSection('archive-documents', { view: 'prayers::document_button', load: loadButton })
}
