import type { HttpContext } from '@adonisjs/core/http'
import app from '@adonisjs/core/services/app'
import { ApiError } from '#app/support/api_error'
import { readDisks } from '#app/storage/disk_files'
import { STORAGE_ERRORS } from '#app/storage/errors'
import { sendStoredFile, type SendRefusal } from '#app/storage/send_file'
import { StoredFiles } from '#app/storage/stored_files'
import { Gate } from '#api/gate'
import { ResourceRegistry } from '#api/registry'
import { Reader } from '#app/database/reader'

let files: Promise<StoredFiles> | undefined

/** Stored files under `/storage/`: with ranges and conditional requests (RFC 9110, 13 and 14). */
export default class StorageController {
  async show(ctx: HttpContext) {
    const gate = await app.container.make(Gate)
    await gate.admitReader(ctx)
    const { request, response, params } = ctx
    files ??= makeStoredFiles()
    const path = (params['*'] as string[]).join('/')
    const file = await (await files).find(path)
    if (!file) throw refusal({ status: 404 })
    const audience = gate.options.anonymousReads ? 'public' : 'private'
    const refused = await sendStoredFile(request.request, response.response, {
      path,
      file,
      audience,
    })
    if (refused) throw refusal(refused)
  }
}

const REFUSALS = {
  404: STORAGE_ERRORS.file_not_found,
  412: STORAGE_ERRORS.file_changed,
  416: STORAGE_ERRORS.invalid_range,
}

function refusal({ status, headers }: SendRefusal): ApiError {
  return ApiError.detail(REFUSALS[status], REFUSALS[status].message, headers)
}

async function makeStoredFiles(): Promise<StoredFiles> {
  const resources = await app.container.make(ResourceRegistry)
  const drive = await app.container.make('drive.manager')
  return new StoredFiles(resources, await app.container.make(Reader), readDisks(drive))
}
