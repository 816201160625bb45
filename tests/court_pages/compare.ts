/**
 * Compares the parsers of court pages with a corpus, field by field: `node
 * --import=./bin/read_types.js tests/court_pages/compare.ts FOLDER [KIND…]`. Prints the
 * numbers of files, fields, and equal, explained, and wrong fields per kind, and each wrong
 * field.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { EXPLAINED } from './explained.js'
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

interface Count {
  files: number
  fields: number
  explained: number
  wrong: number
}

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
  const names = [...new Set([...Object.keys(expected), ...Object.keys(actual)])]
  return names.map((name) => [name, expected[name], actual[name]])
}

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

async function compareKind(corpus: string, kind: CorpusKind): Promise<Count> {
  const count: Count = { files: 0, fields: 0, explained: 0, wrong: 0 }
  const folder = join(corpus, kind.folder)
  for (const file of existsSync(folder) ? readdirSync(folder) : []) {
    if (!file.endsWith(kind.suffix)) continue
    const base = file.slice(0, -kind.suffix.length)
    const expected = expectationOf(join(folder, `${base}.json`))
    const parsed = await kind.parse(readFileSync(join(folder, file)), courtOf(base), base)
    const actual = JSON.parse(JSON.stringify(parsed ?? emptyLike(expected))) as unknown
    const found: Difference[] = []
    count.files++
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
        console.log(
          `${kind.folder}/${file} ${difference.field}\n  expected ${show(difference.expected)}\n  parsed   ${show(difference.actual)}`
        )
    }
  }
  return count
}

const show = (value: unknown) => (JSON.stringify(value) ?? 'nothing').slice(0, 300)

const [corpus, ...kinds] = process.argv.slice(2)
if (!corpus || !existsSync(corpus)) throw new Error('Name the folder of the corpus of court pages.')
let failed = 0
const rows = []
for (const kind of CORPUS_KINDS) {
  if (kinds.length > 0 && !kinds.some((one) => kind.folder.includes(one))) continue
  const count = await compareKind(corpus, kind)
  const equal = count.fields - count.explained - count.wrong
  rows.push({
    kind: kind.folder,
    files: count.files,
    fields: count.fields,
    equal,
    explained: count.explained,
    wrong: count.wrong,
  })
  failed += count.wrong
}
console.table(rows)
process.exitCode = failed > 0 ? 1 : 0
