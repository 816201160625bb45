import type { PluginRouteContext } from '#core/define_plugin'

const Visualizations = () => import('./visualizations_controller.js')
const Charts = () => import('./charts_controller.js')

export default function routes({ router, pages, sessions }: PluginRouteContext): void {
  router
    .group(() => {
      router.get('/', [Visualizations, 'index']).as('visualizations')
      router.post('/', [Visualizations, 'store']).as('visualizations.create')
      router.get('/new', [Visualizations, 'create']).as('visualizations.new')
      router.get('/:id', [Visualizations, 'show']).as('visualizations.show')
      router.get('/:id/edit', [Visualizations, 'edit']).as('visualizations.edit')
      router.post('/:id/edit', [Visualizations, 'update']).as('visualizations.save')
      router.post('/:id/publish', [Visualizations, 'publish']).as('visualizations.publish')
      router.post('/:id/restore', [Visualizations, 'restore']).as('visualizations.restore')
      router.get('/:id/delete', [Visualizations, 'confirmDelete']).as('visualizations.confirm')
      router.post('/:id/delete', [Visualizations, 'destroy']).as('visualizations.delete')
    })
    .prefix('/profile/visualizations')
    .use(sessions.signedIn)

  router
    .get('/visualizations/scotus-mapper/:id/embed', [Charts, 'embed'])
    .as('visualizations.embed')
  // Paths of the public service (tags-visualizations 2.4).
  for (const path of ['/visualizations', '/visualizations/*'])
    router.get(path, ({ response }) => response.redirect('/docs/visualizations/', false, 301))

  router.get('/opinion/:id/:slug/network', [Charts, 'decision']).as('visualizations.decision')
  pages.addSection('clusters', {
    view: 'visualizations::network_link',
    load: async (_, { absolute_url: path }) => ({ path: `${String(path)}network/` }),
  })
}
