import { defineResource } from '#api/define_resource'
import { f } from '#api/fields'
import { filter } from '#api/filters/kinds'

export default defineResource({
  path: 'opinions-cited',
  table: 'opinions_cited',
  label: 'OpinionsCited',
  description: 'The citation graph: which opinion cites which, and how often.',
  fields: {
    resource_uri: f.self(),
    id: f.id(),
    citing_opinion: f.link('opinions', { required: true, help: 'Opinion that cites.' }),
    cited_opinion: f.link('opinions', { required: true, help: 'Opinion that is cited.' }),
    depth: f.integer({ default: 1, help: 'Number of references.' }),
  },
  filters: {
    id: filter.number(),
    citing_opinion: filter.related(),
    cited_opinion: filter.related(),
  },
  cursor: ['id'],
})
