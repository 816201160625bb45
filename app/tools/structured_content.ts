/**
 * The structured content of tool results. It repeats the text, so its size is limited: long
 * texts and lists are shortened, and a member reports it. The text is always complete.
 */
import type { OutputSchema } from './define_tool.js'

/** Maximum number of characters of the JSON; records that exceed it are shortened. */
export const MAX_STRUCTURED = 512 * 1024

/** Texts up to this length, such as names, codes, and URLs, are never shortened. */
const SHORT_TEXT = 500

/** Name of the member of a shortened object. */
const MARK = 'truncated'

/** Adds the member of a shortened object to a schema. */
export function shortenable({ properties, ...schema }: OutputSchema): OutputSchema {
  return {
    ...schema,
    properties: {
      ...properties,
      [MARK]: {
        type: 'string',
        description: 'Present if long texts or lists are shortened here. The text is complete.',
      },
    },
  }
}

/**
 * Limits the size of a result.
 *
 * @returns the result, or a copy with shortened texts and lists
 */
export function limitedContent(result: Record<string, unknown>): Record<string, unknown> {
  const room = new Room(MAX_STRUCTURED)
  const limited = room.fit(result) as Record<string, unknown>
  if (!room.isExceeded) return result
  const note = `Shortened to ${MAX_STRUCTURED.toLocaleString('en')} characters. The text content of the result is complete.`
  return { ...limited, [MARK]: note }
}

/** Counts the characters of values and shortens those that exceed the rest. */
class Room {
  isExceeded = false

  constructor(private left: number) {}

  fit(value: unknown): unknown {
    if (typeof value === 'string') return this.#text(value)
    if (Array.isArray(value)) return this.#list(value)
    if (typeof value === 'object' && value !== null) {
      const members = Object.entries(value).map(([name, member]) => {
        this.left -= name.length + 4
        return [name, this.fit(member)]
      })
      return Object.fromEntries(members)
    }
    this.left -= 8
    return value
  }

  #text(text: string): string {
    const length = JSON.stringify(text).length
    if (text.length <= SHORT_TEXT || length <= this.left) {
      this.left -= length
      return text
    }
    this.isExceeded = true
    const kept = Math.max(SHORT_TEXT, Math.floor((text.length * this.left) / length))
    // Without half of a surrogate pair at the end.
    const beginning = text.slice(0, kept).replace(/[\uD800-\uDBFF]$/, '')
    this.left -= JSON.stringify(beginning).length
    return beginning
  }

  #list(list: readonly unknown[]): unknown[] {
    const kept: unknown[] = []
    for (const item of list) {
      if (this.left <= 0) {
        this.isExceeded = true
        break
      }
      kept.push(this.fit(item))
    }
    return kept
  }
}
