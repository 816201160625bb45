import { defineResource } from '#api/define_resource'
import { f } from '#api/fields'
import { filter } from '#api/filters/kinds'
import { RETENTION_TYPES } from './codes.js'

export default defineResource({
  path: 'retention-events',
  table: 'retention_events',
  label: 'RetentionEvent',
  description: 'Retention votes on judges.',
  fields: {
    resource_uri: f.self(),
    id: f.id(),
    position: f.link('positions', { required: true, nullable: true, help: 'Post concerned.' }),
    date_created: f.created(),
    date_modified: f.modified(),
    retention_type: f.choice(RETENTION_TYPES, { required: true, help: 'Kind of event.' }),
    date_retention: f.date({ required: true, help: 'Date of the event.' }),
    votes_yes: f.integer({ min: 0, nullable: true, help: 'Votes for.' }),
    votes_no: f.integer({ min: 0, nullable: true, help: 'Votes against.' }),
    votes_yes_percent: f.float({ nullable: true, help: 'Share for.' }),
    votes_no_percent: f.float({ nullable: true, help: 'Share against.' }),
    unopposed: f.boolean({ nullable: true, help: 'Whether unopposed.' }),
    won: f.boolean({ nullable: true, help: 'Whether retained.' }),
  },
  filters: {
    id: filter.number(),
    position: filter.key(),
    date_created: filter.datetime(),
    date_modified: filter.datetime(),
    date_retention: filter.date(),
    retention_type: filter.choice(),
    votes_yes: filter.number(),
    votes_no: filter.number(),
    unopposed: filter.boolean(),
    won: filter.boolean(),
  },
  ordering: ['id', 'date_created', 'date_modified', 'date_retention'],
  cursor: ['id', 'date_created', 'date_modified'],
})
