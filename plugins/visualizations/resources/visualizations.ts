import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { ApiError } from '#app/support/api_error'
import { defineResource } from '#api/define_resource'
import { f } from '#api/fields'
import type { ColumnValues, StoredRow } from '#api/writes/hooks'
import { toCaseSlug } from '#plugins/case_law/public'
import { VISUALIZATION_ERRORS } from '../errors.js'
import { MAX_NOTES, MAX_TITLE, MAX_VISUALIZATIONS } from '../limits.js'
import Visualization from '../models/visualization.js'
import VisualizationVersion from '../models/visualization_version.js'
import { buildNetwork, sortEnds } from '../network/find_network.js'

const networks = defineResource({
  path: 'visualizations/json',
  table: 'visualization_versions',
  label: 'Json',
  description: 'Networks of your visualizations and of published ones, as JSON strings.',
  owned: { through: 'map', listsShared: true },
  fields: {
    resource_uri: f.self(),
    id: f.id(),
    date_created: f.created(),
    date_modified: f.modified(),
    json_data: f.text({ required: true, help: 'Network as a JSON string.' }),
    map: f.link('visualizations', {
      column: 'visualization_id',
      required: true,
      help: 'Visualization.',
    }),
  },
  ordering: ['id', 'date_created', 'date_modified'],
  cursor: ['id', 'date_created', 'date_modified'],
})

const visualizations = defineResource({
  path: 'visualizations',
  table: 'visualizations',
  label: 'Visualization',
  description:
    'Networks of the Supreme Court decisions that connect two cases: yours and published ones. Deprecated.',
  owned: { shared: (alias) => `${alias}.published AND NOT ${alias}.deleted`, listsShared: true },
  fields: {
    resource_uri: f.self(),
    id: f.id(),
    title: f.text({ required: true, maxLength: MAX_TITLE, help: 'Title.' }),
    cluster_start: f.link('clusters', {
      required: true,
      createOnly: true,
      onlyUrls: { page: '/opinion/' },
      help: 'First cluster of the network.',
    }),
    cluster_end: f.link('clusters', {
      required: true,
      createOnly: true,
      onlyUrls: { page: '/opinion/' },
      help: 'Last cluster of the network.',
    }),
    json_versions: f.records(
      'visualizations/json',
      { column: 'visualization_id' },
      { help: 'Stored versions of the network.' }
    ),
    clusters: f.links(
      'clusters',
      { table: 'visualization_clusters', from: 'visualization_id', to: 'cluster_id' },
      { readOnly: true, help: 'Clusters of the network.' }
    ),
    absolute_url: f.path('/visualizations/scotus-mapper/{id}/embed/'),
    date_created: f.created(),
    date_modified: f.modified(),
    date_published: f.datetime({
      nullable: true,
      readOnly: true,
      help: 'Time of first publication.',
    }),
    date_deleted: f.datetime({ nullable: true, readOnly: true, help: 'Time of last deletion.' }),
    slug: f.slug({ readOnly: true, help: 'URL slug.' }),
    notes: f.text({ maxLength: MAX_NOTES, help: 'Notes in Markdown.' }),
    view_count: f.number({ default: 0, help: 'Number of views by others.' }),
    published: f.boolean({ default: false, help: 'Whether the visualization is public.' }),
    deleted: f.boolean({ default: false, help: 'Whether the visualization is soft-deleted.' }),
    generation_time: f.float({ readOnly: true, default: 0, help: 'Build time in seconds.' }),
  },
  ordering: ['id', 'date_created', 'date_modified'],
  cursor: ['id', 'date_created', 'date_modified'],
  writes: ['create', 'update', 'destroy'],
  hooks: {
    async create({ trx, caller, values }, save) {
      await checkQuota(trx, caller!.account.id)
      const { start, end } = await sortEnds(trx, {
        start: String(values.cluster_start_id),
        end: String(values.cluster_end_id),
      })
      const started = performance.now()
      const { clusters, json } = await buildNetwork(trx, start, end)
      Object.assign(values, {
        cluster_start_id: start.id,
        cluster_end_id: end.id,
        slug: toCaseSlug(String(values.title)),
        generation_time: (performance.now() - started) / 1000,
        ...datesOf(values),
      })
      const { id } = await save()
      const visualizationId = Number(id)
      // One statement for up to 70 rows; models insert one row per statement.
      await trx
        .table('visualization_clusters')
        .multiInsert(clusters.map((cluster) => ({ visualization_id: id, cluster_id: cluster })))
      await VisualizationVersion.create({ visualizationId, jsonData: json }, { client: trx })
    },
    async update({ values, before }, save) {
      Object.assign(values, datesOf(values, before))
      await save()
    },
  },
})

export default [networks, visualizations]

/** The dates of the first publication and the last soft deletion (tags-visualizations 2.1). */
function datesOf(
  { published, deleted }: ColumnValues,
  before: Partial<StoredRow> = {}
): ColumnValues {
  const now = new Date().toISOString()
  const dates: ColumnValues = {}
  if (published && !before.published && !before.date_published) dates.date_published = now
  if (deleted && !before.deleted) dates.date_deleted = now
  return dates
}

/** @throws ApiError 403 if the account has reached its limit */
async function checkQuota(trx: TransactionClientContract, account: number): Promise<void> {
  if ((await Visualization.countByAccount(trx, account)) >= MAX_VISUALIZATIONS)
    throw ApiError.detail(
      VISUALIZATION_ERRORS.visualization_quota_reached,
      `An account can have ${MAX_VISUALIZATIONS} visualizations. Delete one first.`
    )
}
