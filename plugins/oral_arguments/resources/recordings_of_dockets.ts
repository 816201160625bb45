import { extendResource } from '#api/define_resource'
import { f } from '#api/fields'
import { filter } from '#api/filters/kinds'

export default extendResource('dockets', {
  fields: {
    audio_files: f.links(
      'audio',
      { column: 'docket_id' },
      { required: true, help: 'Oral-argument recordings of the case.' }
    ),
  },
  filters: { audio_files: filter.related() },
})
