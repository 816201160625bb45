import type { PluginRouteContext } from '#core/define_plugin'
import { addAddress } from '#app/web/public_addresses'
import PublicTagsController from './public_tags_controller.js'
import { addSections } from './record_sections.js'

const TagsController = () => import('./tags_controller.js')
const DocketTagsController = () => import('./docket_tags_controller.js')

export default function routes({ router, pages, sessions }: PluginRouteContext): void {
  router
    .group(() => {
      router.get('/profile/tags', [TagsController, 'index']).as('tags')
      router.post('/profile/tags', [TagsController, 'store']).as('tags.create')
      router.get('/profile/tags/:id', [TagsController, 'edit']).as('tags.edit')
      router.post('/profile/tags/:id', [TagsController, 'update']).as('tags.save')
      router.post('/profile/tags/:id/publish', [TagsController, 'publish']).as('tags.publish')
      router.get('/profile/tags/:id/delete', [TagsController, 'confirmDelete']).as('tags.confirm')
      router.post('/profile/tags/:id/delete', [TagsController, 'destroy']).as('tags.delete')
      router.post('/docket/:docket/tags', [DocketTagsController, 'store']).as('tags.put')
      router
        .post('/docket/:docket/tags/:id/remove', [DocketTagsController, 'destroy'])
        .as('tags.take')
    })
    .use(sessions.signedIn)

  const publicTags = new PublicTagsController(pages)
  router.get('/tags/:username', (ctx) => publicTags.index(ctx)).as('tags.of')
  router.get('/tags/:username/:name', (ctx) => publicTags.show(ctx)).as('tags.page')
  addSections(pages)
  addAddress({ router }, '/help/tags-notes', () => '/docs/tags/')
}
