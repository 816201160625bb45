import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import app from '@adonisjs/core/services/app'
import { ApiError } from '#app/support/api_error'
import { origin } from '#api/roots'
import {
  describeDocPage,
  GROUPS,
  inMenuOrder,
  readDocPage,
  type DocPage,
  searchDocs,
} from './doc_pages.js'
import { extractHeadings, documentationToHtml } from './markdown.js'
import { SiteRegistry } from './site_registry.js'

/** The documentation: Markdown pages from resources/docs and plugins. */
@inject()
export default class DocsController {
  constructor(private site: SiteRegistry) {}

  async index({ request, view }: HttpContext) {
    const pages = await this.#pages()
    const asked: unknown = request.qs().q
    const q = typeof asked === 'string' ? asked : ''
    return view.render('docs/index', {
      q,
      groups: groupsOf(pages),
      found: q && searchDocs(pages, q),
    })
  }

  async page(ctx: HttpContext) {
    const pages = await this.#pages()
    const page = found(pages, ctx.params.page)
    const text = (await this.#withParts(page.text, ctx)).replaceAll(EXAMPLE_ADDRESS, origin(ctx))
    const html = documentationToHtml(text)
    return ctx.view.render('docs/page', {
      ...page,
      description: describeDocPage(page),
      html,
      contents: extractHeadings(html),
      groups: groupsOf(pages),
      next: pages[pages.indexOf(page) + 1],
      trail: [documentation],
    })
  }

  /** Inserts the parts that are generated from declarations. */
  async #withParts(text: string, ctx: HttpContext): Promise<string> {
    const pieces = await Promise.all(
      text.split(PART).map(async (piece, place) => {
        const load = place % 2 ? this.site.docParts.get(piece) : undefined
        return load ? (await load()).default(ctx) : piece
      })
    )
    return pieces.join('')
  }

  /** Decision records, one page each. */
  async decisions({ view }: HttpContext) {
    return view.render('docs/decisions', { pages: await this.#decisions() })
  }

  async decision({ params, view }: HttpContext) {
    const page = found(await this.#decisions(), params.page)
    const html = documentationToHtml(page.text)
    return view.render('docs/page', {
      ...page,
      description: describeDocPage(page),
      html,
      groups: groupsOf(await this.#pages()),
      trail: [documentation, decisions],
    })
  }

  async #pages(): Promise<DocPage[]> {
    const pages = await readPages([
      ...(await pagesIn(app.makePath('resources/docs'))),
      ...this.site.docs.map(({ plugin, name }): NamedFile => [
        name,
        app.makePath('plugins', plugin, 'docs', `${name}.md`),
      ]),
    ])
    return inMenuOrder(pages)
  }

  async #decisions(): Promise<DocPage[]> {
    return readPages(await pagesIn(app.makePath('resources/docs/decisions')))
  }
}

/** The origin in examples; replaced by the request's origin. */
const EXAMPLE_ADDRESS = 'http://127.0.0.1:3333'

function groupsOf(pages: DocPage[]): { name: string; pages: DocPage[] }[] {
  return GROUPS.map((name) => ({ name, pages: pages.filter(({ group }) => group === name) }))
}

/** A comment with the name of a part. */
const PART = /<!-- ([a-z-]+) -->/

const documentation = { label: 'Documentation', path: '/docs/' }
const decisions = { label: 'Decisions', path: '/docs/decisions/' }

type NamedFile = [name: string, path: string]

async function pagesIn(folder: string): Promise<NamedFile[]> {
  return (await readdir(folder))
    .filter((file) => file.endsWith('.md'))
    .map((file) => [file.slice(0, -'.md'.length), join(folder, file)])
}

/** @returns pages sorted by name */
function readPages(files: NamedFile[]): Promise<DocPage[]> {
  return Promise.all(
    files
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(async ([name, path]) => readDocPage(name, await readFile(path, 'utf8')))
  )
}

/** @throws ApiError 404 */
function found(pages: DocPage[], name: string): DocPage {
  const page = pages.find((candidate) => candidate.name === name)
  if (!page) throw ApiError.detail(404, "This documentation page doesn't exist.")
  return page
}
