import { definePlugin } from '#core/define_plugin'
import { EMAIL_SCOPE, MANAGE_RIGHT } from './rights.js'

export default definePlugin({
  name: 'court_notices',
  description: 'Court notices received by email, and RSS feeds of courts.',
  // The upload plugin publishes uploaded notices.
  requires: ['case_law', 'federal_records', 'alerts', 'fetch', 'upload'],
  rights: {
    [MANAGE_RIGHT]: 'View court emails and feeds, and retry failed emails.',
  },
  auditSentences: {
    'court_notice.retry': 'retried {subject}',
  },
  scopes: {
    [EMAIL_SCOPE]: { rates: ['600/min'], description: 'Court emails sent by email providers.' },
  },
  settings: () => import('./settings.js'),
  endpoints: [() => import('./endpoints/archive_email.js')],
  publicNames: [() => import('./public_names.js')],
  errors: [() => import('./errors.js')],
  jobs: [() => import('./jobs.js')],
  commands: [() => import('./commands/feeds_read.js')],
  profileMenu: [
    { section: 'Court records', label: 'Court emails', path: '/profile/court-emails/' },
  ],
  routes: () => import('./pages/routes.js'),
  takeOut: [() => import('./take_out.js')],
  admin: [() => import('./admin/lists.js')],
  health: [() => import('./admin/health.js')],
  docs: ['court-emails', 'feeds'],
  register(host) {
    host.optionalPart({
      name: 'Court emails',
      adds: 'Merges notices that courts email to your accounts',
      setting: 'COURT_EMAIL_DOMAIN',
      page: '/docs/court-emails/',
    })
    host.optionalPart({
      name: 'Court feeds',
      adds: 'Reads new docket entries that courts publish',
      setting: 'FEEDS=on',
      page: '/docs/feeds/',
    })
    host.listen('upload.notice_merged', () => import('./reception/uploaded_notice.js'))
  },
})
