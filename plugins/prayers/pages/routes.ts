/**
 * Pages of prayers: those of an account, what is wanted most, and the button
 * on the pages of documents.
 */
import type { PluginRouteContext } from '#core/define_plugin'
import { create, destroy, loadButton } from './document_button.js'
import { showTop } from './leaderboard.js'
import { profile, showGranted, showWaiting, togglePublic } from './prayers_of.js'

export default function routes({ router, pages, sessions }: PluginRouteContext): void {
  router
    .group(() => {
      router.get('/profile/prayers', profile).as('prayers')
      router.post('/prayer/create/:document', create).as('prayers.create')
      router.post('/prayer/delete/:document', destroy).as('prayers.delete')
      router.post('/prayers/pending/toggle', togglePublic).as('prayers.public')
    })
    .use(sessions.signedIn)

  router.get('/prayers/top', (ctx) => showTop(ctx, pages)).as('prayers.top')
  router.get('/prayers/:username', (ctx) => showWaiting(ctx, pages)).as('prayers.of')
  router.get('/prayers/:username/granted', (ctx) => showGranted(ctx, pages)).as('prayers.granted')
  pages.addSection('archive-documents', { view: 'prayers::document_button', load: loadButton })
}
