/**
 * Pages of recordings.
 */
import { storageAddress } from '#app/storage/stored_files'
import type { PluginRouteContext } from '#core/define_plugin'

export default function routes({ pages }: PluginRouteContext): void {
  pages.add(['/audio/:id/:slug?'], {
    resource: 'audio',
    view: 'oral_arguments::recording',
    title: ({ case_name: name, id }) => String(name || `Recording ${id}`),
    load: async (records, { docket, local_path_mp3: path }) => {
      const key = /(\d+)\/$/.exec(String(docket ?? ''))?.[1]
      return {
        file: storageAddress(path),
        docket: key && (await records.find('dockets', key)),
      }
    },
  })
}
