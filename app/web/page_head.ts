/** Metadata in the head of a page for search engines, link previews, and feed readers. */

export interface PageHead {
  /** One or two sentences. */
  description?: string
  /** URL of the page without parameters. */
  canonical?: string
  /** Structured data as JSON, escaped for a data block. */
  linkedData?: string
}

/** Maximum length of a description; search engines show about 160 characters. */
const MAX_DESCRIPTION = 300

/** @returns text without line breaks, truncated at a word boundary */
export function pageDescription(text: string): string {
  const plain = text.replace(/\s+/g, ' ').trim()
  if (plain.length <= MAX_DESCRIPTION) return plain
  return `${plain.slice(0, MAX_DESCRIPTION).replace(/\s+\S*$/, '')} …`
}

/**
 * JSON for a `script` element of type `application/ld+json`. This element is a data block:
 * browsers don't execute it, so no content security policy applies (HTML, "prepare the script
 * element").
 */
export function dataBlock(data: Record<string, unknown>): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c')
}

/**
 * Whether a page was requested with a path other than its own, such as another slug.
 *
 * @param asked path of the request
 * @param path of the page; both are encoded
 */
export function isNonCanonicalPath(asked: string, path: string): boolean {
  return asked !== path && !sameSegments(asked, path)
}

/** Clients may encode characters that don't need it. */
function sameSegments(one: string, other: string): boolean {
  try {
    return decoded(one) === decoded(other)
  } catch {
    return false
  }
}

/** Segments as JSON: an encoded slash is not a separator. */
function decoded(path: string): string {
  return JSON.stringify(path.split('/').map(decodeURIComponent))
}
