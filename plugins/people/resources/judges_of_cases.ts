/**
 * Judges in the case law: who a docket is assigned to, who sat, wrote and
 * joined.
 */
import { extendResource } from '#api/define_resource'
import { f } from '#api/fields'
import { filter } from '#api/filters/kinds'

export default [
  extendResource('dockets', {
    fields: {
      assigned_to: f.link('people', { required: true, nullable: true, help: 'Judge in charge.' }),
      referred_to: f.link('people', {
        required: true,
        nullable: true,
        help: 'Judge the matter was handed to.',
      }),
      panel: f.links(
        'people',
        { table: 'docket_panel', from: 'docket_id', to: 'person_id' },
        { help: 'Judges on the panel.' }
      ),
    },
    filters: { assigned_to: filter.related(), referred_to: filter.related() },
  }),
  extendResource('clusters', {
    fields: {
      panel: f.links(
        'people',
        { table: 'opinion_cluster_panel', from: 'cluster_id', to: 'person_id' },
        { required: true, help: 'Judges on the panel.' }
      ),
      non_participating_judges: f.links(
        'people',
        {
          table: 'opinion_cluster_non_participating_judges',
          from: 'cluster_id',
          to: 'person_id',
        },
        { required: true, help: 'Judges who heard the case but took no part.' }
      ),
    },
    filters: { panel: filter.related(), non_participating_judges: filter.related() },
  }),
  extendResource('opinions', {
    fields: {
      author_id: f.key('author', { help: 'ID of the author.' }),
      author: f.link('people', { required: true, nullable: true, help: 'Author, when known.' }),
      joined_by: f.links(
        'people',
        { table: 'opinion_joined_by', from: 'opinion_id', to: 'person_id' },
        { required: true, help: 'Judges who joined the opinion.' }
      ),
    },
    filters: { author: filter.related(), joined_by: filter.related() },
  }),
]
