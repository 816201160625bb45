/**
 * Renders user-written Markdown and the documentation.
 */
import { hash } from 'node:crypto'
import MarkdownIt from 'markdown-it'
import { Recent } from '#app/support/recent'
import { escapeHtml } from '#app/support/escape_html'
import { toHeadingAnchor } from './doc_pages.js'
import { cleanHtmlByAnybody } from './clean_html.js'

/**
 * Maximum length of user-written Markdown that is rendered. Parsing time is proportional to the
 * length, whatever the text, so this limits rendering to less than half a second.
 */
export const MAX_FORMATTED = 50_000

/** Nesting of quotes, lists, and brackets; deeper levels are plain text. */
const MAX_NESTING = 20

/** Cached HTML; less than a megabyte each. */
const kept = new Recent<string>(50)

const byAccounts = new MarkdownIt('default', { html: false, maxNesting: MAX_NESTING })

/** Pages of the documentation only link to each other and load nothing. */
const documentation = new MarkdownIt('default', { html: false })

/**
 * Renders user-written Markdown.
 *
 * @returns HTML that is safe to include in a page: tags are escaped, images are removed, and
 *   links have `rel=nofollow`. Texts longer than `MAX_FORMATTED` are not rendered.
 */
export function markdownToHtml(text: string): string {
  if (text.length > MAX_FORMATTED) return `<pre class="text">${escapeHtml(text)}</pre>`
  return kept.get(hash('sha256', text), () => cleanHtmlByAnybody(byAccounts.render(text)))
}

/** Renders a documentation page. */
export function documentationToHtml(text: string): string {
  // Wide elements scroll, which must also work with the keyboard.
  return (
    documentation
      .render(text)
      .replaceAll(/<(pre|table)>/g, '<$1 tabindex="0">')
      // Names in narrow tables break between their words, not within.
      .replaceAll(/<td[^>]*>.*?<\/td>/gs, (cell) => cell.replaceAll(CODE_JOINT, '$&<wbr>'))
      // The content security policy allows no inline styles.
      .replaceAll(/ style="text-align:(left|right|center)"/g, ' class="align-$1"')
      .replaceAll(
        HEADING,
        (_, level: string, inner: string) =>
          `<h${level} id="${toHeadingAnchor(textOf(inner))}">${inner}</h${level}>`
      )
  )
}

/** Renders the description of a declaration, which is one line of Markdown. */
export function descriptionToHtml(text: string): string {
  return documentation.renderInline(text)
}

/** A `_`, `=`, `/`, or `,` within `<code>`, followed by more code. */
const CODE_JOINT = /[_=/,](?=[\w"][^<]*<\/code>)/g

/** The headings of a rendered page, with their anchors. */
export function extractHeadings(html: string): { anchor: string; title: string }[] {
  return Array.from(html.matchAll(/<h2 id="([^"]*)">(.*?)<\/h2>/g), ([, anchor, inner]) => ({
    anchor: anchor!,
    title: textOf(inner!),
  }))
}

const HEADING = /<h([2-4])>(.*?)<\/h\1>/g

function textOf(html: string): string {
  return html
    .replace(/<[^>]*>/g, '')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&')
}
