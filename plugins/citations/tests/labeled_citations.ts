/** Texts with labeled citations (`labeled/README.md`), and how many of them the extractor finds. */
import { readdirSync, readFileSync } from 'node:fs'
import { clean } from '#app/citations/clean'
import type { Citation } from '#app/citations/citation'
import { makeExtractor } from '#app/citations/extractor'
import { citationTables } from '../citation_tables.js'

const FOLDER = new URL('labeled/', import.meta.url)

/** A group of labels whose citations have the same kind. */
export type LabelGroup = 'case' | 'short' | 'id' | 'supra' | 'law' | 'journal'

interface Mark {
  label: string
  start: number
  end: number
}

export interface LabeledText {
  name: string
  text: string
  marks: Mark[]
}

export interface Score {
  label: string
  found: number
  missed: string[]
  wrong: string[]
}

const GROUPS: Record<string, LabelGroup> = {
  case: 'case',
  short: 'short',
  id: 'id',
  supra: 'supra',
  journal: 'journal',
  statute: 'law',
  session_law: 'law',
  regulation: 'law',
  rule: 'law',
  constitution: 'law',
  treaty: 'law',
  restatement: 'law',
}
const KINDS: Record<Citation['kind'], LabelGroup> = {
  case: 'case',
  parallel: 'case',
  neutral: 'case',
  short: 'short',
  reference: 'short',
  supra: 'supra',
  id: 'id',
  law: 'law',
  section: 'law',
  journal: 'journal',
}

export function readLabeledTexts(): LabeledText[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.txt'))
    .map((name) => readMarks(name, readFileSync(new URL(name, FOLDER), 'utf8')))
}

function readMarks(name: string, source: string): LabeledText {
  const marked = source.replaceAll(/^#.*\n/gm, '')
  const marks: Mark[] = []
  let text = ''
  let end = 0
  for (const { 0: whole, 1: label, 2: inside, index } of marked.matchAll(/⟦(\w+)\|([^⟧]*)⟧/g)) {
    text += marked.slice(end, index)
    marks.push({ label: label!, start: text.length, end: text.length + inside!.length })
    text += inside
    end = index + whole.length
  }
  return { name, text: text + marked.slice(end), marks }
}

/** Compares the citations that the extractor finds with the labels. */
export function scoreTexts(texts: readonly LabeledText[]): Score[] {
  const extract = makeExtractor(citationTables())
  const scores = new Map<string, Score>()
  const of = (label: string) => {
    const score = scores.get(label) ?? { label, found: 0, missed: [], wrong: [] }
    scores.set(label, score)
    return score
  }
  for (const { name, text, marks } of texts) {
    const cleaned = clean(text, ['all_whitespace'])
    const found = extract(cleaned.text).map((citation) => {
      const { start, end } = citation.spans.withPin
      const core = citation.spans.core
      return {
        citation,
        group: KINDS[citation.kind],
        start: cleaned.origin[Math.min(start, core.start)]!,
        end: cleaned.origin[Math.max(end, core.end) - 1]! + 1,
      }
    })
    const used = new Set<object>()
    const around = ({ start, end }: { start: number; end: number }) =>
      `${name}: …${text.slice(Math.max(0, start - 40), start)}⟦${text.slice(start, end)}⟧${text.slice(end, end + 25)}`.replaceAll(
        '\n',
        ' '
      )
    for (const mark of marks) {
      const over = found.filter(({ start, end }) => start < mark.end && end > mark.start)
      if (mark.label === 'other') {
        over.forEach((one) => used.add(one))
        continue
      }
      const group = GROUPS[mark.label]!
      const same = over.filter((one) => one.group === group || isEitherWay(one.group, group))
      same.forEach((one) => used.add(one))
      if (same.length) of(mark.label).found++
      else of(mark.label).missed.push(around(mark))
    }
    for (const one of found)
      if (!used.has(one))
        of(one.group === 'law' ? 'law' : one.group).wrong.push(
          `${one.citation.kind} ${around(one)}`
        )
  }
  return [...scores.values()]
}

/**
 * A repeated neutral citation with a paragraph is a short form for a reader and a full citation for
 * the extractor, and `Baral, supra, 1 Cal.5th at p. 384` is both.
 */
const isEitherWay = (one: LabelGroup, other: LabelGroup) =>
  ['case', 'short', 'supra'].includes(one) && ['short', 'supra'].includes(other)
