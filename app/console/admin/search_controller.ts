import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import app from '@adonisjs/core/services/app'
import { Database } from '@adonisjs/lucid/database'
import { requireAccount } from '#api/rights'
import { hasRight } from '#app/accounts/rights'
import { ConsoleRegistry } from '../console_registry.js'
import type { AdminList } from './admin_list.js'
import { MAX_VALUE_LENGTH } from './list_query.js'
import { readListInTime } from './read_list.js'
import type { FoundRecords, StaffSearchGroup } from './search_groups.js'

/** Rows shown per group. */
const SHOWN = 5
/** Timeout of one group in milliseconds. */
const TIMEOUT = 2000
/** SQLSTATE of a statement that exceeded its timeout. */
const CANCELED = '57014'

interface Group extends Partial<FoundRecords> {
  title: string
  /** Whether it could not be searched. */
  failed?: boolean
}

/**
 * Search over everything that staff manage: one group for each list that declares
 * `searchedBy`, and the groups of plugins. An account sees the groups for which it has the
 * permission.
 */
@inject()
export default class SearchController {
  constructor(
    private database: Database,
    private console: ConsoleRegistry
  ) {}

  async show(ctx: HttpContext) {
    const given: unknown = ctx.request.qs().q
    const text =
      typeof given === 'string'
        ? given.replaceAll('\0', '').toWellFormed().trim().slice(0, MAX_VALUE_LENGTH)
        : ''
    const { rights } = requireAccount(ctx).account
    const allowed = ({ right }: { right: string }) => hasRight(rights, right)
    const extra = this.console.searchGroups.filter(allowed)
    const lists = this.console.lists.filter((list) => list.searchedBy && allowed(list))
    const groups: Group[] = []
    // One at a time: a search uses one connection.
    if (text) {
      for (const group of extra)
        groups.push(await this.#guarded(ctx, group, () => find(group, text)))
      for (const list of lists)
        groups.push(await this.#guarded(ctx, list, () => this.#findInList(list, text)))
    }
    return ctx.view.render('console/admin/search', {
      q: text,
      groups,
      titles: [...extra, ...lists].map(({ title }) => title),
    })
  }

  async #guarded(
    { logger }: HttpContext,
    { title }: { title: string },
    work: () => Promise<FoundRecords | undefined>
  ): Promise<Group> {
    try {
      return { title, ...(await work()) }
    } catch (error) {
      if ((error as { code?: string }).code !== CANCELED)
        logger.error({ err: error, group: title }, 'could not search a group of the staff search')
      return { title, failed: true }
    }
  }

  /** @returns undefined if the text can't match the rows of the list */
  async #findInList(list: AdminList, text: string): Promise<FoundRecords | undefined> {
    const name = list.searchedBy!
    const { where } = list.filters![name]!
    if (!where(text)) return undefined
    const given = await list.load?.(app.container)
    const query = { [name]: text }
    const view = { given, size: SHOWN, timeout: TIMEOUT }
    const { headings, rows, next } = await readListInTime(this.database, list, query, view)
    return {
      headings: headings.map(({ label, number }) => ({ label, number })),
      rows: rows.map(({ cells }) => cells),
      more: next && `${list.path}?${new URLSearchParams(query)}`,
    }
  }
}

async function find({ find: run }: StaffSearchGroup, text: string): Promise<FoundRecords> {
  return run(app, text, { limit: SHOWN, timeout: TIMEOUT })
}
