import type { Markup } from '../pages/markup.js'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A response of a program. */
export interface Answer {
  status: number
  headers: Record<string, string>
  body: string | Buffer
}

const answer = (type: string, body: string | Buffer, status = 200): Answer => ({
  status,
  headers: { 'content-type': type },
  body,
})

export const page = (markup: Markup | string, status = 200): Answer =>
  answer('text/html; charset=utf-8', String(markup), status)

export const xml = (text: string): Answer => answer('text/xml; charset=utf-8', text)

export const json = (value: unknown, status = 200): Answer =>
  answer('application/json; charset=utf-8', JSON.stringify(value), status)

export const plainText = (text: string): Answer => answer('text/plain; charset=utf-8', text)

export const pdf = (bytes: Buffer): Answer => answer('application/pdf', bytes)

export const zip = (bytes: Buffer): Answer => answer('application/zip', bytes)

export const redirect = (location: string): Answer => ({
  status: 302,
  headers: { 'content-type': 'text/html; charset=utf-8', location },
  body: '',
})

/** A response of the web server in front of a court. */
export const webServerPage = (status: number, title: string, text = title): Answer =>
  page(
    `<html><head><title>${status} ${title}</title></head><body><h1>${title}</h1><p>${text}</p><hr><address>Simulated court</address></body></html>`,
    status
  )

/** Dockets in a folder that replace simulated ones, by court and case ID. */
export class StoredPages {
  #folder: string

  /**
   * @param folder with `district/<court>_<case ID>.html`, `bankruptcy/…` and
   *   `appellate/<court>_<number>.html`
   * @throws Error outside of tests, because these pages contain real people
   */
  constructor(folder: string) {
    if (process.env.NODE_ENV !== 'test') throw new Error('stored court pages are for tests only')
    this.#folder = folder
  }

  /** The page of a case; null if the folder doesn't contain it. */
  async docket(
    kind: 'appellate' | 'bankruptcy' | 'district',
    court: string,
    id: string
  ): Promise<Answer | null> {
    if (!/^[\w-]{1,40}$/.test(id)) return null
    try {
      return page(await readFile(join(this.#folder, kind, `${court}_${id}.html`), 'latin1'))
    } catch {
      return null
    }
  }
}
