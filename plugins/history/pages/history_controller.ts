import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { ResourceRegistry } from '#api/registry'
import { requireAccount, requireRight } from '#api/rights'
import { ACTION_RIGHTS } from '#app/accounts/authority'
import { diffRecords } from '#app/accounts/audit_changes'
import { ApiError } from '#app/support/api_error'
import { RecordEdits } from '#app/console/admin/records/record_edits'
import { HistoryReader } from '../records/history_reader.js'
import settings from '../settings.js'
import { isTracked, normalizeKey } from '../storage/tracked_tables.js'

const PAGE_SIZE = 20

/** Versions of a record, for staff who can edit records. */
@inject()
export default class HistoryController {
  constructor(
    private registry: ResourceRegistry,
    private edits: RecordEdits,
    private history: HistoryReader
  ) {}

  async show(ctx: HttpContext) {
    requireRight(ctx, ACTION_RIGHTS['record.edit'])
    const { account } = requireAccount(ctx)
    const { resource: path, key: given } = ctx.params as { resource: string; key: string }
    const resource = this.registry.all().find((one) => one.path === path)
    if (!resource || !isTracked(resource) || resource.ownership) throw notFound()
    const key = normalizeKey(resource, given)
    if (key === undefined) throw notFound()
    const current = await this.history.current(resource, key, account.id)
    if (!current) {
      // Sealed and merged records respond like the record.
      const buildRecordUrl = (other: string) => `/admin/records/${path}/${other}/history/`
      await resource.missing?.({ key, reader: this.history.reader, buildRecordUrl })
      if (!(await this.history.isDeleted(resource, key))) throw notFound()
    }
    const own = `/admin/records/${path}/${encodeURIComponent(key)}/`
    const after = String(ctx.request.qs().after ?? '')
    const query = {
      base: '/api/rest/v4/',
      limit: PAGE_SIZE,
      after: /^\d{1,18}$/.test(after) ? after : undefined,
      includesDeleted: true,
    }
    const { versions, next, ...rest } = await this.history.read(resource, key, current, query)
    return ctx.view.render('history::history', {
      ...rest,
      title: `History of ${path.replaceAll('-', ' ')} ${key}`,
      edit: current && this.edits.find(path) ? own : undefined,
      isOn: settings.days > 0,
      isDeleted: !current,
      isSealed: current?.isSealed,
      first: query.after ? `${own}history/` : undefined,
      next: next && `${own}history/?after=${next}`,
      versions: versions.map(({ before, after: later, ...version }) => ({
        ...version,
        changes: diffRecords(before, later),
      })),
    })
  }
}

const notFound = () => ApiError.detail(404, "This record doesn't exist.")
