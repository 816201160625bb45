import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import app from '@adonisjs/core/services/app'
import { marked } from 'marked'
import { ApiError } from '#app/support/api_error'
import { allowInlineStyles } from '#app/support/page_headers'
import { SiteRegistry } from './site_registry.js'

interface Page {
  name: string
  title: string
  /** Markdown. */
  text: string
}

/** The documentation: Markdown pages of resources/docs and of plugins, and the API reference. */
@inject()
export default class DocsController {
  constructor(private site: SiteRegistry) {}

  async index({ view }: HttpContext) {
    return view.render('docs/index', { pages: await this.#pages() })
  }

  async page({ params, view }: HttpContext) {
    const pages = await this.#pages()
    const page = pages.find(({ name }) => name === params.page)
    if (!page) throw ApiError.detail(404, 'There is no such page in the documentation.')
    const html = await marked.parse(page.text)
    return view.render('docs/page', { ...page, html, pages })
  }

  async reference({ view, response }: HttpContext) {
    allowInlineStyles(response)
    return view.render('docs/api')
  }

  /** By name. */
  async #pages(): Promise<Page[]> {
    const own = app.makePath('resources/docs')
    const files = [
      ...(await readdir(own))
        .filter((file) => file.endsWith('.md'))
        .map((file): [name: string, path: string] => [
          file.slice(0, -'.md'.length),
          join(own, file),
        ]),
      ...this.site.docs.map(({ plugin, name }): [name: string, path: string] => [
        name,
        app.makePath('plugins', plugin, 'docs', `${name}.md`),
      ]),
    ].sort(([a], [b]) => (a < b ? -1 : 1))
    return Promise.all(
      files.map(async ([name, path]) => {
        const text = await readFile(path, 'utf8')
        return { name, title: /^# (.+)$/m.exec(text)?.[1] ?? name, text }
      })
    )
  }
}
