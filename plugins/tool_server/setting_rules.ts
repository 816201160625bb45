/**
 * Rules for the settings of the tool server.
 */

/** Rule for an optional lowercase path; a trailing slash is removed. */
export function mountPath() {
  return (name: string, text?: string): string | undefined => {
    if (!text) return undefined
    const path = text.replace(/\/$/, '')
    if (/^(\/[a-z0-9._-]+)+$/.test(path)) return path
    throw new Error(`${name} must be a path such as /mcp, not "${text}"`)
  }
}

/** Rule for an optional, comma-separated list of web origins; `*` allows all. */
export function origins() {
  return (name: string, text?: string): string[] | undefined => {
    if (!text || text.trim() === '*') return undefined
    return text.split(',').map((each) => {
      const origin = each.trim()
      if (!URL.canParse(origin) || new URL(origin).origin !== origin)
        throw new Error(
          `${name} must be * or a comma-separated list of origins such as https://app.example.org, not "${text}"`
        )
      return origin
    })
  }
}
