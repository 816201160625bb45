import { defineResource } from '#api/define_resource'
import { f } from '#api/fields'
import { filter } from '#api/filters/kinds'
import { COURT_JURISDICTIONS } from './codes.js'

export default defineResource({
  path: 'courts',
  table: 'courts',
  label: 'Court',
  description: 'Courts with their names, citation abbreviations, and place in the hierarchy.',
  /** Hides the testing court. */
  visible: `jurisdiction <> 'T'`,
  fields: {
    resource_uri: f.self(),
    id: f.id('string'),
    registry_court_id: f.smallint({
      min: 0,
      nullable: true,
      help: 'Numeric court code that document IDs start with.',
    }),
    registry_has_rss_feed: f.boolean({
      nullable: true,
      help: 'Whether the court offers a feed; null if not applicable.',
    }),
    registry_rss_entry_types: f.text({ help: 'Entry types in the feed.' }),
    date_last_registry_contact: f.datetime({
      nullable: true,
      help: 'Last successful contact with the court site.',
    }),
    fjc_court_id: f.text({ maxLength: 3, help: 'Court code in the federal integrated database.' }),
    date_modified: f.modified(),
    in_use: f.boolean({ default: false, help: 'Whether the court is in use.' }),
    has_opinion_scraper: f.boolean({
      default: false,
      help: 'Whether opinions are collected automatically.',
    }),
    has_oral_argument_scraper: f.boolean({
      default: false,
      help: 'Whether recordings are collected automatically.',
    }),
    position: f.float({ required: true, help: 'Sort value for the hierarchy of courts.' }),
    citation_string: f.text({ maxLength: 100, help: 'Citation abbreviation.' }),
    short_name: f.text({ required: true, maxLength: 100, help: 'Short name.' }),
    full_name: f.text({ required: true, maxLength: 200, help: 'Full name.' }),
    url: f.address({ maxLength: 500, help: 'Home page.' }),
    start_date: f.date({ nullable: true, help: 'Date established.' }),
    end_date: f.date({ nullable: true, help: 'Date abolished.' }),
    jurisdiction: f.choice(COURT_JURISDICTIONS, { required: true, help: 'Type of court.' }),
    parent_court: f.link('courts', { nullable: true, help: 'Court that this court is part of.' }),
    appeals_to: f.links(
      'courts',
      { table: 'court_appeals_to', from: 'from_court_id', to: 'to_court_id' },
      { help: 'Courts that hear appeals from this court.' }
    ),
  },
  filters: {
    id: filter.text(),
    date_modified: filter.datetime(),
    in_use: filter.boolean(),
    has_opinion_scraper: filter.boolean(),
    has_oral_argument_scraper: filter.boolean(),
    position: filter.number(),
    start_date: filter.date(),
    end_date: filter.date(),
    short_name: filter.text(),
    full_name: filter.text(),
    citation_string: filter.text(),
    dockets: filter.related('dockets', { column: 'court_id' }),
    jurisdiction: filter.choices(),
    parent_court: filter.key(),
  },
  ordering: ['id', 'date_modified', 'position', 'start_date', 'end_date'],
  cursor: ['id', 'date_modified'],
  defaultOrder: 'position',
})
