/** Compares the results of the extractor with expected citations and their fields. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { clean, type CleaningStep } from '#app/citations/clean'
import { correctedCitation, type Citation, type Kind } from '#app/citations/citation'
import type { Span } from '#app/citations/code_points'
import type { Extract } from '#app/citations/extractor'
import { ROOT } from '#tests/helpers/server_process'

const FOLDERS = ['citations', 'citations-2'].map((name) => join(ROOT, '../shared/corpora', name))
export const NO_CORPUS = FOLDERS.some((folder) => existsSync(folder))
  ? false
  : 'the corpus of citations is not beside the repository'

export interface Expected {
  type: string
  span: [number, number]
  [field: string]: unknown
}

export interface ExpectedText {
  id: string
  text: string
  clean?: CleaningStep[]
  cleaned_text?: string
  options?: { remove_ambiguous?: string }
  expected: Expected[]
  unstable_citations?: number[]
}

/** The records of a file in all folders of the corpus. */
export function records<Row>(name: string): Row[] {
  return FOLDERS.map((folder) => join(folder, `${name}.jsonl`))
    .filter((path) => existsSync(path))
    .flatMap((path) => readFileSync(path, 'utf8').trim().split('\n'))
    .map((line) => JSON.parse(line))
}

const TYPES: Record<Kind, string> = {
  case: 'case',
  parallel: 'case',
  neutral: 'case',
  short: 'case_short',
  supra: 'supra',
  id: 'id',
  reference: 'reference',
  law: 'law',
  journal: 'journal',
  section: 'unknown',
}

/** Converts a citation to the fields of the expected results. */
export function inTheirFields(citation: Citation): Expected {
  const { core, withPin, full } = citation.codePoints
  const fields: Record<string, unknown> = {
    volume: citation.kind === 'supra' ? undefined : citation.volume,
    reporter: citation.reporter,
    page: citation.page,
    reporter_normalized: citation.reporter && (citation.edition?.name ?? citation.reporter),
    editions: citation.editions.length
      ? [...new Set(citation.editions.map(({ name }) => name))].sort()
      : undefined,
    year: citation.year,
    month: citation.month,
    day: citation.day,
    court: citation.court,
    pin_cite: citation.pinCite,
    plaintiff: citation.plaintiff,
    defendant: citation.defendant,
    antecedent_guess: citation.antecedent,
    extra: citation.extra,
    parenthetical: citation.parenthetical,
    publisher: citation.publisher,
    groups: parts(citation),
    span_with_pin_cite: differs(withPin, core) ? pair(withPin) : undefined,
    full_span: differs(full, core) ? pair(full) : undefined,
    corrected_citation:
      correctedCitation(citation) === citation.text ? undefined : correctedCitation(citation),
  }
  return { type: TYPES[citation.kind], span: pair(core), ...fields }
}

/** Groups without a separate field. */
function parts({ groups }: Citation) {
  const rest = Object.entries(groups).filter(
    ([name]) => !['volume', 'reporter', 'page'].includes(name)
  )
  return rest.length ? Object.fromEntries(rest) : undefined
}

function pair({ start, end }: Span): [number, number] {
  return [start, end]
}

function differs(one: Span, other: Span): boolean {
  return one.start !== other.start || one.end !== other.end
}

export interface Difference {
  id: string
  type: string
  what: string
  expected?: unknown
  found?: unknown
}

export interface Score {
  expected: number
  found: number
  right: number
}

const COMPARED = [
  'span_with_pin_cite',
  'full_span',
  'pin_cite',
  'year',
  'month',
  'day',
  'court',
  'plaintiff',
  'defendant',
  'antecedent_guess',
  'extra',
  'parenthetical',
  'publisher',
  'groups',
  'volume',
  'reporter',
  'page',
  'reporter_normalized',
  'editions',
  'corrected_citation',
]

/** Matches citations by type and position and compares their fields. */
export class Comparison {
  readonly scores = new Map<string, Score>()
  readonly missed: Difference[] = []
  readonly fields: Difference[] = []
  compared = 0

  add(
    id: string,
    expected: readonly Expected[],
    found: readonly Expected[],
    unstable: readonly number[] = []
  ) {
    const ours = new Map(found.map((citation) => [spanKey(citation), citation]))
    const unsure = new Set(unstable.map((index) => spanKey(expected[index]!)))
    for (const citation of expected) {
      if (unsure.has(spanKey(citation))) continue
      this.#score(citation.type).expected++
      const match = ours.get(spanKey(citation))
      if (match) this.#matched(id, citation, match)
      else this.missed.push({ id, type: citation.type, what: 'missed', expected: brief(citation) })
    }
    const theirs = new Set(expected.map(spanKey))
    for (const citation of found) {
      if (unsure.has(spanKey(citation))) continue
      this.#score(citation.type).found++
      if (!theirs.has(spanKey(citation)))
        this.missed.push({ id, type: citation.type, what: 'extra', found: brief(citation) })
    }
  }

  #matched(id: string, expected: Expected, found: Expected) {
    this.#score(expected.type).right++
    for (const field of COMPARED) {
      this.compared++
      if (JSON.stringify(expected[field] ?? null) !== JSON.stringify(found[field] ?? null))
        this.fields.push({
          id,
          type: expected.type,
          what: field,
          expected: expected[field],
          found: found[field],
        })
    }
  }

  #score(type: string): Score {
    const score = this.scores.get(type) ?? { expected: 0, found: 0, right: 0 }
    this.scores.set(type, score)
    return score
  }

  /** Returns recall and precision in percent, one line per type. */
  lines(file: string): string[] {
    return [...this.scores].map(([type, { expected, found, right }]) => {
      const recall = percent(right, expected)
      return `${file.padEnd(20)} ${type.padEnd(11)} recall ${recall} (${right}/${expected}), precision ${percent(right, found)} (${right}/${found})`
    })
  }
}

/** Key of a citation: kind and position. */
export function spanKey({ type, span }: Expected): string {
  return `${type} ${span[0]}-${span[1]}`
}

/**
 * Whether a difference is a law that labels generated by tools omit: the citation, or the section
 * sign in it. Laws are tested with labels of the project (`labelled_texts.spec.ts`).
 */
export function isUnlabelledLaw(difference: Difference, found: readonly Expected[]): boolean {
  if (difference.type === 'law') return difference.what === 'extra'
  if (difference.type !== 'unknown' || difference.what !== 'missed') return false
  const [start, end] = String(difference.expected).split(' ')[0]!.split('-').map(Number)
  return found.some(({ type, span }) => type === 'law' && span[0] <= start! && end! <= span[1])
}

function brief({ span, matched_text: text }: Expected): string {
  return `${span[0]}-${span[1]} ${text ?? ''}`
}

/** Extracts with the options of the record: cleaning, markup, ambiguous citations. */
export function extracted(
  extract: Extract,
  { text, clean: steps, options }: ExpectedText
): Citation[] {
  const cleaned = clean(text, steps ?? [])
  const markup = steps?.includes('html') ? cleaned : undefined
  return extract(cleaned.text, { removeAmbiguous: options?.remove_ambiguous === 'True', markup })
}

export function percent(part: number, whole: number): string {
  return whole ? ((100 * part) / whole).toFixed(2) : '100.00'
}
