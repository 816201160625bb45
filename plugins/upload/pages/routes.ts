/** Pages of uploads: for accounts that may upload, and for staff. */
import type { PluginRouteContext } from '#core/define_plugin'
import { showCounts } from './upload_counts.js'
import { sendUpload, showUploads } from './own_uploads.js'
import { original, retry } from './staff_uploads.js'

export default function routes({ router, sessions }: PluginRouteContext): void {
  router
    .group(() => {
      router.get('/admin/upload-counts', showCounts).as('uploads.counts')
      router.get('/admin/uploads/:upload/original', original).as('uploads.original')
      router.post('/admin/uploads/:upload/retry', retry).as('uploads.retry')
    })
    .use(sessions.signedIn)

  router.get('/uploads', showUploads).as('uploads.own').use(sessions.signedIn)
  router.post('/uploads', sendUpload).as('uploads.send').use(sessions.fileForms)
}
