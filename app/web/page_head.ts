/** What the head of a page tells search engines, link previews and feed readers. */

export interface PageHead {
  /** One or two sentences. */
  description?: string
  /** Address of the page without parameters. */
  canonical?: string
  /** Structured data as JSON, safe in a data block. */
  linkedData?: string
}

/** Characters of a description; search engines show about 160. */
const MAX_DESCRIPTION = 300

/** @returns text without line breaks, cut at a word */
export function pageDescription(text: string): string {
  const plain = text.replace(/\s+/g, ' ').trim()
  if (plain.length <= MAX_DESCRIPTION) return plain
  return `${plain.slice(0, MAX_DESCRIPTION).replace(/\s+\S*$/, '')} …`
}

/**
 * JSON for a `script` element of type `application/ld+json`. Such
 * a block is data: browsers do not run it, so no content policy applies (HTML,
 * "prepare the script element").
 */
export function dataBlock(data: Record<string, unknown>): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c')
}

/**
 * Whether a page was asked for under another path than its own, as with
 * another slug.
 *
 * @param asked path of the request
 * @param path of the page; both are encoded
 */
export function isElsewhere(asked: string, path: string): boolean {
  return asked !== path && !sameSegments(asked, path)
}

/** Clients may encode characters that need no encoding. */
function sameSegments(one: string, other: string): boolean {
  try {
    return decoded(one) === decoded(other)
  } catch {
    return false
  }
}

/** Segments as JSON: an encoded slash separates none. */
function decoded(path: string): string {
  return JSON.stringify(path.split('/').map(decodeURIComponent))
}
