/**
 * Sanitizes third-party HTML: tags for text, tables, and notes are kept; everything that
 * executes, loads, or restyles is removed.
 */
import sanitize from 'sanitize-html'

/** Tags of old opinions that are not in the library's defaults. */
const OLDER_TAGS = ['center', 'del', 'ins']

const OPTIONS: sanitize.IOptions = {
  allowedTags: [...sanitize.defaults.allowedTags, ...OLDER_TAGS],
  allowedAttributes: {
    '*': ['title', 'lang', 'dir'],
    'a': ['href'],
    'ol': ['start'],
    'td': ['colspan', 'rowspan'],
    'th': ['colspan', 'rowspan', 'scope'],
  },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  enforceHtmlBoundary: false,
  // Headings of the text rank below those of the page, which has its own `main` and `nav`
  // elements.
  transformTags: { h1: 'h3', h2: 'h4', main: 'div', nav: 'div' },
  parser: { lowerCaseTags: true },
}

/** Links in user-written text must not look endorsed. */
const BY_ANYBODY: sanitize.IOptions = {
  ...OPTIONS,
  // Emphasis can be nested thousands of levels deep; deeper elements are reduced to their text.
  nestingLimit: 50,
  allowedAttributes: {
    ...(OPTIONS.allowedAttributes as Record<string, string[]>),
    a: ['href', 'rel'],
  },
  transformTags: {
    ...OPTIONS.transformTags,
    a: sanitize.simpleTransform('a', { rel: 'nofollow ugc noopener' }),
  },
}

/** Like `cleanHtml`, for user-written text: links have `rel=nofollow`. */
export function cleanHtmlByAnybody(html: string): string {
  return sanitize(html, BY_ANYBODY)
}

/** @returns HTML that is safe to include in a page */
export function cleanHtml(html: string): string {
  return sanitize(html, OPTIONS)
}

/** Classes of page numbers and footnotes that the style sheet uses. */
const MARKS = ['star-pagination', 'footnote', 'footnotes']

/** Anchor names that are kept, with a prefix. */
const ANCHOR = /^[\w.:-]{1,100}$/

/**
 * Like `cleanHtml`, for the text of a decision: keeps the anchors of footnotes, and the classes of
 * page numbers and footnotes.
 *
 * @param prefix of anchor names, so that one page can show several texts
 */
export function cleanDecision(html: string, prefix: string): string {
  const anchor = (name: string | undefined) =>
    name !== undefined && ANCHOR.test(name) ? `${prefix}-${name}` : undefined
  const allowed = OPTIONS.allowedAttributes as Record<string, string[]>
  return sanitize(html, {
    ...OPTIONS,
    allowedAttributes: { ...allowed, '*': [...allowed['*']!, 'id'] },
    allowedClasses: { '*': MARKS },
    transformTags: {
      ...OPTIONS.transformTags,
      '*': (tagName, { id, href, ...attribs }) => {
        const own = anchor(id)
        const target = href?.startsWith('#') ? anchor(href.slice(1)) : undefined
        if (target) attribs.href = `#${target}`
        else if (href !== undefined && !href.startsWith('#')) attribs.href = href
        if (own) attribs.id = own
        return { tagName, attribs }
      },
    },
  })
}
