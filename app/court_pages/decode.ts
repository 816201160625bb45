/** Raw control characters, and the same as character references `&#1;` to `&#8;`. */
// eslint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u0008\u000B\u000E-\u001F]|&#0{0,4}[0-8];/g
const XML_DECLARATION = /^\s*<\?xml[^>]{0,200}\?>(?=\s*<(?:!doctype\s+)?html)/i

/**
 * The text of a page: UTF-8, or else the Western encoding of old pages (Windows-1252), without
 * control characters, CDATA markers, and an XML declaration before HTML.
 *
 * @param bytes the page as received
 */
export function decodePage(bytes: Uint8Array): string {
  return decoded(bytes)
    .replace(CONTROLS, '')
    .replaceAll('<![CDATA[', '')
    .replace(XML_DECLARATION, '')
}

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
