import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { choiceWords } from '#api/choices'
import { requireAccount, requireRight } from '#api/rights'
import { ResourceRegistry } from '#api/registry'
import { discardUpload, readUpload } from '#api/writes/read_upload'
import { notify, type Problems } from '#app/console/forms'
import { submitForm } from '#app/console/form_writes'
import { errorResponse } from '#app/support/error_response'
import { STATUSES, TYPES } from '../codes.js'
import Upload from '../models/upload.js'
import { isOpen } from '../processing/outcome.js'
import { UPLOAD_RIGHT } from '../rights.js'
import { UPLOAD_FIELD } from '../upload_file.js'
import { recognizeUpload, type UploadFields } from './recognize_upload.js'

const HOME = '/uploads/'
const SHOWN = 50

/** The page for uploading files and following their status. */
@inject()
export default class OwnUploadsController {
  constructor(private registry: ResourceRegistry) {}

  async index(ctx: HttpContext) {
    requireRight(ctx, UPLOAD_RIGHT)
    return this.#show(ctx)
  }

  /** Receives one file; a script sends several files one after the other. */
  async store(ctx: HttpContext) {
    requireRight(ctx, UPLOAD_RIGHT)
    const problems = await this.#receive(ctx)
    if (problems) {
      ctx.response.status(422)
      return this.#show(ctx, problems)
    }
    notify(ctx, 'File received.')
    return ctx.response.redirect(HOME)
  }

  async #show(ctx: HttpContext, problems: Problems = {}) {
    const { id } = requireAccount(ctx).account
    const uploads = await Upload.listNewestByAccount(id, SHOWN)
    return ctx.view.render('upload::own_uploads', {
      problems,
      types: [
        { value: '', label: 'Detect automatically' },
        ...TYPES.map(({ value, display_name: label }) => ({ value: String(value), label })),
      ],
      open: uploads.filter(isOpen).length,
      uploads: uploads.map((upload) => ({
        ...upload.toJSON(),
        type: choiceWords(TYPES, upload.uploadType),
        state: choiceWords(STATUSES, upload.status),
        received: upload.dateCreated,
      })),
    })
  }

  async #receive(ctx: HttpContext): Promise<Problems | undefined> {
    const upload = await orProblems(() => readUpload(ctx, UPLOAD_FIELD))
    if ('problems' in upload) return upload.problems
    try {
      const given = Object.entries(upload.body as object).filter(([, value]) => value !== '')
      const fields = Object.fromEntries(given) as UploadFields
      const body = await orProblems(async () => ({
        fields: fields.upload_type ? fields : await recognizeUpload(upload.file, fields),
      }))
      if ('problems' in body) return body.problems
      const resource = this.registry.get('archive')
      return await submitForm(ctx, async ({ trx, writer, caller }) => {
        await writer.create(trx, resource, { caller, body: body.fields, file: upload.file })
        await upload.kept.publish()
      })
    } finally {
      await discardUpload(upload)
    }
  }
}

/** @returns the result, or the problems by field if it fails with 400 */
async function orProblems<Done extends object>(
  work: () => Promise<Done>
): Promise<Done | { problems: Problems }> {
  try {
    return await work()
  } catch (error) {
    const response = errorResponse(error)
    if (response?.status !== 400 || !response.body || Array.isArray(response.body)) throw error
    const problems = Object.entries(response.body).map(([name, one]) => [
      name,
      [one].flat().join(' '),
    ])
    return { problems: Object.fromEntries(problems) as Problems }
  }
}
