/**
 * Judges of a court by the names its dockets print.
 */
import { LRUCache } from 'lru-cache'
import type { SheetTables } from './sheet_tables.js'

/** Judges who sat or sit on the court, with one of the last names. */
const NAMESAKES = `
  SELECT DISTINCT p.id::text, p.name_first, p.name_middle FROM people p JOIN positions o ON o.person_id = p.id
  WHERE p.name_last = ANY($2::text[]) AND o.court_id = $1 AND p.is_alias_of_id IS NULL LIMIT 50`

const SUFFIX = /^(?:jr|sr|i{1,3}|iv|v)\.?$/i

/** Last names have this many words at most: `Van Der Berg`. */
const MAX_LAST = 3

/** A minute: an import names the same judges over and over, and people rarely change. */
const REMEMBERED = { max: 5000, ttl: 60_000 }
const remembered = new WeakMap<SheetTables, LRUCache<string, { id: string | null }>>()

/**
 * The judge a docket names.
 *
 * @returns the key of the only judge of the court with that name, else null
 */
export async function judgeByName(
  tables: SheetTables,
  court: string,
  name: string
): Promise<string | null> {
  const known = remembered.get(tables) ?? new LRUCache(REMEMBERED)
  remembered.set(tables, known)
  const key = `${court} ${name}`
  const before = known.get(key)
  if (before) return before.id
  const id = await find(tables, court, name)
  known.set(key, { id })
  return id
}

async function find(tables: SheetTables, court: string, name: string): Promise<string | null> {
  const words = name.replaceAll(',', ' ').split(/\s+/).filter(Boolean)
  while (words.length > 1 && SUFFIX.test(words.at(-1)!)) words.pop()
  if (words.length < 2) return null
  const lasts = Array.from({ length: Math.min(MAX_LAST, words.length - 1) }, (_, more) =>
    words.slice(-1 - more).join(' ')
  )
  const { rows } = await tables.query<[id: string, first: string, middle: string]>(NAMESAKES, [
    court,
    lasts,
  ])
  const [first, second] = words
  const firsts = rows.filter(([, given]) => mayBe(first!, given))
  const exact = firsts.filter(([, , middle]) => words.length > 2 && mayBe(second!, middle))
  const found = exact.length === 1 ? exact : firsts
  return found.length === 1 ? found[0]![0] : null
}

/** Whether two given names are the same, as far as initials tell. */
function mayBe(one: string, other: string): boolean {
  const [short, long] = [plain(one), plain(other)].sort((a, b) => a.length - b.length)
  return short !== '' && (short === long || (short!.length === 1 && long!.startsWith(short!)))
}

const plain = (name: string) => name.toLowerCase().replace(/[^\p{L}]/gu, '')
