/** Roles of judges in cases: assigned judges, panels, authors, and joining judges. */
import { extendResource } from '#api/define_resource'
import { f } from '#api/fields'
import { filter } from '#api/filters/kinds'

export default [
  extendResource('dockets', {
    fields: {
      assigned_to: f.link('people', { required: true, nullable: true, help: 'Assigned judge.' }),
      referred_to: f.link('people', {
        required: true,
        nullable: true,
        help: 'Judge that matters were referred to.',
      }),
      panel: f.links(
        'people',
        { table: 'docket_panel', from: 'docket_id', to: 'person_id' },
        { help: 'Judges of the panel.' }
      ),
    },
    filters: { assigned_to: filter.related(), referred_to: filter.related() },
  }),
  extendResource('clusters', {
    fields: {
      panel: f.links(
        'people',
        { table: 'opinion_cluster_panel', from: 'cluster_id', to: 'person_id' },
        { required: true, help: 'Judges of the panel.' }
      ),
      non_participating_judges: f.links(
        'people',
        {
          table: 'opinion_cluster_non_participating_judges',
          from: 'cluster_id',
          to: 'person_id',
        },
        { required: true, help: "Judges who didn't participate in the decision." }
      ),
    },
    filters: { panel: filter.related(), non_participating_judges: filter.related() },
  }),
  extendResource('opinions', {
    fields: {
      author_id: f.key('author', { help: 'ID of the author.' }),
      author: f.link('people', { required: true, nullable: true, help: 'Author, if known.' }),
      joined_by: f.links(
        'people',
        { table: 'opinion_joined_by', from: 'opinion_id', to: 'person_id' },
        { required: true, help: 'Judges who joined the opinion.' }
      ),
    },
    filters: { author: filter.related(), joined_by: filter.related() },
  }),
]
