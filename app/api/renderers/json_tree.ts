/** Renders JSON as HTML that can be collapsed without scripts, with URLs as links. */
import { escapeHtml } from '#app/support/escape_html'
import { isRawNumber } from './exact_json.js'

/** Maximum length of a text; the raw JSON contains all of it. */
const MAX_TEXT = 400
/** Maximum number of members of a list or object that are expanded initially. */
const MAX_OPEN = 12

/** Maximum number of members shown in total. */
const MAX_MEMBERS = 20_000

/** @param body parsed from JSON */
export function jsonTree(body: unknown): string {
  const tree = valueOf(body, 0, { left: MAX_MEMBERS })
  return `<div class="json json-tree" role="group" aria-label="Response">${tree}</div>`
}

/** @param room number of members that may still be shown */
function valueOf(value: unknown, depth: number, room: { left: number }): string {
  if (typeof value === 'string') return textOf(value)
  if (isRawNumber(value)) return literal(value.rawJSON)
  if (value === null || typeof value !== 'object') return literal(String(value))
  const isList = Array.isArray(value)
  const members = Object.entries(value)
  const [start, end] = isList ? ['[', ']'] : ['{', '}']
  if (!members.length) return start + end
  const lines: string[] = []
  for (const [name, inner] of members) {
    if (room.left-- <= 0) break
    const key = isList ? '' : `<span class="json-key">"${escapeHtml(name)}"</span>: `
    lines.push(`<li>${key}${valueOf(inner, depth + 1, room)}</li>`)
  }
  const more = members.length - lines.length
  if (more) lines.push(`<li><span class="quiet">and ${more.toLocaleString('en')} more</span></li>`)
  const isOpen = depth < 3 || members.length <= MAX_OPEN
  const count = `${members.length} ${isList ? 'item' : 'field'}${members.length === 1 ? '' : 's'}`
  return (
    `<details${isOpen ? ' open' : ''}><summary>${start} <span class="quiet">${count}${hintOf(value)}</span></summary>` +
    `<ul>${lines.join('')}</ul>${end}</details>`
  )
}

/** A summary that distinguishes a collapsed record from its siblings. */
function hintOf(value: object): string {
  const { id, case_name: name, full_name: full } = value as Record<string, unknown>
  const hints = [id, name ?? full].filter(
    (hint) => typeof hint === 'number' || (typeof hint === 'string' && hint !== '')
  )
  return hints.length
    ? escapeHtml(` · ${hints.map((hint) => String(hint).slice(0, 80)).join(' · ')}`)
    : ''
}

function literal(text: string): string {
  return `<span class="json-literal">${escapeHtml(text)}</span>`
}

function textOf(text: string): string {
  const cut = text.length > MAX_TEXT
  const shown = escapeHtml(JSON.stringify(cut ? text.slice(0, MAX_TEXT) : text))
  if (/^https?:\/\/[^\s"\\]+$/.test(text) && !cut)
    return `<a href="${escapeHtml(text)}">${shown}</a>`
  const rest = cut
    ? ` <span class="quiet">and ${(text.length - MAX_TEXT).toLocaleString('en')} more characters</span>`
    : ''
  return `<span class="json-string">${shown}</span>${rest}`
}
