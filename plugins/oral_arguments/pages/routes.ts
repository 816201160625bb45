/**
 * Pages of recordings, and the recordings on pages of cases and judges.
 */
import type { PluginRouteContext } from '#core/define_plugin'
import {
  descriptionOf,
  linkedRecording,
  loadRecording,
  recordingsOfDocket,
  recordingsOfJudge,
  titleOf,
  type ShownRecording,
} from './load_recording.js'
import { addPodcasts } from './podcast.js'

const LIST = 'oral_arguments::recordings'

export default function routes({ router, pages }: PluginRouteContext): void {
  addPodcasts({ router, pages })
  pages.add(['/audio/:id/:slug?'], {
    resource: 'audio',
    view: 'oral_arguments::recording',
    title: titleOf,
    path: ({ absolute_url: path }) => String(path).replace(/\/\/$/, '/-/'),
    fields: 'id,absolute_url,case_name',
    sitemap: { blocked: 'false' },
    description: (recording, shown) => descriptionOf(recording, shown as ShownRecording),
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
