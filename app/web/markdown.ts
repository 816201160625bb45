/**
 * Markdown as HTML: texts of accounts, and the documentation.
 */
import { hash } from 'node:crypto'
import MarkdownIt from 'markdown-it'
import { Recent } from '#app/support/recent'
import { escapeHtml } from '#app/support/escape_html'
import { anchorOf } from './doc_pages.js'
import { cleanHtmlByAnybody } from './clean_html.js'

/**
 * Characters of an account's text that are formatted. The parser takes time in
 * proportion to the length, whatever the text is, so this bounds a rendering
 * to under half a second.
 */
export const MAX_FORMATTED = 50_000

/** Quotes, lists and brackets inside each other; deeper ones are text. */
const MAX_NESTING = 20

/** Texts whose HTML is kept; each is less than a megabyte. */
const kept = new Recent<string>(50)

const byAccounts = new MarkdownIt('default', { html: false, maxNesting: MAX_NESTING })

/** Pages of the documentation link to each other and to nothing that loads. */
const documentation = new MarkdownIt('default', { html: false })

/**
 * Renders a text that an account wrote.
 *
 * @returns HTML that is safe in a page: tags of the text are shown as
 *   text, images are left out, links carry `rel=nofollow`. A text longer than `MAX_FORMATTED` is
 *   shown as it was typed.
 */
export function markdownToHtml(text: string): string {
  if (text.length > MAX_FORMATTED) return `<pre class="text">${escapeHtml(text)}</pre>`
  return kept.get(hash('sha256', text), () => cleanHtmlByAnybody(byAccounts.render(text)))
}

/** Renders a page of the documentation, which is part of the source. */
export function documentationToHtml(text: string): string {
  // Wide ones scroll, which must work with the keyboard, too.
  return (
    documentation
      .render(text)
      .replaceAll(/<(pre|table)>/g, '<$1 tabindex="0">')
      // Names in narrow tables break between their words, not within.
      .replaceAll(/<td[^>]*>.*?<\/td>/gs, (cell) => cell.replaceAll(CODE_JOINT, '$&<wbr>'))
      .replaceAll(
        HEADING,
        (_, inner: string) => `<h2 id="${anchorOf(textOf(inner))}">${inner}</h2>`
      )
  )
}

/** Renders a declaration's description, which is one line of Markdown. */
export function descriptionToHtml(text: string): string {
  return documentation.renderInline(text)
}

/** After `_`, `=`, `/` or `,` within `<code>`, before more of it. */
const CODE_JOINT = /[_=/,](?=[\w"][^<]*<\/code>)/g

/** The headings of a rendered page, with their anchors. */
export function contentsOf(html: string): { anchor: string; title: string }[] {
  return Array.from(html.matchAll(/<h2 id="([^"]*)">(.*?)<\/h2>/g), ([, anchor, inner]) => ({
    anchor: anchor!,
    title: textOf(inner!),
  }))
}

const HEADING = /<h2>(.*?)<\/h2>/g

function textOf(html: string): string {
  return html
    .replace(/<[^>]*>/g, '')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&')
}
