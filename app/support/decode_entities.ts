import { decodeHTMLStrict } from 'entities'

/** A reference that ends in a semicolon; `AT&T` has none. */
const REFERENCE = /&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,31});/
/** Maximum number of times a text is decoded: `&amp;amp;rsquo;` is encoded three times. */
const MAX_TIMES = 4

/** The same as a POSIX regular expression, for SQL. */
export const REFERENCE_SQL = '&(#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,31});'

/**
 * Decodes character references of HTML in a name, which files of other systems contain:
 * `Comm&rsquo;r`, `R&amp;D`, `&#8217;`, `&amp;rsquo;`. No-break spaces and line breaks become
 * spaces.
 */
export function decodeEntities(name: string): string {
  let text = name
  for (let times = 0; times < MAX_TIMES && REFERENCE.test(text); times++) {
    const decoded = decodeHTMLStrict(text)
    if (decoded === text) break
    text = decoded
  }
  return text === name ? name : text.replace(/[\s\u00A0\0]/g, ' ')
}
