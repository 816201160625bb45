import { readdir, readFile } from 'node:fs/promises'
import type { HttpContext } from '@adonisjs/core/http'
import app from '@adonisjs/core/services/app'
import { marked } from 'marked'
import { ApiError } from '#app/support/api_error'
import { allowInlineStyles } from '#app/support/page_headers'

interface Page {
  name: string
  title: string
}

/** The documentation: Markdown pages of resources/docs, and the API reference. */
export default class DocsController {
  async index({ view }: HttpContext) {
    return view.render('docs/index', { pages: await listPages() })
  }

  async page({ params, view }: HttpContext) {
    const pages = await listPages()
    const page = pages.find(({ name }) => name === params.page)
    if (!page) throw ApiError.detail(404, 'There is no such page in the documentation.')
    const html = await marked.parse(await readPage(page.name))
    return view.render('docs/page', { ...page, html, pages })
  }

  async reference({ view, response }: HttpContext) {
    allowInlineStyles(response)
    return view.render('docs/api')
  }
}

async function listPages(): Promise<Page[]> {
  const files = (await readdir(app.makePath('resources/docs')))
    .filter((file) => file.endsWith('.md'))
    .sort()
  return Promise.all(
    files.map(async (file) => {
      const name = file.slice(0, -'.md'.length)
      const title = /^# (.+)$/m.exec(await readPage(name))?.[1] ?? name
      return { name, title }
    })
  )
}

function readPage(name: string): Promise<string> {
  return readFile(app.makePath('resources/docs', `${name}.md`), 'utf8')
}
