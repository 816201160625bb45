import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { DriveManager } from '@adonisjs/drive'
import { Database } from '@adonisjs/lucid/database'
import { requireAccount, requireRight } from '#api/rights'
import { notify } from '#app/console/forms'
import { findFileOnDisk } from '#app/storage/disk_files'
import { sendStoredFile } from '#app/storage/send_file'
import { ApiError } from '#app/support/api_error'
import { barChart } from '#app/web/bar_chart'
import { STATUS, TYPES } from '../codes.js'
import Upload, { type UploadCount } from '../models/upload.js'
import { UploadRequeuer } from '../processing/requeue_uploads.js'
import { MANAGE_RIGHT } from '../rights.js'

/** Number of days in the upload counts. */
const DAYS = 30
const DAY = 86_400_000

/** Pages for staff: files of failed uploads, retries, and counts. */
@inject()
export default class StaffUploadsController {
  constructor(
    private database: Database,
    private drive: DriveManager<any>,
    private requeuer: UploadRequeuer
  ) {}

  async retry(ctx: HttpContext) {
    const id = staffKey(ctx)
    const { id: accountId, username } = requireAccount(ctx).account
    const queued = await this.database.transaction((trx) =>
      this.requeuer.retry(trx, { id: accountId, name: username }, id)
    )
    notify(ctx, queued ? 'Upload queued.' : "This upload hasn't failed, or its file was deleted.")
    return ctx.response.redirect('/admin/uploads/')
  }

  /** Sends the uploaded file as a download, so that browsers never display it. */
  async original(ctx: HttpContext) {
    const upload = await Upload.find(staffKey(ctx))
    const failed: number[] = [STATUS.failed, STATUS.invalid, STATUS.incomplete]
    const path = upload?.filepathLocal
    const file =
      path && failed.includes(upload.status)
        ? await findFileOnDisk(this.drive.use(), path)
        : undefined
    if (!file) throw gone()
    const out = ctx.response.response
    out.setHeader('content-type', 'application/octet-stream')
    out.setHeader('content-disposition', `attachment; filename="upload-${upload!.id}"`)
    const refused = await sendStoredFile(ctx.request.request, out, {
      path: path!,
      file,
      audience: 'private',
      representation: 'uploads',
    })
    if (refused) throw gone()
  }

  /** Counts uploads by day, type, and outcome; of one type with the parameter `type`. */
  async counts(ctx: HttpContext) {
    requireRight(ctx, MANAGE_RIGHT)
    const asked = String(ctx.request.qs().type ?? '')
    const type = TYPES.find(({ value }) => String(value) === asked)
    const days = lastDays()
    const rows = await Upload.countsSince(days[0]!)
    const shown = type ? rows.filter((row) => row.type === type.value) : rows
    const chart = barChart({
      unit: 'uploads',
      axis: 'Day (UTC)',
      series: ['Succeeded', 'Failed', 'Open'],
      bars: days.map((day) => {
        const { done, failed, open } = sumOf(shown.filter((row) => row.day === day))
        return { label: day, values: [done, failed, open] }
      }),
    })
    const types = TYPES.map(({ value, display_name: label }) => ({
      value,
      label,
      ...sumOf(rows.filter((row) => row.type === value)),
    })).filter(({ done, failed, open }) => done + failed + open)
    return ctx.view.render('upload::counts', { chart, types, type, days: DAYS })
  }
}

/** @throws ApiError 403 without the permission, 404 for an invalid ID */
function staffKey(ctx: HttpContext): number {
  requireRight(ctx, MANAGE_RIGHT)
  const { upload } = ctx.params as { upload: string }
  if (!/^\d{1,15}$/.test(upload)) throw gone()
  return Number(upload)
}

const gone = () => ApiError.detail(404, 'Uploaded file not found.')

/** The last days as `2026-11-24`, in UTC. */
function lastDays(): string[] {
  const today = Date.now()
  return Array.from({ length: DAYS }, (_, place) =>
    new Date(today - (DAYS - 1 - place) * DAY).toISOString().slice(0, 10)
  )
}

function sumOf(rows: UploadCount[]): Pick<UploadCount, 'done' | 'failed' | 'open'> {
  const sum = (name: 'done' | 'failed' | 'open') => rows.reduce((all, row) => all + row[name], 0)
  return { done: sum('done'), failed: sum('failed'), open: sum('open') }
}
