import type { CitationForm, CitationTables, CodeRow, Publication } from './tables.js'

/** A section with letters, hyphens, and dots: `2000e-2`, `78j`, `240.10b-5`, `9A.32.030`, `2C:11-3`. */
export const SECTION = String.raw`\d{1,6}[A-Za-z]{0,3}\d{0,2}(?:[-–.:/]\d{1,6}[A-Za-z]{0,3}|[-–.][A-Za-z]{1,2}\d{0,4}(?![A-Za-z])){0,6}`
/** A section with at least one dot or colon, where the abbreviation alone is also a word of prose. */
const DOTTED = String.raw`\d{1,5}[A-Z]?(?:[.:]\d{1,5}[A-Za-z]?)(?:[-.]\d{1,5}[A-Za-z]?){0,3}`
const DASHES = String.raw`(?:[-–]\d{1,4}(?:\.\d{1,3})?[A-Z]?){1,4}`
const DASHED = String.raw`\d{1,3}[A-Z]?${DASHES}`
const SIGN = String.raw`(?:§{1,2}|[Ss]ec(?:tion|t|s)?s?\.?|SECTION|[Ss]ections)`
const TITLE = String.raw`(?<title>\d{1,3}(?:-?[A-Z])?)`
const TITLE_BEFORE = String.raw`(?:[Tt]it(?:le|\.) )?${TITLE}\)?,?\s+`
const SUBSECTIONS = String.raw`(?<subsections>(?:\(\w{1,4}\)){0,6})`
const SUPPLEMENT = String.raw`(?:\d{4},? (?:Supp\.?,? )?)?`
/** States in constitutions and court rules, with and without periods and spaces. */
const STATES =
  'Ala.|Alaska|Ariz.|Ark.|Cal.|Calif.|Colo.|Conn.|Del.|D.C.|Fla.|Ga.|Haw.|Idaho|Ill.|Ind.|Iowa|Kan.|Ky.|La.|Me.|Md.|Mass.|Mich.|Minn.|Miss.|Mo.|Mont.|Neb.|Nev.|N.H.|N.J.|N.M.|N.Y.|N.C.|N.D.|Ohio|Okla.|Or.|Pa.|R.I.|S.C.|S.D.|Tenn.|Tex.|Utah|Vt.|Va.|Wash.|W. Va.|Wis.|Wyo.|P.R.|Guam|V.I.|Alabama|Arizona|Arkansas|California|Colorado|Connecticut|Delaware|Florida|Georgia|Hawaii|Illinois|Indiana|Kansas|Kentucky|Louisiana|Maine|Maryland|Massachusetts|Michigan|Minnesota|Mississippi|Missouri|Montana|Nebraska|Nevada|New Hampshire|New Jersey|New Mexico|New York|North Carolina|North Dakota|Oklahoma|Oregon|Pennsylvania|Rhode Island|South Carolina|South Dakota|Tennessee|Texas|Vermont|West Virginia|Virginia|Washington|Wisconsin|Wyoming|Puerto Rico|TEX.|M.'
    .replaceAll('.', String.raw`\.?`)
    .replaceAll(/(?<=\?)(?=[A-Z])/g, ' ?')
const STATE = `(?<state>${STATES})`
const NATION = String.raw`U\. ?S\.|US|United States|Federal|Texas|TEX\.`
const RULE = String.raw`,? ?(?:(?:[Rr]ules?|R\.) )?(?<rule>\d{1,4}[A-Za-z]?(?:[.:]\d{1,4}[A-Za-z]?)?(?:[-–]\d{1,3})?)`
const RULE_OF = String.raw`[Rr]ules? (?<rule>\d{1,4}[A-Za-z]?(?:\.\d{1,4})?)${SUBSECTIONS},? (?:of )?(?:the )?`
const named = (after: string): CitationForm => ({ before: '', after })
const titled = (after: string): CitationForm => ({ before: TITLE_BEFORE, after })

/** The forms of statutory citations around the name of the code, by the keys that the table of codes uses. */
const LAW_FORMS: Record<string, CitationForm> = {
  /** `42 U.S.C. 1983`, `18 USC § 924`, `Title 42, United States Code, Section 1983`. */
  titled: titled(String.raw`,?\s*(?:${SIGN}\s?)?(?<section>${SECTION})(?: (?<note>note))?`),
  titled_sign: titled(
    String.raw`(?: Ann\.)?,?\s*(?:${SUPPLEMENT}${SIGN}\s?)(?<section>${SECTION})`
  ),
  /** `940 CMR 3.16`; `12 CMR 345` is a case. */
  titled_dotted: titled(String.raw`,?\s(?:${SIGN}\s?)?(?<section>${DOTTED})`),
  /** `46 U.S.C. app. § 30`. */
  appendix: titled(
    String.raw`,? (?<appendix>[Aa]pp(?:endix|['’]x)?)\.?,? ?(?:${SIGN}\s?)?(?<section>${SECTION})`
  ),
  /** `29 C.F.R. pt. 541`. */
  part: titled(String.raw`,? ?(?:[Pp]ts?\.|[Pp]arts?) (?<part>\d{1,5}[A-Z]?)`),
  /** `section 1983 of title 42`, with the words after the name of the code as its abbreviation. */
  of_code: {
    before: String.raw`(?:${SIGN})\s?(?<section>${SECTION})${SUBSECTIONS},? (?:of )?(?:[Tt]itle )${TITLE},? (?:of )?(?:the )?`,
    after: '',
  },
  /** `Fla. Stat. § 768.28`, `Utah Code section 76-5-203`. */
  sign: named(String.raw`,?\s*(?:\(?\d{4}\)?,? )?(?:${SIGN}\s?)(?<section>${SECTION})`),
  sign_agency: named(String.raw`,? (?:${SIGN}\s?)(?<agency>[A-Z]{2,5}) (?<section>${SECTION})`),
  /** `MCL 750.316`, `N.J.S.A. 2C:11-3`, but not the year of `RSMo 2016`. */
  optional: named(
    String.raw`,?\s?(?:${SIGN}\s?|(?!(?:19|20)\d\d(?![\d.:-])))(?<section>${SECTION})`
  ),
  /** `K.S.A. 2020 Supp. 21-5402`. */
  supp: named(String.raw` \d{4} Supp\. (?<section>${SECTION})`),
  dotted: named(String.raw`,? (?:${SIGN}\s?)?(?<section>${DOTTED})`),
  dashed: named(String.raw`,? (?:${SIGN}\s?)?(?<section>${DASHED})`),
  dashed_sign: named(String.raw` (?:${SIGN}\s?)(?<section>\d{1,2}(?:\.\d{1,2})?[A-Z]?${DASHES})`),
  /** `§ 13A-5-40, Ala. Code 1975`, `section 97-3-19 of the Mississippi Code`. */
  first: {
    before: String.raw`(?:${SIGN})\s?(?<section>${SECTION})${SUBSECTIONS}(?: et seq\.)?,? (?:of )?(?:the )?`,
    after: '',
  },
  /** `Vt. Stat. Ann. tit. 13, § 2301`. */
  title_after: named(
    String.raw`,? [Tt]it(?:le|\.)? ?${TITLE},? ?(?:${SIGN}\s?)?(?<section>${SECTION})`
  ),
  okla: titled(String.raw` ?${SUPPLEMENT},? ?(?:${SIGN}\s?)(?<section>${SECTION})`),
  /** `735 ILCS 5/2-1005`. */
  ilcs: {
    before: String.raw`(?<chapter>\d{1,3}) `,
    after: String.raw`,? ?(?<act>\d{1,5}) ?/ ?(?:${SIGN}\s?)?(?<section>${SECTION})`,
  },
  /** `Ill. Rev. Stat. 1987, ch. 38, par. 9-1`. */
  ill_rev: named(
    String.raw`,?(?: (?:1[89]\d\d|19\d\d Supp\.),?)? ch(?:ap)?\. ?(?<chapter>\d{1,3}[A-Z½]?),? ?(?:pars?\.|¶{1,2}|§{1,2}) ?(?<section>${SECTION})`
  ),
  /** `G. L. c. 93A, § 2`. */
  chapter: named(
    String.raw`,? (?:c|ch|chap)\.? ?(?<chapter>\d{1,3}[A-Z]{0,2}),? ?(?:${SIGN}\s?)(?<section>${SECTION})`
  ),
  /** `La. C.C. art. 2315`. */
  article: named(String.raw`,? ?(?:[Aa]rts?\.|[Aa]rticles?) ?(?<article>${SECTION})`),
  /** `Md. Code Ann., Crim. Law § 2-201`. */
  md: named(
    String.raw`,? ?(?<subject>[A-Z][A-Za-z.'’-]{1,14}(?: (?:[A-Z&][A-Za-z.'’-]{0,14})){0,4}),? ?(?:Art\., ?)?(?:${SIGN}\s?)(?<section>${SECTION})`
  ),
  /** `Fed. R. Civ. P. 12(b)(6)`. */
  rule: named(RULE),
  /** `CR 56(c)`: the abbreviation alone is also a word of prose. */
  rule_divided: named(String.raw` (?<rule>\d{1,3}(?:\.\d{1,2})?)(?=\([a-z]\))`),
  rule_label: named(
    String.raw`,? (?:[Rr]ules?|[Rr]\.|[Rr]eg\.)? ?(?<rule>[A-Z]?\d{1,5}[A-Z]?\d{0,3}(?:[-–.:]\d{1,6}[A-Za-z]?){0,5})`
  ),
  /** `Rule 12(b)(6) of the Federal Rules of Civil Procedure`. */
  rule_of: { before: RULE_OF, after: '' },
  /** `Rule 10b-5` under the Exchange Act. */
  named_rule: {
    before: '',
    after: String.raw`(?<reporter>Rule) (?<rule>\d{2,3}[a-z]?(?:-\d{1,2})?)`,
    leads: ['Rule 10b', 'Rule 14a', 'Rule 16b', 'Rule 13d', 'Rule 144', 'Rule 506'],
  },
  guideline: named(String.raw`,? ?(?:${SIGN}\s?)?(?<section>\d[A-Z]\d{1,2}\.\d{1,2})`),
  /** `U.S. Const. amend. XIV, § 1`. */
  constitution: {
    before: String.raw`(?<state>${NATION}|${STATES}) ?`,
    after: String.raw`,? (?:(?:[Aa]rts?\.?|[Aa]rticles?) ?(?<article>[IVXLC]{1,7}|\d{1,2})|(?:[Aa]mends?\.?|[Aa]mendments?) ?(?<amendment>[IVX]{1,6}|\d{1,2})|(?<preamble>pmbl\.))(?:,? (?:${SIGN} ?)(?<section>\d{1,3}[a-z]?(?:\.\d{1,2})?(?![\d-])))?(?:,? cls?\. ?(?<clause>\d{1,2}))?`,
  },
  /** `Tenn. R. Civ. P. 56.02`. */
  state_rule: { before: `${STATE} ?`, after: RULE },
  /** `Rule 56 of the Tennessee Rules of Civil Procedure`. */
  state_rule_of: { before: `${RULE_OF}${STATE} `, after: '' },
  /** `Restatement (Second) of Torts § 402A`. */
  restatement: {
    before: '',
    after: String.raw`(?<reporter>Restatement (?:\((?:First|Second|Third|Fourth)\) )?(?:\((?:First|Second|Third)\) )?(?:of )?(?:the )?(?<subject>(?:[A-Z][A-Za-z]{2,20}|of|the|and|&|in)(?:,? (?:[A-Z][A-Za-z]{2,20}|of|the|and|&|in)){0,7})(?: \((?:First|Second|Third|\d)[A-Za-z]{0,2}\))?),? (?:${SIGN}\s?)(?<section>\d{1,3}[A-Z]?(?:\.\d{1,2})?)`,
    leads: ['Restatement '],
  },
  /** `Pub. L. No. 88-352, § 201`. */
  public_law: named(
    String.raw` ?(?:Nos?\.?|Number)? ?(?<law>\d{1,3}[-–]\d{1,5})(?:,? (?:div\. [A-Z], )?(?:tit\. [IVX]{1,5}, )?(?:${SIGN}\s?)(?<section>\d{1,5}[A-Z]?))?`
  ),
  volume: {
    before: String.raw`(?<volume>[1-9]\d*) `,
    after: String.raw` (?<page>[A-Z]?\d(?:[\d,]*\d)?)`,
  },
  td: named(String.raw` (?<number>\d{4,5})`),
  ruling: named(String.raw` (?<number>\d{2,4}[-–]\d{1,4})`),
  report: named(String.raw` ?(?:Nos?\. ?)?(?<number>\d{1,3}[-–]\d{1,5})`),
  treaty: named(String.raw` No\. (?<number>\d{2,5}(?:[.-]\d{1,4})?)`),
  /** `ERISA § 502(a)`, `§ 10(b) of the Exchange Act`. */
  popular: named(String.raw`(?: of (?:1[89]|20)\d\d)?,? (?:${SIGN}\s?)(?<section>${SECTION})`),
}

/**
 * Laws whose listed forms read too much (`Pub. L. No. 88-352, 78 Stat. 241` has no section 78), or
 * read what the forms of this file read.
 */
const REPLACED = new Set(['Pub. L.', 'U.S.C.', 'C.F.R.'])

/**
 * Adds codes to the tables: further forms and spellings of laws that are listed already, and laws
 * that aren't.
 *
 * @param tables the publications and their forms
 * @param codes the codes; names may repeat with other forms
 */
export function withCodes(
  { publications, forms }: Pick<CitationTables, 'publications' | 'forms'>,
  codes: readonly CodeRow[]
): Pick<CitationTables, 'publications' | 'forms'> {
  const keys = Object.keys(LAW_FORMS)
  const rows = Map.groupBy(codes, ({ name }) => name)
  const listed = new Set(publications.filter(isLaw).map(({ name }) => name))
  const added = codes
    .filter(({ name }, place) => !listed.has(name) && rows.get(name)![0] === codes[place])
    .map(({ name, series }) => unlisted(name, series))
  return {
    forms: [...forms, ...Object.values(LAW_FORMS)],
    publications: [...publications, ...added].map((publication) => {
      const own = isLaw(publication) && rows.get(publication.name)
      if (!own) return publication
      return {
        ...publication,
        forms: REPLACED.has(publication.name) ? [] : publication.forms,
        codes: own.map((row) => ({
          forms: row.forms.map((key) => forms.length + keys.indexOf(key)),
          spellings: row.spellings.flatMap(printed),
        })),
      }
    }),
  }
}

const isLaw = ({ kind }: Publication) => kind === 'law'

const unlisted = (name: string, series: string): Publication => ({
  kind: 'law',
  name,
  series,
  from: null,
  to: null,
  forms: [],
  spellings: [],
})

/** A name unchanged, in uppercase (Texas), and without periods (New York). */
function printed(name: string): string[] {
  const bare = name.replaceAll(/\.(?=[A-Za-z])/g, ' ').replaceAll('.', '')
  return [
    ...new Set([
      name,
      ...(/^(?:Tex|Fed|U\.S|Restat|R\. )/.test(name) ? [name.toUpperCase()] : []),
      ...(bare.length > 7 && bare.includes(' ') ? [bare] : []),
    ]),
  ]
}
