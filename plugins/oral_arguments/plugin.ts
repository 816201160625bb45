import { definePlugin } from '#core/define_plugin'

export default definePlugin({
  name: 'oral_arguments',
  description: 'Recordings of oral arguments.',
  requires: ['case_law', 'people', 'search'],
  resources: [() => import('./resources/audio.js')],
  extensions: [() => import('./resources/recordings_of_dockets.js')],
  routes: () => import('./pages/routes.js'),
  searchIndexes: [() => import('./search/oral_arguments.js')],
  searchTypes: [() => import('./search/oral_argument_audio.js')],
  bulk: [() => import('./bulk/tables.js')],
  publicNames: [() => import('./public_names.js')],
  publishes: ['audio', { table: 'audio_panel', key: 'audio_id' }],
  register(host) {
    host.holding({ label: 'Recordings', resource: 'audio', path: '/search/?type=oa&q=' })
  },
})
