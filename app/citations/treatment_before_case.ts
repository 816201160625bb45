/** Statements before a case: `overruling Foo`, `we overrule Foo`, `distinguishable from Foo`. */
import { restBetween, type CaseAt } from './treatment_cases.js'
import { contextBefore, isGuarded } from './treatment_guards.js'
import type { Phrase } from './treatment_phrases.js'
import type { Sentences } from './treatment_sentences.js'
import {
  ADVERB,
  ADVERBS,
  HISTORY_KINDS,
  isComplete,
  isObject,
  MAX_AFTER,
} from './treatment_wording.js'

const BEFORE_DOING = new RegExp(
  `(?:^|[(,;:—–“"\\[]|\\b(?:and|but|or|also|while|in|thereby|thus|courts?|decisions?|opinions?|cases?|orders?|judgments?|ruling|see|e\\.g\\.,?|cf\\.|Cir\\.|${ADVERB}))\\s*(?:${ADVERB} )*$`,
  'i'
)
const BEFORE_FOLLOWING =
  /(?:\(|\[|\bin |\b[Cc]ourts |\b(?:[Cc]ourt|[Cc]ircuit|[Pp]anel|[Mm]ajority|we), )(?:\w+ly )?$/
/** After the case of a sentence that starts with `Following`. */
const WE_FOLLOW = /^(?:we|I|this [Cc]ourt|our [Cc]ourt)\b/
const BEFORE_BASE = new RegExp(
  `(?:^|[\\s(“"])(?:we|I)(?:,? (?:therefore|accordingly|thus|hence|too|do|consequently),?)? ${ADVERBS}(?:and )?$|\\b(?:[Ww]e|I) (?!${ADVERBS}(?:do|can|need)\\b)[^.;()]{1,80} and ${ADVERBS}$`,
  'i'
)
const BEFORE_THIRD = new RegExp(
  `(?:\\b(?:court|circuit|majority|panel|plurality|opinion|decision|today|Congress|amendment|Act|statute|which)|[)\\d],?) ${ADVERBS}$`,
  'i'
)
const BEFORE_FOLLOWED = new RegExp(
  `(?:\\b(?:we|I|[Cc]ourts?|[Cc]ircuits?|[Mm]ajority|[Pp]anels?|has|have|had|and|[Dd]ivision|[A-Z]\\w+)|[)\\d],)(?: in [A-Z][\\w .]{0,40})? ${ADVERBS}$`
)
const FROM =
  /^ from (?:(?:that|those|the \w+(?: \w+)?) (?:presented |at issue |involved )?in |cases like |cases such as )?$/

/** Whether a phrase describes the next case. */
export function describesNext(
  text: string,
  cases: readonly CaseAt[],
  next: number,
  phrase: Phrase,
  sentences: Sentences
): boolean {
  const one = cases[next]
  const { kind, form, start, end } = phrase
  if (!one || form === 'short' || one.core - end > MAX_AFTER) return false
  const gap = text.slice(end, Math.max(one.start, end))
  const isDirect = form === 'state' ? FROM.test(`${gap.trimEnd()} `) : isObject(kind, gap)
  if (!isDirect) return false
  const isNamed = one.start < one.core || !/^\s*$/.test(gap)
  if (form === 'done' && HISTORY_KINDS.has(kind) && !isNamed) return false
  const sentence = sentences.around({ start, end: one.core })
  if (sentence.start > start) return false
  const before = contextBefore(text.slice(sentence.start, start))
  const isQuestion = text.slice(sentence.start, sentence.end).trimEnd().endsWith('?')
  if (!isActive(text, one, phrase, before)) return false
  if (isGuarded({ before, isQuestion })) return false
  return isComplete(phrase, '', before)
}

function isActive(
  text: string,
  one: CaseAt,
  { kind, form, start }: Phrase,
  before: string
): boolean {
  const context = text[start - 1] === '(' ? '(' : before
  switch (form) {
    case 'doing':
      if (kind !== 'followed') return BEFORE_DOING.test(context)
      return (
        BEFORE_FOLLOWING.test(context) || (!before.trim() && WE_FOLLOW.test(restAfter(text, one)))
      )
    case 'base':
      return BEFORE_BASE.test(before)
    case 'third':
      return BEFORE_THIRD.test(before)
    case 'done':
      if (/\b(?:was|were|been|is|are|be|being) (?:\w+ly )?$/.test(before)) return false
      return kind === 'followed' ? BEFORE_FOLLOWED.test(before) : true
    default:
      return true
  }
}

/** The text after a case, without its date. */
function restAfter(text: string, one: CaseAt): string {
  return restBetween(text, one, Math.min(text.length, one.end + MAX_AFTER)) ?? ''
}
