import { extendResource } from '#api/define_resource'
import { filter } from '#api/filters/kinds'

/** Filters dockets by the caller's tags and published tags. The `tags` field refers to the archive's own tags. */
export default extendResource('dockets', {
  filters: {
    user_tags: filter.related('tags', {
      table: 'user_docket_tags',
      from: 'docket_id',
      to: 'tag_id',
    }),
  },
})
