/**
 * HTML of others made safe to show: tags for text, tables and notes stay,
 * whatever runs, loads or restyles the page goes.
 */
import sanitize from 'sanitize-html'

/** Tags old opinions use beside those the library lets through. */
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
  // Headings of the text stand below those of the page, which has one main part and its own navigation.
  transformTags: { h1: 'h3', h2: 'h4', main: 'div', nav: 'div' },
  parser: { lowerCaseTags: true },
}

/** Links in texts anybody may write are not ours to recommend. */
const BY_ANYBODY: sanitize.IOptions = {
  ...OPTIONS,
  allowedAttributes: {
    ...(OPTIONS.allowedAttributes as Record<string, string[]>),
    a: ['href', 'rel'],
  },
  transformTags: {
    ...OPTIONS.transformTags,
    a: sanitize.simpleTransform('a', { rel: 'nofollow ugc noopener' }),
  },
}

/** Like `cleanHtml`, for what accounts write: links carry `rel=nofollow`. */
export function cleanHtmlByAnybody(html: string): string {
  return sanitize(html, BY_ANYBODY)
}

/** @returns HTML that may stand in a page of ours */
export function cleanHtml(html: string): string {
  return sanitize(html, OPTIONS)
}
