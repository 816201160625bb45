import { definePlugin } from '#core/define_plugin'

export default definePlugin({
  name: 'mirror',
  description: 'Mirrors of other servers, kept current through their change feeds or lists.',
  admin: [() => import('./admin/mirrors.js')],
  health: [() => import('./admin/health.js')],
  commands: [
    () => import('./commands/archive_pull.js'),
    () => import('./commands/mirror_add.js'),
    () => import('./commands/mirror_compare.js'),
    () => import('./commands/mirror_remove.js'),
    () => import('./commands/mirror_run.js'),
    () => import('./commands/mirror_status.js'),
    () => import('./commands/mirror_update.js'),
  ],
  docs: ['mirror'],
})
