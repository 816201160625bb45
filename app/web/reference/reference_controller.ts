import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { ApiError } from '#app/support/api_error'
import { documentationToHtml } from '../markdown.js'
import { ApiReference } from './api_reference.js'
import { DOCUMENTED_VERSIONS } from '#api/version'

/** Pages of the API reference. */
@inject()
export default class ReferenceController {
  constructor(private reference: ApiReference) {}

  async index({ view }: HttpContext) {
    const { introduction, entries } = this.reference
    return view.render('docs/api', {
      introduction: documentationToHtml(introduction),
      versions: DOCUMENTED_VERSIONS,
      entries,
    })
  }

  async show({ params, view }: HttpContext) {
    const page = this.reference.page([params.name, params.part].filter(Boolean).join('/'))
    if (!page) throw ApiError.detail(404, "This page doesn't exist in the reference.")
    return view.render('docs/api_page', { page })
  }
}
