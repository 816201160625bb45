import { named, RULE_NUMBER, RULE_SUBSECTIONS, STATE } from './form_parts.js'
import type { CitationForm } from './tables.js'

const RULE = String.raw`,? ?(?:(?:[Rr]ules?|RULES?|[Rr]\.|[Nn]os?\.|§{1,2}|[Ss]upp\. R\.) ?)?(?<rule>${RULE_NUMBER}|[A-G](?=\(\d)|(?:CV|CR|AT|MJ)-\d{1,2}(?:-\d)?)`
const RULE_OF = String.raw`(?:[Rr]ules?|RULES?) (?<rule>${RULE_NUMBER})${RULE_SUBSECTIONS},? (?:of )?(?:the )?`
/** States in abbreviations of one letter each: `V.R.C.P.`, `M.R.E.`. */
const LETTER_STATE = `(?:${STATE}|(?<state>[ACDHIKMNOSTUVW]\\.?))`

/** The forms of court rules around the name of the rule set, by the keys of the table of codes. */
export const RULE_FORMS: Record<string, CitationForm> = {
  /** `Fed. R. Civ. P. 12(b)(6)`. */
  rule: named(RULE),
  /** `CR 56(c)`, `GR 14.1`: the abbreviation alone is also a word of prose. */
  rule_divided: named(
    String.raw`,? (?:[Rr]ule )?(?<rule>\d{1,3}[A-Z]?(?:[.:]\d{1,4}[A-Z]?){1,3}(?:-\d{1,3})?(?!%)|\d{1,4}[A-Z]?(?:-\d{1,3})?(?= ?\([A-Za-z\d]{1,2}\)))`
  ),
  /** Oregon: `ORCP 47 C`. */
  rule_lettered: named(String.raw`,? (?<rule>\d{1,3} [A-H])`),
  rule_label: named(
    String.raw`,? (?:[Rr]ules?|[Rr]\.?|[Rr]eg\.)? ?(?<rule>[A-Z]?\d{1,5}[A-Z]?\d{0,3}(?:[-–.:]\d{1,6}[A-Za-z]?){0,5})`
  ),
  /** `F.A.C. 64B8-9.003`, `UAC R317-2`. */
  label_divided: named(
    String.raw`,? (?:[Rr]ules?|[Rr]\.?|§)? ?(?<rule>[A-Z]?\d{1,5}[A-Z]?\d{0,3}(?:[-–.:]\d{1,6}[A-Za-z]?){1,5})`
  ),
  /** `Rule 12(b)(6) of the Federal Rules of Civil Procedure`, `Rule 56(c), SCRCP`. */
  rule_of: { before: RULE_OF, after: '', reach: 80 },
  /** `Rule 10b-5` under the Exchange Act. */
  named_rule: {
    before: '',
    after: String.raw`(?<reporter>Rule) (?<rule>\d{2,3}[a-z]?(?:-\d{1,2})?)`,
    leads: ['Rule 10b', 'Rule 14a', 'Rule 16b', 'Rule 13d', 'Rule 144', 'Rule 506'],
  },
  /** `Tenn. R. Civ. P. 56.02`. */
  state_rule: { before: `(?<![A-Z]\\.)${STATE} ?`, after: RULE },
  /** `V.R.C.P. 56(a)`, `N.J.R.E. 702`. */
  letter_rule: { before: `${LETTER_STATE} ?`, after: RULE },
  /** `Rule 56 of the Tennessee Rules of Civil Procedure`, `Rule 56(c), Ala. R. Civ. P.`. */
  state_rule_of: { before: `${RULE_OF}${STATE} ?`, after: '', reach: 80 },
  /** `1st Cir. R. 35.0(a)`, `6 Cir. R. 22`. */
  circuit_rule: {
    before: String.raw`(?<court>\d{1,2}(?:st|d|nd|rd|th)?|Fed\.|D\. ?C\.|D\.C\.|First|Second|Third|Fourth|Fifth|Sixth|Seventh|Eighth|Ninth|Tenth|Eleventh|Federal) ?`,
    after: RULE,
  },
  /** `S.D. Fla. L.R. 26.1(g)(1)`, `N.D. Cal. Civ. L.R. 7-2`, `Bankr. D. Del. L.R. 9013-1`. */
  local_rule: {
    before: String.raw`(?:(?<court>(?:Bankr\. )?(?:[NSEWMC]\. ?D\.|D\.) ?(?:[A-Z][a-z]{1,4}\.?|[A-Z]\. ?[A-Z]\.|W\. ?Va\.|Idaho|Utah|Alaska|Maine|Hawaii|Guam|Iowa|Ohio)(?: Bankr\.)?|(?:Del|Cal|Tex|Fla|Ga|Pa|Md|Va)\. Bankr\.) )?(?:(?:Civ(?:il|\.)|Crim(?:inal|\.)|Patent|Pat\.|Adm(?:iralty|\.)|Mag\.|Bankr\.|ADR|Gen\.|Loc(?:al|\.)) ){0,2}`,
    after: RULE,
  },
  /** `Rule 12(b)(6)` and `Rule 56` alone; {@link withSupport} decides whether a court's rule is meant. */
  bare_rule: {
    before: '',
    after: String.raw`(?<reporter>[Rr]ules?|RULES?|R\.) (?!\d+[a-z]-\d|144\b|506\b)(?<rule>${RULE_NUMBER})`,
    leads: ['Rule ', 'Rules ', 'RULE ', 'RULES ', 'rule ', 'rules '],
  },
  /** New Jersey: `R. 4:46-2(c)`. */
  colon_rule: named(String.raw` ?(?<rule>\d{1,2}:\d{1,3}[A-Z]?(?:-\d{1,3}[A-Z]?)?)`),
  /** `Ark. R. App. P.–Civ. 4(a)`, `Uniform Rules—Courts of Appeal, Rule 2-12.4`. */
  rule_part: named(
    String.raw` ?[-–—] ?[A-Z][A-Za-z]{1,10}\.?(?: [a-z]{2} [A-Z][a-z]{2,8})?,? (?:Rule )?(?<rule>${RULE_NUMBER})`
  ),
  /** `Model Code of Pro. Resp. DR 5-105(B)`, `Canon 9`. */
  code_of_conduct: named(
    String.raw`,? (?:(?:DR|EC) ?(?<rule>\d{1,2}-\d{1,3})|[Cc]anons? (?<canon>\d{1,2}[A-Z]?(?:\.\d{1,2})?))`
  ),
}
