/**
 * Pages and podcasts of recordings, and lists of recordings on the pages of cases and judges.
 */
import type { PluginRouteContext } from '#core/define_plugin'
import { addAddress } from '#app/web/public_addresses'
import {
  formatRecordingDescription,
  linkedRecording,
  loadRecording,
  recordingsOfDocket,
  recordingsOfJudge,
  formatRecordingTitle,
  type ShownRecording,
} from './load_recording.js'

const PodcastController = () => import('./podcast_controller.js')

const LIST = 'oral_arguments::recordings'

export default function routes({ router, pages }: PluginRouteContext): void {
  router.get('/feed/podcast', [PodcastController, 'show']).as('feed.podcast')
  router.get('/podcast/search', [PodcastController, 'search']).as('feed.podcast_of_search')
  router.get('/feed/podcast/:id', [PodcastController, 'show']).as('feed.podcast_of_court')
  addAddress({ router }, '/podcast/court/:id', ({ id }) =>
    id === 'all' ? '/feed/podcast/' : `/feed/podcast/${encodeURIComponent(id!)}/`
  )
  pages.addSection('courts', {
    view: 'oral_arguments::podcast',
    load: async (records, court) =>
      (await import('./podcast_controller.js')).loadPodcastLink(records, court),
  })

  pages.add(['/audio/:id/:slug?'], {
    resource: 'audio',
    view: 'oral_arguments::recording',
    title: formatRecordingTitle,
    path: ({ absolute_url: path }) => String(path).replace(/\/\/$/, '/-/'),
    fields: 'id,absolute_url,case_name',
    sitemap: { blocked: 'false' },
    description: (recording, shown) =>
      formatRecordingDescription(recording, shown as ShownRecording),
    linkedData: (recording, shown, absolute) =>
      linkedRecording(recording, shown as ShownRecording, absolute),
    load: (_, recording) => loadRecording(pages, recording),
  })
  pages.addSection('people', { view: LIST, load: recordingsOfJudge })
  pages.addSection('dockets', {
    view: LIST,
    load: (records, { id }) => recordingsOfDocket(records, id),
  })
  pages.addSection('clusters', {
    view: LIST,
    load: (records, { docket_id: docket }) => recordingsOfDocket(records, docket),
  })
}
