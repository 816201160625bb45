/**
 * Pages of tags: those of their owners, those everybody may see, the picker
 * on the pages of dockets, and what counts looks at pages.
 */
import type { PluginRouteContext } from '#core/define_plugin'
import { putOnDocket, takeOffDocket, loadPicker } from './docket_picker.js'
import * as profile from './profile_tags.js'
import { showTag, showTagsOf } from './public_tags.js'
import { countViews } from './view_counter.js'

export default function routes({ router, pages, sessions }: PluginRouteContext): void {
  router
    .group(() => {
      router.get('/profile/tags', profile.list).as('tags')
      router.post('/profile/tags', profile.create).as('tags.create')
      router.get('/profile/tags/:id', profile.edit).as('tags.edit')
      router.post('/profile/tags/:id', profile.save).as('tags.save')
      router.post('/profile/tags/:id/publish', profile.publish).as('tags.publish')
      router.get('/profile/tags/:id/delete', profile.confirmDelete).as('tags.confirm')
      router.post('/profile/tags/:id/delete', profile.destroy).as('tags.delete')
      router.post('/docket/:docket/tags', putOnDocket).as('tags.put')
      router.post('/docket/:docket/tags/:id/remove', takeOffDocket).as('tags.take')
    })
    .use(sessions.signedIn)

  router.get('/tags/:username', (ctx) => showTagsOf(ctx, pages)).as('tags.of')
  router.get('/tags/:username/:name', (ctx) => showTag(ctx, pages)).as('tags.page')
  pages.addSection('dockets', { view: 'tags::docket_picker', load: loadPicker })
  countViews(pages)
}
