import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { DriveManager } from '@adonisjs/drive'
import { Database } from '@adonisjs/lucid/database'
import { requireAccount, requireRight } from '#api/rights'
import { notify } from '#app/console/forms'
import { Jobs } from '#app/jobs/jobs'
import { findFileOnDisks, writtenDisks } from '#app/storage/disk_files'
import { sendStoredFile } from '#app/storage/send_file'
import { ApiError } from '#app/support/api_error'
import { DismissPassage } from '../actions/dismiss_passage.js'
import UnreadGroup, { kindLabel, unreadTextPath } from '../models/unread_group.js'
import UnreadPage from '../models/unread_page.js'
import UnreadPassage from '../models/unread_passage.js'
import { REVIEW_RIGHT } from '../rights.js'

const KIND = /^[a-z][a-z_]{0,59}$/
const ID = /^\d{1,15}$/

/** Staff review text of court pages that wasn't read. */
@inject()
export default class UnreadTextController {
  constructor(
    private database: Database,
    private drive: DriveManager<any>,
    private jobs: Jobs
  ) {}

  /** The passages of a court and kind of page, newest first; earlier ones with `before`. */
  async show(ctx: HttpContext) {
    const { court, kind } = await this.#placeOf(ctx)
    const group = await UnreadGroup.findBy({ courtId: court, kind })
    const before = String(ctx.request.qs().before ?? '')
    const { passages, more } = await UnreadPassage.listNewest(
      group?.id ?? 0,
      ID.test(before) ? Number(before) : undefined
    )
    const lastPages = passages.flatMap(({ pageId }) => pageId ?? [])
    return ctx.view.render('federal_records::unread_text', {
      title: `${court}: ${kindLabel(kind)}`,
      base: unreadTextPath(court, kind),
      group,
      passages,
      kept: await UnreadPage.visibleAmong(lastPages),
      pages: group ? await UnreadPage.listVisible(group.id) : [],
      next: more && `?before=${passages.at(-1)!.id}`,
    })
  }

  /** Sends a page as a download, so that browsers never display it. */
  async original(ctx: HttpContext) {
    const { court, kind } = await this.#placeOf(ctx)
    const id = idIn(ctx, 'page')
    const group = await UnreadGroup.findBy({ courtId: court, kind })
    const page = group && (await UnreadPage.findVisible(group.id, id))
    const file = page && (await findFileOnDisks(writtenDisks(this.drive), page.path))
    if (!file) throw gone()
    const { source } = file
    const out = ctx.response.response
    out.setHeader('content-type', 'application/octet-stream')
    out.setHeader('content-disposition', `attachment; filename="${court}-${kind}-${id}.txt"`)
    const refused = await sendStoredFile(ctx.request.request, out, {
      path: page.path,
      // Signed URLs would leave the headers to the bucket.
      file: 'read' in source ? { ...file, source: { read: source.read } } : file,
      audience: 'private',
      representation: 'uploads',
    })
    if (refused) throw gone()
  }

  async dismiss(ctx: HttpContext) {
    const { court, kind } = await this.#placeOf(ctx)
    const { id, username: name } = requireAccount(ctx).account
    const passage = { courtId: court, kind, passage: idIn(ctx, 'passage') }
    const done = await this.database.transaction((trx) =>
      new DismissPassage(this.jobs).handle(trx, { id, name }, passage)
    )
    notify(ctx, done ? 'Passage dismissed.' : 'This passage was already dismissed or removed.')
    return ctx.response.redirect(unreadTextPath(court, kind))
  }

  /** @throws ApiError 403 without the permission, 404 for an unknown court or invalid kind */
  async #placeOf(ctx: HttpContext): Promise<{ court: string; kind: string }> {
    requireRight(ctx, REVIEW_RIGHT)
    const { court, kind } = ctx.params as Record<'court' | 'kind', string>
    if (!KIND.test(kind) || !(await UnreadGroup.isCourt(court)))
      throw ApiError.detail(404, 'Court not found in this archive.')
    return { court, kind }
  }
}

/** @throws ApiError 404 for an invalid ID */
function idIn(ctx: HttpContext, name: 'page' | 'passage'): number {
  const id = String(ctx.params[name])
  if (!ID.test(id)) throw gone()
  return Number(id)
}

const gone = () => ApiError.detail(404, "This page isn't kept.")
