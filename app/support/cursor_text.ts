/**
 * Positions in a list as text of URL-safe characters: JSON in base64url
 * without padding.
 */
export function cursorText(position: readonly unknown[]): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url')
}

/** @returns what the text says, to be checked: clients may write what they like; undefined for no JSON */
export function readCursorText(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
}
