/** Reads the citations of a text for an analysis in a thread. */
import {
  extractTextCitations,
  isComplete,
  type CaseInText,
  type Label,
  type Reference,
} from '../../lookup/text_citations.js'

/** A case with its number of references by kind. */
export interface AnalyzedCase extends Pick<CaseInText, 'reports' | 'name' | 'year'> {
  references: [label: Label, count: number][]
}

/** The first entries of a list. */
export interface Listed<T> {
  items: T[]
  /** Number of entries in the complete list. */
  total: number
}

export interface AnalyzedText {
  /** Number of citations in the text. */
  occurrences: number
  cases: AnalyzedCase[]
  /** Number of cases beyond the maximum. */
  skipped: number
  statutes: Listed<{ text: string; references: number }>
  unresolved: Listed<Reference & { count: number }> & { occurrences: number }
  /** Distinct citations that can be looked up. */
  reports: string[]
  /** Citations without a volume or page. */
  incomplete: string[]
}

export interface AnalyzeTask {
  text: string
  /** Maximum entries of a list. */
  maxEntries: number
}

/** Maximum number of cases, more than any decision cites. */
const MAX_CASES = 5_000

export default function analyze({ text, maxEntries }: AnalyzeTask): AnalyzedText {
  const { all, cases, statutes, unresolved } = extractTextCitations(text)
  const kept = cases.slice(0, MAX_CASES)
  const reports = [...new Set(kept.flatMap((each) => each.reports))]
  return {
    occurrences: all.length,
    cases: kept.map((each) => ({
      reports: each.reports,
      name: each.name,
      year: each.year,
      references: countsOf(each.references),
    })),
    skipped: cases.length - kept.length,
    statutes: {
      total: statutes.length,
      items: statutes
        .slice(0, maxEntries)
        .map((each) => ({ text: each.text, references: each.references.length })),
    },
    unresolved: {
      total: unresolved.length,
      occurrences: unresolved.reduce((sum, { count }) => sum + count, 0),
      items: unresolved.slice(0, maxEntries),
    },
    reports: reports.filter(isComplete),
    incomplete: reports.filter((report) => !isComplete(report)),
  }
}

function countsOf(all: readonly Reference[]): [Label, number][] {
  const counts = new Map<Label, number>()
  for (const { label } of all) counts.set(label, (counts.get(label) ?? 0) + 1)
  return [...counts]
}
