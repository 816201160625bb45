/**
 * Rules for the settings of the tool server. Each reads the text of a
 * setting, and throws an error that names it.
 */

/** A path of lower-case words without a slash at its end, or nothing. */
export function mountPath() {
  return (name: string, text?: string): string | undefined => {
    if (!text) return undefined
    const path = text.replace(/\/$/, '')
    if (/^(\/[a-z0-9._-]+)+$/.test(path)) return path
    throw new Error(`${name} must be a path such as /mcp, not "${text}"`)
  }
}

/** Web origins with commas between; `*` for any, or nothing. */
export function origins() {
  return (name: string, text?: string): string[] | undefined => {
    if (!text || text.trim() === '*') return undefined
    return text.split(',').map((each) => {
      const origin = each.trim()
      if (!URL.canParse(origin) || new URL(origin).origin !== origin)
        throw new Error(
          `${name} must be * or origins such as https://app.example.org with commas between, not "${text}"`
        )
      return origin
    })
  }
}
