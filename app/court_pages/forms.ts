import { attribute, elements, parseHtml } from './tree.js'

/** A form with its initial values. */
export interface PageForm {
  name: string
  action: string
  /** Values of its inputs by name, except unchecked boxes. */
  fields: Record<string, string>
}

const MAX_FORMS = 20
const MAX_FIELDS = 1_000
const BUTTONS = new Set(['button', 'image', 'reset', 'submit'])
const BOXES = new Set(['checkbox', 'radio'])

/**
 * The forms of a short page.
 *
 * @param source the page
 * @throws CourtPageError for a page with too many elements
 */
export function parsePageForms(source: string): PageForm[] {
  const forms = [...elements(parseHtml(source), 'form')].slice(0, MAX_FORMS)
  return forms.map((form) => {
    const fields: [string, string][] = []
    for (const input of elements(form, 'input')) {
      const name = attribute(input, 'name')
      const type = (attribute(input, 'type') ?? '').toLowerCase()
      const isLeftOut =
        BUTTONS.has(type) || (BOXES.has(type) && attribute(input, 'checked') === undefined)
      if (name && !isLeftOut) fields.push([name, attribute(input, 'value') ?? ''])
      if (fields.length === MAX_FIELDS) break
    }
    return {
      name: attribute(form, 'name') ?? '',
      action: attribute(form, 'action') ?? '',
      fields: Object.fromEntries(fields),
    }
  })
}
