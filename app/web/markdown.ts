/**
 * Markdown that accounts write, as HTML that may stand in a page of ours.
 */
import { Marked } from 'marked'
import { cleanHtmlByAnybody } from './clean_html.js'
import { escapeHtml } from '#api/renderers/html'

/** HTML in the text is left out; only what Markdown makes remains. */
const marked = new Marked({ async: false, gfm: true, renderer: { html: () => '' } })

/** Text nested deeper than the parser can follow is shown as it was typed. */
export function markdownToHtml(text: string): string {
  try {
    return cleanHtmlByAnybody(marked.parse(text) as string)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return `<pre>${escapeHtml(text)}</pre>`
  }
}
