/**
 * Pages of visualizations: those of their owners, the embed page, and the
 * network of a decision.
 */
import type { PluginRouteContext } from '#core/define_plugin'
import { showDecisionNetwork } from './decision_network.js'
import { showEmbed } from './embed_page.js'
import * as profile from './profile_visualizations.js'

export default function routes({ router, pages, sessions }: PluginRouteContext): void {
  router
    .group(() => {
      router.get('/', profile.list).as('visualizations')
      router.post('/', profile.create).as('visualizations.create')
      router.get('/new', profile.start).as('visualizations.new')
      router.get('/:id', profile.show).as('visualizations.show')
      router.get('/:id/edit', profile.edit).as('visualizations.edit')
      router.post('/:id/edit', profile.save).as('visualizations.save')
      router.post('/:id/publish', profile.publish).as('visualizations.publish')
      router.post('/:id/restore', profile.restore).as('visualizations.restore')
      router.get('/:id/delete', profile.confirmDelete).as('visualizations.confirm')
      router.post('/:id/delete', profile.destroy).as('visualizations.delete')
    })
    .prefix('/profile/visualizations')
    .use(sessions.signedIn)

  router
    .get('/visualizations/scotus-mapper/:id/embed', (ctx) => showEmbed(ctx, pages))
    .as('visualizations.embed')
  // Pages of the service clients come from (tags-visualizations 2.4).
  for (const path of ['/visualizations', '/visualizations/*'])
    router.get(path, ({ response }) => response.redirect('/docs/visualizations/', false, 301))

  router
    .get('/opinion/:id/:slug/network', (ctx) => showDecisionNetwork(ctx, pages))
    .as('visualizations.decision')
  pages.addSection('clusters', {
    view: 'visualizations::network_link',
    load: async (_, { absolute_url: path }) => ({ path: `${String(path)}network/` }),
  })
}
