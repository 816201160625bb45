import { definePlugin } from '#core/define_plugin'

export default definePlugin({
  name: 'notes',
  description: 'Private notes of accounts on decisions, dockets, and documents.',
  requires: ['case_law', 'federal_records'],
  resources: [() => import('./resources/note.js')],
  profileMenu: [{ section: 'Research', label: 'Notes', path: '/profile/notes/' }],
  routes: () => import('./pages/routes.js'),
  demo: () => import('./demo.js'),
  errors: [() => import('./errors.js')],
  docs: ['notes'],
  register(host) {
    host.taskCard({
      label: 'Write notes',
      path: '/profile/notes/',
      text: 'Keep private notes on decisions, dockets, and documents.',
    })
  },
})
