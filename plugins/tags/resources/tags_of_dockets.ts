import { extendResource } from '#api/define_resource'
import { filter } from '#api/filters/kinds'

/** `tags` of a docket are those of the archive; these are the caller's own and published ones. */
export default extendResource('dockets', {
  filters: {
    user_tags: filter.related('tags', {
      table: 'user_docket_tags',
      from: 'docket_id',
      to: 'tag_id',
    }),
  },
})
