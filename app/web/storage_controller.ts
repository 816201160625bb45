import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { ApiError } from '#app/support/api_error'
import { STORAGE_ERRORS } from '#app/storage/errors'
import { sendStoredFile, type SendRefusal } from '#app/storage/send_file'
import { StoredFiles } from '#app/storage/stored_files'
import { Gate } from '#api/gate'

/** Stored files under `/storage/`, with range and conditional requests (RFC 9110, sections 13 and 14). */
@inject()
export default class StorageController {
  constructor(
    private gate: Gate,
    private files: StoredFiles
  ) {}

  async show(ctx: HttpContext) {
    await this.gate.admitReader(ctx)
    const { request, response, params } = ctx
    const path = (params['*'] as string[]).join('/')
    const file = await this.files.find(path)
    if (!file) throw refusal({ status: 404 })
    const audience = this.gate.options.anonymousReads ? 'public' : 'private'
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
