/** Wording shared by statements before and after a case. */
import type { Phrase, TreatmentKind } from './treatment_phrases.js'

/** Maximum text after a phrase or case to read. */
export const MAX_AFTER = 200

export const ADVERB = String.raw`(?:\w{2,}ly|since|now|later|also|then|thereafter|often|long|itself|again|further|thus|been|today|hereby|in turn|in effect|sub silentio|just|too|both|all|each|quite|therefore|however|moreover|respectfully)`
export const ADVERBS = String.raw`(?:${ADVERB},? )*`
export const COURT = String.raw`(?:we|I|it|(?:this|the|that|our|another|a later) (?:\w+ ){0,4}(?:[Cc]ourt|[Cc]ircuit|[Pp]anel|[Mm]ajority)|(?:the )?[A-Z]\w+ Circuit|Congress|the [Ll]egislature)`

const NOUN = String.raw`(?:decisions?|opinions?|holdings?|rules?|rulings?|reasoning|analysis|results?|rationale|approach|validity|soundness|correctness|vitality|viability|wisdom|cases?|judgments?|precedents?|tests?|standards?|doctrine|dict(?:a|um)|portions?|part|reach|scope|application|interpretation|line of cases|logic|teachings?|authority|principles?|conclusion|lead|views?|construction|language|statements?|propriety)`
const WORD = String.raw`(?:(?!(?:to|for|on|with|against|under|that|because|in|by|as|and|from)\b)[a-z][a-z’'-]*|[A-Z][\w.]*(?:['’]s)?)`
const NAME = String.raw`(?:(?:[A-Z][\w.'’&-]*|of|the|v\.|&|in re),? ){0,8}`
/** From a verb to the name of its object. */
const OBJECT = new RegExp(
  `^\\s+(?:(?:the|our|its|their|such|much of|part of|aspects? of|all|both|in part) )*(?:(?:${WORD} ){0,6}${NOUN}(?:,? and ${NOUN})?,? (?:(?:[a-z]+ed|taken|set (?:forth|out)|made|reached) )?(?:(?:of|in|from|by|such as|like) )?(?:(?:the|that) (?:\\w+ ){0,2}(?:[Cc]ourt|[Mm]ajority|[Pp]anel|plurality) (?:of|in) )?)?(?:(?:of|in) )?${NAME}$`
)
const DIRECT = new RegExp(`^\\s+(?:(?:the|our|its) (?:decision|opinion|judgment) in )?${NAME}$`)
/** Verbs of a higher court, whose object is the case itself. */
export const HISTORY_KINDS: ReadonlySet<TreatmentKind> = new Set([
  'reversed',
  'vacated',
  'affirmed',
  'modified',
])

/** Whether the text between a verb and the name of a case makes the case its object. */
export function isObject(kind: TreatmentKind, gap: string): boolean {
  if (
    gap.length > MAX_AFTER ||
    /^ in [A-Z]/.test(gap) ||
    (/ in $/.test(gap) && !/ \w+ in $/.test(gap))
  )
    return false
  return (HISTORY_KINDS.has(kind) ? DIRECT : OBJECT).test(`${gap.trimEnd()} `)
}

const STATUTE =
  /\bstatut|\bAct\b|§|\bU\.? ?S\.? ?C\.|amend|\brules?\b|legislat|Pub\. ?L|regulation|\bCode\b|constitutional|Congress/i
const BY_LAW =
  /^[^.;]{0,120}?(?:\bstatut|\bAct\b|§|U\.? ?S\.? ?C\.|amend|\b[Rr]ules?\b|legislat|Pub\. ?L|regulation|\bCode\b)/
const LIMITS =
  /^[,\s]*(?:(?:strictly|narrowly|solely|largely|only) )?(?:by|in|on other|to (?:its|the|their|this|those|cases|situations|instances|claims|circumstances|such)|[),.;])/

/**
 * Whether the words are there that a kind needs.
 *
 * @param after text after the phrase
 * @param before text before the phrase, if it comes before its case
 */
export function isComplete({ kind, form }: Phrase, after: string, before?: string): boolean {
  if (form === 'short') return true
  if (kind === 'superseded_by_statute')
    return before === undefined ? BY_LAW.test(after) : STATUTE.test(before)
  // `followed by` can mean the next citation.
  if (kind === 'followed' && before === undefined) return !/^ by\b/.test(after)
  return kind !== 'limited' || before !== undefined || LIMITS.test(after)
}
