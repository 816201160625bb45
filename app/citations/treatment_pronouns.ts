/** Statements about the last cited case by a pronoun: `Foo, 1 U.S. 1, … it is overruled`. */
import { restBetween, type CaseAt } from './treatment_cases.js'
import { contextBefore, isGuarded, isOwnRuling } from './treatment_guards.js'
import type { Phrase, TreatmentKind } from './treatment_phrases.js'
import type { Sentences } from './treatment_sentences.js'
import { ADVERBS, COURT, isComplete } from './treatment_wording.js'

const CASE = String.raw`(?:[Tt]hat|[Tt]hose) (?:cases?|decisions?|opinions?|holdings?|rules?|authorit(?:y|ies)|precedents?|line of cases)`
const SUBJECT = new RegExp(
  `\\b([Ii]t|[Tt]hey|${CASE}) (?:has|have|had|was|were|is|are) ${ADVERBS}$`
)
const OBJECT = new RegExp(
  `^ (it|them|${CASE}|(?:its|their) (?:reasoning|holdings?|rules?|lead|analysis|rationale|approach|result))\\b`
)
const WE = new RegExp(`\\b${COURT}(?: (?:has|have|had))? ${ADVERBS}$|\\band ${ADVERBS}$`)
/** Maximum text between a case and a statement about it in the same sentence. */
const MAX_BETWEEN = 250

const KINDS: ReadonlySet<TreatmentKind> = new Set([
  'overruled',
  'abrogated',
  'declined_to_follow',
  'distinguished',
  'limited',
  'followed',
])

/** Index of the case that a pronoun next to a phrase means: the only one before it in the sentence, or at the end of the previous sentence. */
export function caseOfPronoun(
  text: string,
  cases: readonly CaseAt[],
  next: number,
  phrase: Phrase,
  sentences: Sentences
): number | undefined {
  const { kind, form, start, end } = phrase
  const one = cases[next - 1]
  if (!KINDS.has(kind) || form === 'short' || form === 'doing' || !one || one.end > start)
    return undefined
  if (start - one.end > 2 * MAX_BETWEEN) return undefined
  const sentence = sentences.around({ start, end })
  const before = text.slice(sentence.start, start)
  const near = before.slice(-120)
  const isSubject = form === 'done' || form === 'state'
  const subject = isSubject && kind !== 'followed' ? SUBJECT.exec(near)?.[1] : undefined
  const object = WE.test(near) ? OBJECT.exec(text.slice(end, end + 60))?.[1] : undefined
  const pronoun = subject ?? object
  if (!pronoun || !isMeant(text, cases, next - 1, sentence.start, { start, pronoun }))
    return undefined
  const isQuestion = text.slice(sentence.start, sentence.end).trimEnd().endsWith('?')
  if (isGuarded({ before: contextBefore(before), isQuestion })) return undefined
  if (kind === 'overruled' && isOwnRuling(near)) return undefined
  return isComplete(phrase, text.slice(end, end + MAX_BETWEEN), object && before)
    ? next - 1
    : undefined
}

/** Whether a case is the only one that a pronoun can mean. */
function isMeant(
  text: string,
  cases: readonly CaseAt[],
  at: number,
  sentence: number,
  { start, pronoun }: { start: number; pronoun: string }
): boolean {
  const [one, previous] = [cases[at]!, cases[at - 1]]
  if (one.core >= sentence) {
    const isOnly =
      !previous || previous.core < sentence || /^(?:they|them|those|their)/i.test(pronoun)
    return isOnly && start - one.end <= MAX_BETWEEN
  }
  // In the previous sentence, which ends with the citation.
  return (
    /^that|^those/i.test(pronoun) && /^\.?$/.test(restBetween(text, one, sentence)?.trim() ?? 'x')
  )
}
