import type { CitationForm } from './tables.js'

/** A section of tax regulations: `1.501(c)(3)-1`, `1.401(k)-1`. */
const TAX_SECTION = String.raw`\d{1,3}\.\d{1,4}[A-Z]?\([a-z]{1,2}\)(?:\(\d{1,2}\))?[-–]\d{1,3}[A-Z]?T?`
/** A section with letters, hyphens, and dots: `2000e-2`, `78j`, `240.10b-5`, `9A.32.030`, `2C:11-3`. */
export const SECTION = String.raw`(?:${TAX_SECTION}|\d{1,6}[A-Za-z]{0,3}\d{0,2}(?:[-–.:/]\d{1,6}[A-Za-z]{0,3}|[-–.][A-Za-z]{1,2}\d{0,4}(?![A-Za-z])){0,6})`
/** A section with at least one dot or colon, where the abbreviation alone is also a word of prose. */
export const DOTTED = String.raw`\d{1,5}[A-Z]?(?:[.:]\d{1,5}[A-Za-z]?)(?:[-.:]\d{1,5}[A-Za-z]?){0,3}`
export const DASHES = String.raw`(?:[-–]\.?\d{1,4}(?:\.\d{1,3})?[A-Z]?){1,4}`
export const DASHED = String.raw`\d{1,4}[A-Z]?${DASHES}`
export const SIGN = String.raw`(?:§{1,2}|[Ss]ec(?:tion|t|s)?s?\.?|SECTIONS?)`
export const TITLE = String.raw`(?<title>\d{1,3}(?:-?[A-Z])?)`
const TITLE_BEFORE = String.raw`(?:[Tt]it(?:le|\.) )?${TITLE}\)?,?\s+`
export const SUBSECTIONS = String.raw`(?<subsections>(?:\(\w{1,4}\)){0,6})`
export const SUPPLEMENT = String.raw`(?:\d{4},? (?:Supp\.?,? )?)?`
/** States in constitutions and court rules, with and without periods and spaces. */
const STATE_NAMES =
  'Ala.|Alaska|Ariz.|Ark.|Cal.|Calif.|Colo.|Conn.|Del.|D.C.|Fla.|Ga.|Haw.|Idaho|Ill.|Ind.|Iowa|Kan.|Ky.|La.|Me.|Md.|Mass.|Mich.|Minn.|Miss.|Mo.|Mont.|Neb.|Nev.|N.H.|N.J.|N.M.|N.Y.|N.C.|N.D.|Ohio|Okla.|Or.|Pa.|R.I.|S.C.|S.D.|Tenn.|Tex.|Utah|Vt.|Va.|Wash.|W. Va.|Wis.|Wyo.|P.R.|Guam|V.I.|Alabama|Arizona|Arkansas|California|Colorado|Connecticut|Delaware|Florida|Georgia|Hawaii|Illinois|Indiana|Kansas|Kentucky|Louisiana|Maine|Maryland|Massachusetts|Michigan|Minnesota|Mississippi|Missouri|Montana|Nebraska|Nevada|New Hampshire|New Jersey|New Mexico|New York|North Carolina|North Dakota|Oklahoma|Oregon|Pennsylvania|Rhode Island|South Carolina|South Dakota|Tennessee|Texas|Vermont|West Virginia|Virginia|Washington|Wisconsin|Wyoming|Puerto Rico|M.'
export const STATES = `${STATE_NAMES}|${STATE_NAMES.toUpperCase().replace('|OR.|', '|OR\\.|')}`
  .replaceAll(/(?<!\\)\./g, String.raw`\.?`)
  .replaceAll(/(?<=\?)(?=[A-Z])/g, ' ?')
  .concat('|', 'HAWAI.I|Hawai.i|N\\. ?Mar\\. ?I\\.|Am\\. ?Samoa|District of Columbia')
export const STATE = `(?<state>${STATES})`
export const NATION = String.raw`U\. ?S\.|US|United States|Federal|Texas|TEX\.`

/** A chapter in place of a section: `ch. 573`, `Chapter 41A`, `chapter 32-12.1`. */
export const CHAPTER_NUMBER = String.raw`(?<chapter>\d{1,4}[A-Z]{0,2}(?:[-.:]\d{1,4}[A-Z]?){0,3}(?:-[A-Z](?![A-Za-z]))?|[IVXLC]{1,7})`
export const CHAPTER = String.raw`,? ?(?:[Cc]h(?:ap|apter)?s?\.?|CH\.|CHAPTERS?) ?${CHAPTER_NUMBER}`
/** The number of a court's rule: `12`, `4:46-2`, `5A:18`, `84.13`, `12-201`. */
export const RULE_NUMBER = String.raw`\d{1,4}[A-Za-z]{0,2}(?:[.:]\d{1,4}[A-Za-z]?){0,3}(?:[-–]\d{1,4}[A-Za-z]?(?:\.\d{1,3})?){0,2}(?:-[A-Z](?![A-Za-z]))?`
/** Subsections of a rule, also several: `(a)(3)(B)(iii)–(iv)`. */
export const RULE_SUBSECTIONS = String.raw`(?<subsections>(?: ?\(\w{1,5}\)){0,6}(?:(?:[-–]|,? (?:and|or|&) |, )(?:\d{1,4}[a-z]?)?(?:\(\w{1,5}\)){0,4}){0,3})`

export const named = (after: string): CitationForm => ({ before: '', after })
export const titled = (after: string): CitationForm => ({ before: TITLE_BEFORE, after })
