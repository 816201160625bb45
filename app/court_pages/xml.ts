import { Parser } from 'htmlparser2'
import { CourtPageError } from './page_error.js'

/** Callbacks of the XML parser, in text order. */
export interface XmlHandlers {
  onopentag(name: string, attributes: Record<string, string>): void
  ontext?(text: string): void
  onclosetag?(name: string): void
}

/** Elements of feeds and responses are nested three deep. */
const MAX_DEPTH = 100

/**
 * Parses XML that may be malformed; element names are in lowercase.
 *
 * @throws CourtPageError when elements are nested too deep
 */
export function readXml(source: string, handlers: XmlHandlers): void {
  let depth = 0
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (++depth > MAX_DEPTH) {
          throw new CourtPageError(`Elements are nested over ${MAX_DEPTH} deep.`)
        }
        handlers.onopentag(name, attributes)
      },
      ontext: (text) => handlers.ontext?.(text),
      onclosetag(name) {
        depth--
        handlers.onclosetag?.(name)
      },
    },
    { xmlMode: true, lowerCaseTags: true }
  )
  parser.end(source)
}
