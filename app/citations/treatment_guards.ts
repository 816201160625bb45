/** Contexts in which a phrase states no treatment: negations, hypotheticals, arguments of parties. */

const NEGATION =
  /\b(?:not|never|nor|neither|cannot|without|nothing|none|hardly|short of|rather than|instead of|no (?:court|case|decision|authority|opinion|panel|need|reason|basis|occasion|one)|unnecessary|unwilling|(?:declin|refus|reject|disagree|hesitat|resist|oppos)\w*|(?:den(?:y|ied|ying)) (?:that|having))\b|n['’]t\b/i
const MODAL =
  /\b(?:would|should|could|might|may|must|can|cannot|ought|shall|to|were|need|needs|let|before|until|unless|by|for|against|toward|consider(?:s|ed|ing)?|about|possib\w+|potential\w*|likely|perhaps)(?:,? (?:\w+ly|now|also|even|be|have|been|has|then|thus|so|simply|either|both))*\s*$/i
const MODAL_ANYWHERE = /\b(?:would|should|could|might|may|must|cannot|ought)\b/i
const HYPOTHESIS =
  /\b(?:if|whether|unless|until|assuming|suppos(?:e|ing)|hypothetical\w*|in the event|provided that|lest|as though|as if)\b/i
const ARGUMENT =
  /(?<!\b(?:we|I|[Cc]ourt|[Cc]ircuit|[Pp]anel|[Mm]ajority) (?:\w+ly )?)\b(?:argu(?:e[sd]?|ing|ments?|ably)|contend(?:s|ed|ing)?|contentions?|assert(?:s|ed|ing|ions?)?|claim(?:s|ed|ing)? (?:that|to)|maintain(?:s|ed|ing)?|urg(?:e[sd]?|ing)|ask(?:s|ed|ing)?|invit\w+|suggest\w*|submit(?:s|ted|ting)?|insist\w*|alleg\w+|believ\w+|according to|posit(?:s|ed)?|request\w*|seek(?:s|ing)?|sought|wish(?:es|ed)?|attempt\w*|tr(?:y|ies|ied|ying) to|efforts?|petitions? (?:us|this)|relies|predict\w*|advocat\w*|propos\w*|complain\w*|theory|in (?:his|her|its|their) (?:view|brief|reply))\b/i
/** A party as the subject directly before a phrase. */
const PARTY_SUBJECT =
  /\b(?:plaintiffs?|defendants?|appell(?:ants?|ees?)|petitioners?|respondents?|movants?|counsel|government|commonwealth|prosecut(?:ion|or)|amic(?:us|i)|claimants?|relators?|debtors?|trustee|he|she|they|parties|party|brief)(?:['’]s? \w+)?,?(?: (?:\w+ly|also|then|has|have|had|now|is|are|was|were|in))*\s*$/i
/** A ruling of a judge, not of a later case. */
const OWN_RULING =
  /\b(?:objections?|motions?|demurrers?|exceptions?|pleas?|points? of error|assignments?(?: of error)?|issues?|grounds? of error|requests?)\b/i

/** Maximum length of the context before a phrase. */
const MAX_CONTEXT = 260
const NEAR = 40

export interface GuardedText {
  /** The sentence before the case or phrase. */
  readonly before: string
  /** Whether the sentence is a question. */
  readonly isQuestion: boolean
}

/** The part of a sentence before a phrase, from the parenthesis that contains it. */
export function contextBefore(sentence: string): string {
  let depth = 0
  const from = Math.max(0, sentence.length - MAX_CONTEXT)
  for (let place = sentence.length - 1; place >= from; place--) {
    const unit = sentence[place]
    if (unit === ')') depth++
    else if (unit === '(' && --depth < 0) return sentence.slice(place + 1)
  }
  return sentence.slice(from)
}

/** Whether the context makes a phrase in prose a negation, a hypothesis, or an argument of a party. */
export function isGuarded({ before, isQuestion }: GuardedText): boolean {
  if (isQuestion) return true
  const statement = before.slice(before.lastIndexOf(';') + 1)
  const clause = clauseOf(statement)
  return (
    NEGATION.test(clause) ||
    MODAL.test(clause) ||
    MODAL_ANYWHERE.test(clause) ||
    HYPOTHESIS.test(statement) ||
    ARGUMENT.test(statement) ||
    PARTY_SUBJECT.test(clause)
  )
}

/** Whether the sentence before a phrase is about a ruling on a motion or objection. */
export function isOwnRuling(before: string): boolean {
  return OWN_RULING.test(before.slice(-160))
}

/** The last clause, or the last words if it is short. */
function clauseOf(statement: string): string {
  const comma = Math.max(statement.lastIndexOf(', '), statement.lastIndexOf('—'))
  return statement.slice(Math.min(comma < 0 ? 0 : comma + 1, Math.max(0, statement.length - NEAR)))
}
