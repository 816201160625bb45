/**
 * Compares the parsers of court pages with corpora, field by field: `node
 * --import=./bin/read_types.js tests/court_pages/compare.ts FOLDER… [KIND…] [--unread]
 * [--table]`. Prints the numbers of files and fields, of equal, explained, and wrong fields, and
 * the coverage per kind, each wrong field, and each unread fragment that isn't explained.
 * `--unread` prints the explained ones as well, and `--table` only the table of the docs.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pageOutcome } from '#app/court_pages/page_outcomes'
import { parseCourtPage } from '#app/court_pages/read_page'
import { decodePage } from '#app/court_pages/decode'
import { coverageTable, type KindCoverage } from './coverage_table.js'
import { EXPLAINED } from './explained.js'
import { EXPLAINED_UNREAD, LOWER_COVERAGE } from './explained_unread.js'
import { CORPUS_KINDS, type CorpusKind } from './kinds.js'

interface Difference {
  field: string
  expected: unknown
  actual: unknown
  /** Whether a rule explains the record or list that contains the field. */
  isExplained?: boolean
}

/** Whether a rule explains the difference of two values. */
type IsExplained = (field: string, expected: unknown, actual: unknown) => boolean

/** Minimum share of the visible text of a kind that is read or explained. */
const LEAST = 0.995

const isTree = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object'

/** Adds the differences of two values and returns the number of fields. */
function differ(
  { field, expected, actual }: Difference,
  found: Difference[],
  isExplained: IsExplained
): number {
  if (isTree(expected) && isTree(actual)) {
    const inner: Difference[] = []
    const fields = pairFields(expected, actual).map(([name, one, other]) =>
      differ({ field: `${field}/${name}`, expected: one, actual: other }, inner, isExplained)
    )
    const whole = inner.length > 0 && isExplained(field, expected, actual)
    for (const one of inner) found.push(whole ? { ...one, isExplained: true } : one)
    return Math.max(
      1,
      fields.reduce((sum, one) => sum + one, 0)
    )
  }
  const fields = isTree(expected) ? countFields(expected) : 1
  // If a record is missing or superfluous, all its fields are wrong.
  if (expected !== actual)
    for (let at = 0; at < fields; at++)
      found.push({ field, expected, actual, isExplained: isExplained(field, expected, actual) })
  return fields
}

/** Records searched for the counterpart of one. */
const WINDOW = 20

const identityOf = (value: unknown) =>
  isTree(value) ? JSON.stringify([value.date_filed, value.document_number, value.name]) : value

/** The records of two lists in pairs, so that one missing record doesn't shift all others. */
function aligned(expected: unknown[], actual: unknown[]): [unknown, unknown][] {
  if (expected.length === actual.length) return expected.map((one, at) => [one, actual[at]])
  const pairs: [unknown, unknown][] = []
  const rest = [...actual]
  for (const one of expected) {
    const at = rest.slice(0, WINDOW).findIndex((other) => identityOf(other) === identityOf(one))
    const isMissing = at === -1 && rest.length < expected.length - pairs.length
    for (const other of rest.splice(0, Math.max(at, 0))) pairs.push([undefined, other])
    pairs.push([one, isMissing ? undefined : rest.shift()])
  }
  return [...pairs, ...rest.map((other): [unknown, unknown] => [undefined, other])]
}

/** The values of two records by name, and those of two lists by place. */
function pairFields(
  expected: Record<string, unknown>,
  actual: Record<string, unknown>
): [name: string, expected: unknown, actual: unknown][] {
  if (Array.isArray(expected) && Array.isArray(actual))
    return aligned(expected, actual).map(([one, other], at) => [String(at), one, other])
  const added = Object.keys(actual).filter((name) => name in expected || !ADDED.has(name))
  const names = [...new Set([...Object.keys(expected), ...added])]
  return names.map((name) => [name, expected[name], actual[name]])
}

/** Facts that the expectations don't have. */
const ADDED = new Set(['date_entered', 'person', 'related_cases'])

const countFields = (value: unknown): number =>
  isTree(value)
    ? Math.max(
        1,
        Object.values(value).reduce<number>((sum, one) => sum + countFields(one), 0)
      )
    : 1

const matches = (form: string | RegExp, text: string) =>
  typeof form === 'string' ? form === text : form.test(text)

/** The court in the name of a page. */
const courtOf = (name: string) => name.split(/[_.-]/)[0]

/** A page without an expectation must have no result. */
const expectationOf = (path: string): unknown =>
  existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null

/** Parser results for pages of other kinds. */
const emptyLike = (expected: unknown) =>
  Array.isArray(expected) ? [] : isTree(expected) ? {} : null

const say = (text: string) => {
  if (!isTable) console.log(text)
}

async function compareKind(folders: string[], kind: CorpusKind): Promise<KindCoverage> {
  const count: KindCoverage = {
    folder: kind.folder,
    files: 0,
    fields: 0,
    explained: 0,
    wrong: 0,
    courts: new Set(),
    pages: new Map(),
    visible: 0,
    read: 0,
    explainedUnread: 0,
    unread: 0,
  }
  for (const corpus of folders) {
    const folder = join(corpus, kind.folder)
    for (const file of existsSync(folder) ? readdirSync(folder) : []) {
      if (!file.endsWith(kind.suffix)) continue
      const base = file.slice(0, -kind.suffix.length)
      const expected = expectationOf(join(folder, `${base}.json`))
      const bytes = readFileSync(join(folder, file))
      count.files++
      await compareFields(kind, { file, base, expected, bytes, court: courtOf(base) }, count)
      await compareCoverage(kind, { file, bytes, court: courtOf(base) }, count)
    }
  }
  return count
}

interface Page {
  file: string
  bytes: Buffer
  court: string
}

async function compareFields(
  kind: CorpusKind,
  { file, base, expected, bytes, court }: Page & { base: string; expected: unknown },
  count: KindCoverage
): Promise<void> {
  const parsed = await kind.parse(bytes, court, base)
  const actual = JSON.parse(JSON.stringify(parsed ?? emptyLike(expected))) as unknown
  const found: Difference[] = []
  count.fields += differ({ field: '', expected, actual }, found, (field, one, other) =>
    EXPLAINED.some(
      (rule) =>
        rule.folder === kind.folder &&
        matches(rule.file, file) &&
        rule.field.test(field) &&
        (rule.covers?.(one, other) ?? !isTree(other))
    )
  )
  for (const difference of found) {
    count[difference.isExplained ? 'explained' : 'wrong']++
    if (!difference.isExplained)
      say(
        `${kind.folder}/${file} ${difference.field}\n  expected ${show(difference.expected)}\n  parsed   ${show(difference.actual)}`
      )
  }
}

async function compareCoverage(kind: CorpusKind, page: Page, count: KindCoverage): Promise<void> {
  const { file, bytes, court } = page
  const reading = await parseCourtPage(bytes, court)
  if (!reading) {
    // Pages without a record have nothing to cover.
    if (!pageOutcome(decodePage(bytes))) count.pages.set('', (count.pages.get('') ?? 0) + 1)
    return
  }
  count.pages.set(reading.kind, (count.pages.get(reading.kind) ?? 0) + 1)
  count.courts.add(court)
  const { visible, read, unread } = reading.coverage
  count.visible += visible
  count.read += read
  for (const { text, place } of unread) {
    const known = EXPLAINED_UNREAD.find(
      (one) =>
        matches(one.folder, kind.folder) &&
        matches(one.file, file) &&
        one.text.test(text) &&
        (one.place?.test(place) ?? true)
    )
    if (known) {
      count.explainedUnread++
      if (!known.isGap) count.read += text.replace(/[^\p{L}\p{N}]/gu, '').length
    } else count.unread++
    if (!known || isUnread)
      say(`${kind.folder}/${file} ${known ? 'explained' : 'unread'} ${show(text)}\n  at ${place}`)
  }
}

const show = (value: unknown) => (JSON.stringify(value) ?? 'nothing').slice(0, 300)

const words = process.argv.slice(2)
const isTable = words.includes('--table')
const isUnread = words.includes('--unread')
const corpora = words.filter((word) => existsSync(word))
const kinds = words.filter((word) => !word.startsWith('--') && !existsSync(word))
if (corpora.length === 0) throw new Error('Name the folders of the corpora of court pages.')
const counts: KindCoverage[] = []
for (const kind of CORPUS_KINDS)
  if (kinds.length === 0 || kinds.some((one) => kind.folder.includes(one)))
    counts.push(await compareKind(corpora, kind))
if (isTable) console.log(coverageTable(counts))
else
  console.table(
    counts.map(({ folder, files, fields, explained, wrong, visible, read, ...rest }) => ({
      'kind': folder,
      files,
      fields,
      'equal': fields - explained - wrong,
      explained,
      wrong,
      visible,
      'read %': visible === 0 ? '' : ((100 * Math.min(read, visible)) / visible).toFixed(2),
      'explained unread': rest.explainedUnread,
      'unread': rest.unread,
    }))
  )
const leastOf = (folder: string) => LOWER_COVERAGE[folder]?.atLeast ?? LEAST
const isLow = counts.filter(
  ({ folder, visible, read }) => visible > 0 && read / visible < leastOf(folder)
)
for (const { folder } of isLow)
  say(`${folder}: less than ${100 * leastOf(folder)} % of the text is read.`)
const failed = counts.reduce((sum, { wrong, unread }) => sum + wrong + unread, 0)
process.exitCode = failed + isLow.length > 0 ? 1 : 0
