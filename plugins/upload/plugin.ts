import { definePlugin } from '#core/define_plugin'
import { UPLOAD_RIGHT, VIEW_RIGHT } from './rights.js'

export default definePlugin({
  name: 'upload',
  description: 'The upload queue: court pages and PDFs that accounts send to the archive.',
  requires: ['case_law', 'federal_records'],
  rights: {
    [UPLOAD_RIGHT]: 'Upload court pages and documents.',
    [VIEW_RIGHT]: 'See the upload queue.',
  },
  settings: () => import('./settings.js'),
  resources: [() => import('./resources/archive.js')],
  publicNames: [() => import('./public_names.js')],
  jobs: [() => import('./jobs.js')],
})
