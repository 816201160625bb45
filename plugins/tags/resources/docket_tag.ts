import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { ApiError } from '#app/support/api_error'
import { TAG_ERRORS } from '../errors.js'
import { defineResource } from '#api/define_resource'
import { f } from '#api/fields'
import { filter } from '#api/filters/kinds'
import DocketTag, { MAX_DOCKETS } from '../models/docket_tag.js'
import Tag from '../models/tag.js'

export default defineResource({
  path: 'docket-tags',
  table: 'user_docket_tags',
  label: 'Docket Tag',
  description: 'Dockets of your tags and of published tags.',
  owned: { through: 'tag', listsShared: true },
  access: { scopes: ['tags'] },
  fields: {
    id: f.id(),
    docket: f.link('dockets', { as: 'key', required: true, help: 'ID of the docket.' }),
    tag: f.link('tags', { as: 'key', required: true, help: 'ID of the tag.' }),
  },
  filters: { id: filter.exactNumber(), docket: filter.key(), tag: filter.related() },
  cursor: ['id'],
  pageSize: 50,
  largestPage: 100,
  writes: ['create', 'update', 'destroy'],
  hooks: {
    async create({ trx, values }, save) {
      await checkRoom(trx, values.tag_id)
      await save()
    },
    async update({ trx, values, before }, save) {
      if (values.tag_id !== undefined && String(values.tag_id) !== String(before.tag_id))
        await checkRoom(trx, values.tag_id)
      await save()
    },
  },
})

/** @throws ApiError 403 at the limit of dockets per tag */
async function checkRoom(trx: TransactionClientContract, tagId: unknown): Promise<void> {
  const id = String(tagId)
  await Tag.lockForCount(trx, id)
  if ((await DocketTag.countByTag(trx, id)) >= MAX_DOCKETS)
    throw ApiError.detail(
      TAG_ERRORS.tag_quota_reached,
      `A tag can have up to ${MAX_DOCKETS.toLocaleString('en')} dockets.`
    )
}
