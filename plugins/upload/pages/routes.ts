/** Pages of uploads, for accounts with permission to upload and for staff. */

import type { PluginRouteContext } from '#core/define_plugin'

const OwnUploads = () => import('./own_uploads_controller.js')
const StaffUploads = () => import('./staff_uploads_controller.js')

export default function routes({ router, sessions }: PluginRouteContext): void {
  router
    .group(() => {
      router.get('/admin/upload-counts', [StaffUploads, 'counts']).as('uploads.counts')
      router
        .get('/admin/uploads/:upload/original', [StaffUploads, 'original'])
        .as('uploads.original')
      router.post('/admin/uploads/:upload/retry', [StaffUploads, 'retry']).as('uploads.retry')
    })
    .use(sessions.signedIn)

  router.get('/uploads', [OwnUploads, 'index']).as('uploads.own').use(sessions.signedIn)
  router.post('/uploads', [OwnUploads, 'store']).as('uploads.send').use(sessions.fileForms)
}
