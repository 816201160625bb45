import { defineResource } from '#api/define_resource'
import { f } from '#api/fields'

export default defineResource({
  path: 'visualizations/json',
  table: 'visualization_versions',
  label: 'Json',
  description: 'Networks of visualizations as JSON texts: of yours, and of published ones.',
  owned: { through: 'map', listsShared: true },
  fields: {
    resource_uri: f.self(),
    id: f.id(),
    date_created: f.created(),
    date_modified: f.modified(),
    json_data: f.text({ required: true, help: 'Network as a JSON text.' }),
    map: f.link('visualizations', {
      column: 'visualization_id',
      required: true,
      help: 'Visualization.',
    }),
  },
  ordering: ['id', 'date_created', 'date_modified'],
  cursor: ['id', 'date_created', 'date_modified'],
})
