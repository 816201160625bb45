import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import app from '@adonisjs/core/services/app'
import { ApiError } from '#app/support/api_error'
import { documentationToHtml } from './markdown.js'
import { SiteRegistry } from './site_registry.js'

interface Page {
  name: string
  title: string
  /** Markdown. */
  text: string
}

/** The documentation: Markdown pages of resources/docs and of plugins. */
@inject()
export default class DocsController {
  constructor(private site: SiteRegistry) {}

  async index({ view }: HttpContext) {
    return view.render('docs/index', { pages: await this.#pages() })
  }

  async page(ctx: HttpContext) {
    const page = found(await this.#pages(), ctx.params.page)
    return ctx.view.render('docs/page', {
      ...page,
      html: documentationToHtml(await this.#withParts(page.text, ctx)),
      trail: [documentation],
    })
  }

  /** Puts in what is made from declarations. */
  async #withParts(text: string, ctx: HttpContext): Promise<string> {
    const pieces = await Promise.all(
      text.split(PART).map(async (piece, place) => {
        const load = place % 2 ? this.site.docParts.get(piece) : undefined
        return load ? (await load()).default(ctx) : piece
      })
    )
    return pieces.join('')
  }

  /** Records of decisions, one page each. */
  async decisions({ view }: HttpContext) {
    return view.render('docs/decisions', { pages: await this.#decisions() })
  }

  async decision({ params, view }: HttpContext) {
    const page = found(await this.#decisions(), params.page)
    const html = documentationToHtml(page.text)
    return view.render('docs/page', { ...page, html, trail: [documentation, decisions] })
  }

  /** By name. */
  async #pages(): Promise<Page[]> {
    return readPages([
      ...(await pagesIn(app.makePath('resources/docs'))),
      ...this.site.docs.map(({ plugin, name }): NamedFile => [
        name,
        app.makePath('plugins', plugin, 'docs', `${name}.md`),
      ]),
    ])
  }

  async #decisions(): Promise<Page[]> {
    return readPages(await pagesIn(app.makePath('resources/docs/decisions')))
  }
}

/** A comment that names a part. */
const PART = /<!-- ([a-z-]+) -->/

const documentation = { label: 'Documentation', path: '/docs/' }
const decisions = { label: 'Decisions', path: '/docs/decisions/' }

type NamedFile = [name: string, path: string]

async function pagesIn(folder: string): Promise<NamedFile[]> {
  return (await readdir(folder))
    .filter((file) => file.endsWith('.md'))
    .map((file) => [file.slice(0, -'.md'.length), join(folder, file)])
}

/** @returns pages in the order of their names */
function readPages(files: NamedFile[]): Promise<Page[]> {
  return Promise.all(
    files
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(async ([name, path]) => {
        const text = await readFile(path, 'utf8')
        return { name, title: /^# (.+)$/m.exec(text)?.[1] ?? name, text }
      })
  )
}

/** @throws ApiError 404 */
function found(pages: Page[], name: string): Page {
  const page = pages.find((candidate) => candidate.name === name)
  if (!page) throw ApiError.detail(404, 'There is no such page in the documentation.')
  return page
}
