/** What staff do with uploads that failed: read the original, retry. */
import type { HttpContext } from '@adonisjs/core/http'
import app from '@adonisjs/core/services/app'
import { requireAccount, requireRight } from '#api/rights'
import { notify } from '#app/console/forms'
import { inTransaction } from '#app/console/services'
import { Jobs } from '#app/jobs/jobs'
import { fileOn } from '#app/storage/disk_files'
import { sendStoredFile } from '#app/storage/send_file'
import { ApiError } from '#app/support/api_error'
import { RetryUpload } from '../actions/retry_upload.js'
import { STATUS } from '../codes.js'
import Upload from '../models/upload.js'
import { MANAGE_RIGHT } from '../rights.js'

/** `POST /admin/uploads/<upload>/retry/` */
export async function retry(ctx: HttpContext) {
  const id = staffKey(ctx)
  const { id: accountId, username } = requireAccount(ctx).account
  const jobs = await app.container.make(Jobs)
  const queued = await inTransaction((trx) =>
    new RetryUpload(jobs).handle(trx, { id: accountId, name: username }, id)
  )
  notify(ctx, queued ? 'Upload queued.' : 'This upload has not failed, or its file is deleted.')
  return ctx.response.redirect('/admin/uploads/')
}

/** `GET /admin/uploads/<upload>/original/`: what the account sent, to be saved and never shown. */
export async function original(ctx: HttpContext) {
  const upload = await Upload.find(staffKey(ctx))
  const failed: number[] = [STATUS.failed, STATUS.invalid, STATUS.incomplete]
  const path = upload?.filepathLocal
  const disk = (await app.container.make('drive.manager')).use()
  const file = path && failed.includes(upload.status) ? await fileOn(disk, path) : undefined
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

/** @throws ApiError for accounts without the right, and 404 for what is no key */
function staffKey(ctx: HttpContext): number {
  requireRight(ctx, MANAGE_RIGHT)
  const { upload } = ctx.params as { upload: string }
  if (!/^\d{1,15}$/.test(upload)) throw gone()
  return Number(upload)
}

const gone = () => ApiError.detail(404, 'There is no such file of an upload.')
