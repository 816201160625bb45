/**
 * Treatment of cited cases, as stated in the text near their citations:
 * history (`rev'd`), citing verbs (`overruling`), and participles (`was
 * questioned in`).
 */
import type { Citation } from './citation.js'
import { caseBefore } from './treatment_after_case.js'
import { describesNext } from './treatment_before_case.js'
import { casesAt, firstAfter, type CaseAt } from './treatment_cases.js'
import { caseOfPronoun } from './treatment_pronouns.js'
import { phrasesIn, type Phrase, type TreatmentKind } from './treatment_phrases.js'
import { Sentences } from './treatment_sentences.js'

/** A statement about a cited case. */
export interface Treatment {
  readonly citation: Citation
  readonly kind: TreatmentKind
  /** The sentence with the statement, at most 600 UTF-16 units. */
  readonly sentence: string
  /** The phrase as written. */
  readonly phrase: string
}

interface Statement {
  readonly phrase: Phrase
  /** Whether it follows the citation. */
  readonly isHistory: boolean
}

/** Maximum text from `cert. denied` to its citation. */
const MAX_BETWEEN = 200
/** Maximum number of cases in a list that a phrase describes. */
const MAX_LISTED = 10

/**
 * Finds the statements of a text about the cases that it cites. Each full or
 * short citation of a case has at most one. The cost is linear in the length
 * of the text.
 *
 * @param citations of the text, in their order
 * @param groups citations of each case, as resolved
 */
export function findTreatments(
  text: string,
  citations: readonly Citation[],
  groups: readonly (readonly Citation[])[]
): Treatment[] {
  const cases = casesAt(text, citations, groups)
  const sentences = new Sentences(text, citations)
  const stated = new Map<CaseAt, Statement>()
  for (const phrase of phrasesIn(text)) {
    const next = firstAfter(cases, phrase.end)
    const earlier =
      caseBefore(text, cases, next, phrase, sentences) ??
      caseOfPronoun(text, cases, next, phrase, sentences)
    const found =
      earlier !== undefined
        ? listUpTo(text, cases, decisionOf(text, cases, earlier, stated), phrase)
        : describesNext(text, cases, next, phrase, sentences)
          ? listFrom(text, cases, next, phrase)
          : []
    for (const one of found) {
      const known = stated.get(one)
      const statement = { phrase, isHistory: earlier !== undefined }
      if (!known || replaces(statement, known)) stated.set(one, statement)
    }
  }
  return cases.flatMap((one) => {
    const statement = stated.get(one)
    if (!statement) return []
    const { kind, start, end } = statement.phrase
    const kept = { start: Math.min(start, one.core), end: Math.max(end, one.end) }
    const sentence = sentences.quote(sentences.around(kept), kept)
    const phrase = text.slice(start, end)
    return one.citations.map((citation) => ({ citation, kind, sentence, phrase }))
  })
}

/**
 * The decision that a further event concerns: denials of certiorari and rehearing are cited after
 * it (`Foo, cert. denied, 2 U.S. 2`).
 */
function decisionOf(
  text: string,
  cases: readonly CaseAt[],
  at: number,
  stated: ReadonlyMap<CaseAt, Statement>
): number {
  const one = cases[at]!
  const previous = cases[at - 1]
  if (!previous || one.core - previous.end > MAX_BETWEEN) return at
  const phrase = stated.get(previous)?.phrase
  if (phrase && CERTIORARI.has(phrase.kind) && phrase.start >= previous.end)
    return /[;()]/.test(text.slice(phrase.end, one.core)) ? at : at - 1
  const between = text.slice(previous.end, one.core).replace(/\([^()]*\)/g, '')
  return REHEARING.test(between) ? at - 1 : at
}

const REHEARING =
  /^[^;A-Z]{0,60}\b(?:reh['’]?g|rehearing|review|appeal|leave|pet\.|petition)[^;()]{0,40} (?:denied|granted|dismissed|den\.),? $/
const CERTIORARI: ReadonlySet<TreatmentKind> = new Set(['cert_granted', 'cert_denied'])
const INVALIDATES: ReadonlySet<TreatmentKind> = new Set([
  'overruled',
  'abrogated',
  'superseded_by_statute',
])
const ENDS: ReadonlySet<TreatmentKind> = new Set(['reversed', 'vacated'])
const OPENS: ReadonlySet<TreatmentKind> = new Set(['affirmed', ...CERTIORARI])

/** Whether a later statement about a citation is more important: the first one counts otherwise. */
function replaces({ phrase: later }: Statement, { phrase: known }: Statement): boolean {
  if (INVALIDATES.has(later.kind)) return !INVALIDATES.has(known.kind)
  if (ENDS.has(later.kind)) return OPENS.has(known.kind)
  return later.kind !== known.kind && CERTIORARI.has(known.kind)
}

/** Between the cases of a list. */
const LISTED = /^(?:\s?\([^()]{1,60}\)){0,2}[,;]?(?: (?:and|or|&|as well as)|(?<=[,;]))(?: in)? $/

/** A case and the further cases of a list: `overruling Foo, 1 U.S. 1, and Bar, 2 U.S. 2`. */
function listFrom(
  text: string,
  cases: readonly CaseAt[],
  first: number,
  { kind }: Phrase
): CaseAt[] {
  const found = [cases[first]!]
  if (kind === 'followed') return found
  for (let at = first + 1; at < cases.length && found.length < MAX_LISTED; at++) {
    const gap = text.slice(cases[at - 1]!.end, Math.max(cases[at]!.start, cases[at - 1]!.end))
    if (!LISTED.test(gap)) break
    found.push(cases[at]!)
  }
  return found
}

/** A case and the cases before it in a list: `Foo, 1 U.S. 1, and Bar, 2 U.S. 2, were overruled`. */
function listUpTo(
  text: string,
  cases: readonly CaseAt[],
  last: number,
  { start }: Phrase
): CaseAt[] {
  const found = [cases[last]!]
  if (
    !/\b(?:are|were|have)(?: (?:\w+ly|since|both|been|also|each|all|now|hereby|to that extent))* $/.test(
      text.slice(Math.max(0, start - 60), start)
    )
  )
    return found
  for (let at = last - 1; at >= 0 && found.length < MAX_LISTED; at--) {
    const [one, following] = [cases[at]!, cases[at + 1]!]
    const gap = text.slice(one.end, Math.max(following.start, one.end))
    if (!LISTED.test(gap)) break
    found.push(one)
  }
  return found
}
