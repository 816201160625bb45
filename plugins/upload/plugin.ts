import { definePlugin } from '#core/define_plugin'
import { NOTICE_MERGED } from './events.js'
import { MANAGE_RIGHT, UPLOAD_RIGHT, VIEW_RIGHT } from './rights.js'

export default definePlugin({
  name: 'upload',
  description: 'Uploads of court pages and PDFs to the archive.',
  requires: ['case_law', 'federal_records'],
  rights: {
    [UPLOAD_RIGHT]: 'Upload court pages and documents.',
    [VIEW_RIGHT]: 'View the upload queue.',
    [MANAGE_RIGHT]: 'Download files of failed uploads and retry them.',
  },
  auditSentences: {
    'upload.retry': 'retried {subject}',
  },
  settings: () => import('./settings.js'),
  resources: [() => import('./resources/archive.js')],
  publicNames: [() => import('./public_names.js')],
  profileMenu: [
    { section: 'Court records', label: 'Uploads', path: '/uploads/', right: UPLOAD_RIGHT },
  ],
  routes: () => import('./pages/routes.js'),
  admin: [() => import('./admin/uploads.js')],
  health: [() => import('./admin/health.js')],
  docs: ['uploads'],
  jobs: [() => import('./jobs.js')],
  demo: () => import('./demo.js'),
  register(host) {
    host.event(NOTICE_MERGED, 'A court email was uploaded and merged. Listeners delete its file.')
  },
})
