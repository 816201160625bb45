import { escapeHtml } from '#app/support/escape_html'

/** Markup that is inserted as it is. */
export class Markup {
  constructor(readonly source: string) {}

  toString() {
    return this.source
  }
}

type Insertable = Markup | Insertable[] | string | number | null | undefined | false

/** Markup from a template; inserted text is escaped, lists are joined, null and false are nothing. */
export const markup = (parts: TemplateStringsArray, ...values: Insertable[]): Markup =>
  new Markup(parts.reduce((text, part, at) => text + inserted(values[at - 1]) + part))

function inserted(value: Insertable): string {
  if (value instanceof Markup) return value.source
  if (Array.isArray(value)) return value.map(inserted).join('')
  return value === null || value === undefined || value === false ? '' : escapeHtml(String(value))
}

/** Lines with a break after each but the last. */
export const lines = (values: Insertable[]): Markup => new Markup(values.map(inserted).join('<br>'))

/** What is read of markup: for counting pages. */
export const visibleText = (page: Markup): string =>
  page.source.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
