/**
 * XML responses: root element `root`, list items `list-item`, object keys as element names
 * (contract, list behavior 9).
 */

import { isRawNumber } from './exact_json.js'

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Characters that XML 1.0 doesn't allow, escaped or not. */
// eslint-disable-next-line no-control-regex -- the pattern searches for them
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g

/** Keys that are dates, which aren't valid element names. */
const DATE = /^\d{4}-\d\d-\d\d$/

const NAME = /^[A-Za-z_][\w.-]*$/

/** Converts a value parsed from JSON to an XML document. */
export function toXml(value: unknown): string {
  return `<?xml version="1.0" encoding="utf-8"?>\n${element('root', value)}`
}

function element(name: string, value: unknown): string {
  const content = contentOf(value)
  if (DATE.test(name)) return `<day date="${name}">${content}</day>`
  if (!NAME.test(name)) return `<item name="${escapeXml(name)}">${content}</item>`
  return `<${name}>${content}</${name}>`
}

function contentOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map((item) => element('list-item', item)).join('')
  if (isRawNumber(value)) return value.rawJSON
  if (typeof value === 'object') {
    return Object.entries(value)
      .map(([name, inner]) => element(name, inner))
      .join('')
  }
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  return escapeXml(String(value))
}

/** Escapes text for XML and removes characters that XML 1.0 doesn't allow. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(FORBIDDEN, '')
    .replace(/[&<>"]/g, (character) => ESCAPES[character]!)
}
