/**
 * Markdown that accounts write, as HTML that may stand in a page of ours.
 */
import { hash } from 'node:crypto'
import { runInNewContext } from 'node:vm'
import { Marked } from 'marked'
import { Recent } from '#app/support/recent'
import { escapeHtml } from '#app/support/escape_html'
import { cleanHtmlByAnybody } from './clean_html.js'

/** Milliseconds a text may take; an honest one takes few. */
const LONGEST = 250

/** Texts whose HTML is kept; each is less than a megabyte. */
const kept = new Recent<string>(50)

/** HTML in the text is left out; only what Markdown makes remains. */
const marked = new Marked({ async: false, gfm: true, renderer: { html: () => '' } })

/** A text that is nested too deep, or made to take forever, is shown as it was typed. */
export function markdownToHtml(text: string): string {
  return kept.get(hash('sha256', text), () => {
    try {
      const render = () => cleanHtmlByAnybody(marked.parse(text) as string)
      return runInNewContext('render()', { render }, { timeout: LONGEST }) as string
    } catch (error) {
      const { code } = error as { code?: string }
      if (!(error instanceof RangeError) && code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error
      // Expressions the parser was stopped in start from the beginning again.
      marked.parse('*a* `b`')
      return `<pre class="text">${escapeHtml(text)}</pre>`
    }
  })
}
