import type { Draft } from './citation.js'

/** Words directly before `Rule 5` that make it a court's rule. */
const COURTS_RULE =
  /(?:Local|Loc\.|Civil|Civ\.|Criminal|Crim\.|Court|Ct\.|Courts|Circuit|Cir\.|Appellate|App\.|Appeals?|Evidence|Evid\.|Bankruptcy|Bankr\.|Trial|Superior|Supreme|District|Probate|Chancery|Admiralty|Procedure|Magistrate|Patent|Juvenile|Family|Habeas) $/
/** Words directly before `Rule 5` that make it another rule. */
const OTHER_RULE =
  /(?:House|Senate|Standing|SEC|CFTC|FINRA|NASD|NYSE|Nasdaq|NASDAQ|MSRB|NFA|Exchange|AAA|JAMS|ICC|UNCITRAL|Golden|School|Club|League|Committee|Board|Game|Shop|Union|Company|Building|House's|Ground|Bar|Assembly|NCAA|FIFA|Rotterdam|Hamburg|Cardinal) $/
/** The owner of a rule or section: `of the House Rules`, `of the lease`. */
const SUBSECTIONS = /^(?: ?\(\w{1,5}\))+/
const OWNER =
  /^[,"”’']*,? ?(?:of|in|to) (?:the |this |that |these |its |our |their |your |his |her |an? )?(?=[A-Za-z'])/
const COURTS_OWNER =
  /^(?:[A-Z][a-z.]+ |[A-Z]\.|of |the |District |and ){0,6}(?:Courts?|Circuit|Civil|Evidence|Criminal|Procedure|Appellate|Bankruptcy|Federal|Local|R\.|Ct\.|rules of court)/
const RULE_SET =
  /\b(?:Rules? of (?:Civil|Criminal|Appellate|Bankruptcy|Evidence|Practice|Court|Professional|Procedure|the (?:Supreme|Superior) Court)|(?:Civil|Local|Evidence|Criminal|Appellate) Rules)\b/
const CODE_OWNER =
  /^(?:[A-Z][A-Za-z.'’-]+,? |[A-Z]\.|of |the |and |& ){0,6}(?:Codes?|Statutes|Stat\.|title|Title|Laws?)\b/
/** The name of a contract, plan, or handbook before or after a section sign. */
const DOCUMENT =
  /^(?:[A-Z][a-z]+ ){0,3}(?:[Aa]greement|[Ll]ease|[Cc]ontract|[Pp]lan|[Pp]olicy|[Hh]andbook|[Mm]anual|[Bb]y-?laws|[Dd]eed|[Ww]ill|[Tt]rust|[Cc]ovenants?|[Oo]rder|[Ii]ndenture|[Ll]icense|[Nn]ote|[Gg]uaranty|[Mm]ortgage)\b/
const DOCUMENT_BEFORE =
  /(?:[Aa]greement|[Ll]ease|[Cc]ontract|[Hh]andbook|[Mm]anual|[Bb]y-?laws|[Dd]eed|[Ii]ndenture|[Pp]urchase [Oo]rder|[Pp]olicy|[Pp]lat|[Pp]lan),?(?: (?:at |in |[Aa]rt(?:icle|\.) [\dIVX]{1,4},? ?))?$/

/** Words before `Rule 5` in a quotation or as its own thing. */
const QUOTED_OR_OWNED = /(?:["“‘']|['’]s |\bas )$/
const ARTICLE_BEFORE = /\b(?:[Aa]rticle|[Aa]rt\.) [\dIVXLC]+,? $/

interface Context {
  readonly text: string
  /** Cited rules and sections with their code, by number. */
  readonly rules: Map<string, Draft>
  readonly sections: Map<string, Draft>
  /** The first cited section by chapter (`13-80-`) or hundred (`3xx`). */
  readonly chapters: Map<string, Draft>
  /** Start of the first mention of a court's rule set. */
  readonly firstRuleSet: number
  readonly hasConstitution: boolean
}

/**
 * Omits the rules, sections, and articles without the name of their code that the text doesn't
 * support: `Rule 56` needs a rule set, `Section 1983` a citation of its code, and
 * `Article I, Section 8` a constitution.
 */
export function withSupport(text: string, drafts: readonly Draft[]): Draft[] {
  const hasBare = drafts.some((draft) => bareKind(draft) || draft.kind === 'section')
  if (!hasBare) return [...drafts]
  const context = contextOf(text, drafts)
  return drafts.flatMap((draft) => {
    if (draft.kind === 'section') return isOfDocument(text, draft) ? [] : [draft]
    const kind = bareKind(draft)
    if (!kind) return [draft]
    const found = SUPPORTS[kind](draft, context)
    if (!found) return []
    return found === draft ? [draft] : [{ ...draft, ...inCodeOf(draft, found) }]
  })
}

type BareKind = 'rule' | 'section' | 'article'

function bareKind({ editions }: Draft): BareKind | undefined {
  const series = editions[0]?.series
  return series?.startsWith('bare_') ? (series.slice(5) as BareKind) : undefined
}

/** The citation with the same code, the draft itself if its code is unknown, or null if unsupported. */
const SUPPORTS: Record<BareKind, (draft: Draft, context: Context) => Draft | null> = {
  rule: ruleSupport,
  section: sectionSupport,
  article: (draft, { text, hasConstitution }) => {
    const { end } = draft.spans.core
    const after = text.slice(end, end + 60)
    return hasConstitution && !OWNER.test(after) ? draft : null
  },
}

function ruleSupport(draft: Draft, { text, rules, firstRuleSet }: Context): Draft | null {
  const { start, end } = draft.spans.core
  const before = text.slice(Math.max(0, start - 24), start)
  if (OTHER_RULE.test(before)) return null
  if (isOwnedByOther(text, end, COURTS_OWNER)) return null
  const rule = draft.groups.rule!
  const known = rules.get(rule) ?? rules.get(/^\d+/.exec(rule)![0])
  const isLower = text[start] === 'r'
  const isDivided = draft.pinCite?.startsWith('(') || /[.:]|\d-\d/.test(rule)
  const isNamed = firstRuleSet < start
  if (isLower) return isDivided && (known ?? isNamed) ? (known ?? draft) : null
  if (isDivided || COURTS_RULE.test(before)) return known ?? draft
  if (QUOTED_OR_OWNED.test(before)) return null
  return known ?? (isNamed ? draft : null)
}

function sectionSupport(draft: Draft, { text, sections, chapters }: Context): Draft | null {
  const { start, end } = draft.spans.core
  if (ARTICLE_BEFORE.test(text.slice(Math.max(0, start - 20), start))) return null
  if (isOwnedByOther(text, end, CODE_OWNER)) return null
  const section = draft.groups.section!
  const known = sections.get(section)
  if (known) return known
  const chapter = chapterOf(section)
  return (chapter && chapters.get(chapter)) || null
}

function isOwnedByOther(text: string, end: number, allowed: RegExp): boolean {
  const after = text.slice(end, end + 100).replace(SUBSECTIONS, '')
  const owner = OWNER.exec(after)
  return owner !== null && !allowed.test(after.slice(owner[0].length))
}

/** Whether a section sign belongs to a contract or another document. */
function isOfDocument(text: string, { spans }: Draft): boolean {
  const { start, end } = spans.core
  const after =
    /^ ?[\w.:-]{0,12}(?:\(\w{1,4}\)){0,4},? of (?:the |this |that |its |our |their )?(?<owner>.{4,50})/.exec(
      text.slice(end, end + 80)
    )
  if (after && DOCUMENT.test(after.groups!.owner!)) return true
  return DOCUMENT_BEFORE.test(text.slice(Math.max(0, start - 40), start).trimEnd())
}

function contextOf(text: string, drafts: readonly Draft[]): Context {
  const rules = new Map<string, Draft>()
  const sections = new Map<string, Draft>()
  const chapters = new Map<string, Draft>()
  const mention = RULE_SET.exec(text)
  let firstRuleSet = mention ? mention.index : Infinity
  let hasConstitution = text.includes('onstitution')
  for (const draft of drafts) {
    if (draft.kind !== 'law' || bareKind(draft)) continue
    const { rule, section } = draft.groups
    const series = draft.editions[0]?.series
    if (series === 'constitution') hasConstitution = true
    if (series === 'court_rule' && rule) {
      firstRuleSet = Math.min(firstRuleSet, draft.spans.core.start)
      addNew(rules, rule, draft)
    }
    if (series !== 'leg_statute' || !section) continue
    addNew(sections, section, draft)
    const chapter = chapterOf(section)
    if (chapter) addNew(chapters, chapter, draft)
  }
  return { text, rules, sections, chapters, firstRuleSet, hasConstitution }
}

function addNew(map: Map<string, Draft>, key: string, draft: Draft) {
  if (!map.has(key)) map.set(key, draft)
}

/** `13-80-102` is in the chapter `13-80-`, `768.72` in `768.`, and 363 among the 300s. */
function chapterOf(section: string): string | undefined {
  const divided = /^.*[-.:](?=[^-.:]+$)/.exec(section)?.[0]
  if (divided) return divided
  return /^\d{3,}/.test(section)
    ? `${section.slice(0, /^\d+/.exec(section)![0].length - 2)}xx`
    : undefined
}

/** The code of another citation, with the section of this one. */
function inCodeOf(draft: Draft, { groups, editions, edition }: Draft): Partial<Draft> {
  const { rule, section } = draft.groups
  return {
    groups: {
      ...groups,
      reporter: draft.groups.reporter!,
      ...(rule ? { rule } : { section: section! }),
    },
    editions,
    ...(edition && { edition }),
  }
}
