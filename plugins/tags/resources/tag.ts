import { ApiError } from '#app/support/api_error'
import { TAG_ERRORS } from '../errors.js'
import { defineResource } from '#api/define_resource'
import { f } from '#api/fields'
import { filter } from '#api/filters/kinds'
import Tag, { MAX_DESCRIPTION_LENGTH, MAX_TAGS, MAX_TITLE_LENGTH } from '../models/tag.js'

export default defineResource({
  path: 'tags',
  table: 'user_tags',
  label: 'User Tag',
  description: "Your tags. Other accounts' published tags can be read by ID.",
  owned: { shared: (alias) => `${alias}.published` },
  access: { scopes: ['tags'] },
  fields: {
    id: f.id(),
    date_created: f.created(),
    date_modified: f.modified(),
    user: f.number({ column: 'user_id', help: 'ID of the owner.' }),
    name: f.slug({
      required: true,
      maxLength: 50,
      format: 'lowercase-slug',
      help: 'Unique lowercase name without spaces.',
    }),
    title: f.text({ maxLength: MAX_TITLE_LENGTH, help: 'Display title.' }),
    description: f.text({ maxLength: MAX_DESCRIPTION_LENGTH, help: 'Markdown text.' }),
    published: f.boolean({ default: false, help: 'Whether it is visible to everyone.' }),
    view_count: f.number({ help: 'Views of its page by other visitors.' }),
    dockets: f.links(
      'dockets',
      { table: 'user_docket_tags', from: 'tag_id', to: 'docket_id' },
      { as: 'key', readOnly: true, help: 'IDs of the tagged dockets.' }
    ),
  },
  filters: {
    id: filter.exactNumber(),
    user: filter.key(),
    name: filter.text(),
    published: filter.boolean(),
  },
  ordering: ['date_created', 'date_modified', 'name', 'view_count'],
  cursor: ['id', 'date_created', 'date_modified'],
  pageSize: 50,
  largestPage: 100,
  writes: ['create', 'update', 'destroy'],
  hooks: {
    async create({ trx, caller }, save) {
      if ((await Tag.countByAccount(trx, caller!.account.id)) >= MAX_TAGS)
        throw ApiError.detail(
          TAG_ERRORS.tag_quota_reached,
          `An account can have up to ${MAX_TAGS} tags. Delete one first.`
        )
      await save()
    },
  },
})
