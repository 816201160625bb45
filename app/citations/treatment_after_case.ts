/** Statements after a case: history (`rev'd by`) and participles (`was overruled`). */
import { restBetween, type CaseAt } from './treatment_cases.js'
import { contextBefore, isGuarded, isOwnRuling } from './treatment_guards.js'
import type { Phrase } from './treatment_phrases.js'
import type { Sentences } from './treatment_sentences.js'
import { ADVERB, ADVERBS, COURT, isComplete, isObject, MAX_AFTER } from './treatment_wording.js'

/** Maximum number of cases before a phrase that it may describe. */
const MAX_BEFORE = 5

/** Between a case and its history: `, as`, `, holding`. */
const HISTORY = new RegExp(
  `^(?:(?:as|but|and|or|&|then|the|its|opinion|judgment|order|decision|holding|reasoning|analysis|result|rule|conviction|sentence|award|mem\\.|to be|partly|in part) |${ADVERB},? )*$`,
  'i'
)
const AUXILIARY = String.raw`(?:has|have|had|was|were|is|are)`
const ASIDE = String.raw`(?:in turn|of course|in any event|for this reason|to that extent|on its facts|to the extent)`
/** Between a case and a participle: `was later`, `, which has been`. */
const PASSIVE = new RegExp(
  `^(?:(?:which|that|and|but|both of which|a (?:case|decision|holding) (?:that|which)),? )?(?:${ADVERBS}|${ASIDE},? )${AUXILIARY},? ?(?:${ASIDE},? )?${ADVERBS}$`,
  'i'
)
/** In the sentence after a citation: `. That case is`. */
const NEXT_SENTENCE = new RegExp(
  `^\\.[”"]? (?:${ADVERB}, )?(?:[Tt]hat|[Tt]hose|[Bb]oth) (?:cases?|decisions?|opinions?|holdings?|authorities|authority),? (?:${ADVERB},? )?${AUXILIARY},? ${ADVERBS}$`
)
/** Between a case and an active verb: `, which we`, `, a case the Court has`. */
const RELATIVE = new RegExp(
  `^(?:which|that|a (?:case|decision|holding)(?: (?:that|which))?) ${COURT} (?:has |have |had )?${ADVERBS}$`,
  'i'
)
/** Clauses between a case and its verb: `, on which plaintiff relies, is`. */
const INSERTED = [
  /^(?:(?:up)?on which|(?:and )?(?:the )?(?:other )?cases? (?:cited|relied)|cited|relied|to the extent|insofar as|and (?:its progeny|other|any|all|similar))[^.;()]{0,140}?[,\s](?=(?:\w+ly |thus |therefore,? )?(?:has|have|had|was|were|is|are)\b[^,;]{0,40}$)/i,
  /^(?:which|where|in which|a case|decided)\b[^.;()]{0,140}, (?=(?:\w+ly |thus |therefore,? )?(?:has|have|had|was|were|is|are)\b[^,;]{0,40}$)/i,
]
/** Before a case whose object complement follows: `we find Foo, 1 F.3d 1, distinguishable`. */
const FINDS =
  /\b(?:finds?|found|considers?|considered|deems?|think|thinks|held|hold|is|are)\b[^.;,()]{0,60}$/i

/** Index of the case before a phrase that it describes. */
export function caseBefore(
  text: string,
  cases: readonly CaseAt[],
  next: number,
  phrase: Phrase,
  sentences: Sentences
): number | undefined {
  const { kind, form, start, end } = phrase
  if (form === 'doing') return undefined
  const after = text.slice(end, end + MAX_AFTER)
  for (let at = next - 1; at >= Math.max(0, next - MAX_BEFORE); at--) {
    const one = cases[at]!
    if (one.end > start) continue
    const whole = restBetween(text, one, start)
    if (whole === null) continue
    const rest = withoutInserted(whole)
    if ((form === 'short' || form === 'done') && HISTORY.test(rest)) {
      if (!isHistory(text, one, phrase, after, cases[next])) return undefined
      return isComplete(phrase, after) ? at : undefined
    }
    const isAdjacent =
      form === 'state' &&
      HISTORY.test(rest) &&
      FINDS.test(text.slice(Math.max(0, one.start - 80), one.start))
    if (!isAdjacent && !describes(form, rest)) continue
    const sentence = sentences.around({ start: one.core, end: one.core })
    // A name may start with other words: `If Foo`.
    const before = contextBefore(text.slice(sentence.start, one.core))
    const last = sentences.around({ start, end })
    const isQuestion = text.slice(last.start, last.end).trimEnd().endsWith('?')
    if (isGuarded({ before: `${before}${rest}`, isQuestion })) return undefined
    if (kind === 'overruled' && isOwnRuling(before)) return undefined
    return isComplete(phrase, after) ? at : undefined
  }
  return undefined
}

function withoutInserted(rest: string): string {
  if (rest.length > 220) return rest
  return INSERTED.reduce((left, clause) => left.replace(clause, ''), rest)
}

function describes(form: Phrase['form'], rest: string): boolean {
  if (form !== 'short' && RELATIVE.test(rest)) return true
  return form !== 'base' && form !== 'third' && (PASSIVE.test(rest) || NEXT_SENTENCE.test(rest))
}

/** Text after a participle that is history, not the verb of a sentence: `reversed by`, `overruled, 2 U.S. 2`. */
const AFTER_HISTORY =
  /^(?:\s*$|['’]?[.,;:)\]”"]|\s*(?:[([]|\d|(?:by|in|on|sub nom|nom\.|as|per|mem\b|without|with|at \d|en banc|to the extent|insofar|under|pursuant|cert\b|certiorari|reh['’]?g|rehearing|aff|rev['’]|vacat|remand|and (?:remanded|aff|rev|vacat|super|cert|modif|dismiss|reh|order|judgment|case|opinion)|since|subsequently|to its|Jan\.|Feb\.|Mar\.|Apr\.|May \d|June \d|July \d|Aug\.|Sept\.|Oct\.|Nov\.|Dec\.)))/i
/** The court of a case is the subject: `the court in Foo, 1 F.3d 1, affirmed`. */
const COURT_IN =
  /\b(?:court|panel|judge|justice|circuit|majority|we)\b[^;.]{0,50}\b(?:in|of|that decided)\s*$/i
const IN_CASE = /(?:^|[.;] |["“])In\s*$/

function isHistory(
  text: string,
  one: CaseAt,
  { kind, form, start, end }: Phrase,
  after: string,
  next: CaseAt | undefined
): boolean {
  if (form === 'short') return true
  // `Foo, 1 U.S. 1, overruled Bar, 2 U.S. 2`
  if (next && isObject(kind, text.slice(end, Math.max(end, next.start))))
    return next.start === next.core
  if (!AFTER_HISTORY.test(after)) return false
  const before = text.slice(Math.max(0, one.start - 80), one.start)
  const isPassive = /^,? (?:by|sub nom)/.test(after) || text[start - 1] === '('
  return isPassive || !(COURT_IN.test(before) || (IN_CASE.test(before) && /^ on/.test(after)))
}
