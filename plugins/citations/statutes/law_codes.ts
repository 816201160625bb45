/**
 * Codes and other laws by their names and spellings. Codes that consist of several laws, such as
 * the codes of California, have one name per law: `Cal. Penal Code`.
 */
import type { Publication } from '#app/citations/tables'
import { STATES } from '#app/citations/form_parts'
import { citationTables } from '../citation_tables.js'

/** The parts of a citation, by the names of the extractor's groups. */
export type ProvisionParts = Readonly<Record<string, string | undefined>>

export interface LawCode {
  /** Standard abbreviation of the code. */
  readonly name: string
  readonly isRule: boolean
  readonly isConstitution: boolean
  readonly isByArticle: boolean
  /** Returns the abbreviation to show; undefined if the citation leaves the law or court open. */
  display(parts: ProvisionParts): string | undefined
}

/** Kinds of laws whose provisions can be looked up. */
const SERIES = new Set([
  'leg_statute',
  'admin_compilation',
  'municipal',
  'court_rule',
  'constitution',
  'model_law',
  'popular_name',
])
/** Rules of many courts: the citation names the court, or it is unclear. */
const OF_MANY_COURTS = new Set([
  ...['Local Rule', 'Ct. R.', 'Cir. R.', 'R. Civ. P.', 'R. Crim. P.', 'R. App. P.', 'R. Evid.'],
  "R. Prof'l Conduct",
])
/** Publications without sections. */
const WITHOUT_SECTIONS = new Set(['T.D.', 'Rev. Rul.', 'Pvt. L.', 'La. Const. Ann.'])
/** Several sets of rules of one state, each named by its spelling: `NRCP`, `NRAP`. */
const RULE_SETS = /^(?!.*\bCt\. R\.)[A-Z][A-Za-z. ]*\.? R\.$/
/** Names of one code whose standard forms differ by more than the publisher's edition. */
const SAME: Record<string, string> = {
  'Mass. Ann. Laws': 'Mass. Gen. Laws',
  'Mo. Ann. Stat.': 'Mo. Rev. Stat.',
  'N.J. Rev. Stat.': 'N.J. Stat. Ann.',
  'Me. Rev. Stat. Ann.': 'Me. Stat.',
  'Pa. Stat. and Cons. Stat. Ann.': 'Pa. Cons. Stat.',
  'P.R. Leyes An.': 'P.R. Laws Ann.',
  'N.J. R.': 'N.J. Ct. R.',
  'N.H. Code R.': 'N.H. Code Admin. R. Ann.',
  'Miss. Code R.': 'Miss. Admin. Code',
  'Ill. Code R.': 'Ill. Admin. Code',
}
const EDITION = / (?:Ann|Serv)\.$/
const ARTICLES = /^La\. (?:Civ|Code|Child)/

/** Spellings that need more than a number to mean a law. */
const NOT_NAMES = new Set(['rule', 'rules', 'section', 'article', 'code', 'stat', 'laws', 'law'])

/** Codes of several laws, with words that belong to the code and not to a law. */
const DIVIDED: Record<string, { start: string; common: RegExp }> = {
  'Cal. Code': {
    start: 'Cal. ',
    common: /^(?:cal|california|wests?|deerings?|codes?|ann|the|of|and)$/,
  },
  'Tex. Code': { start: 'Tex. ', common: /^(?:tex|texas|vernons|codes?|ann|the|of|and)$/ },
  'N.Y. Law': {
    start: 'N.Y. ',
    common: /^(?:ny|n|y|new|york|mckinneys?|consol|laws?|act|ann|the|of|and)$/,
  },
  'Md. Code': {
    start: 'Md. Code Ann., ',
    common: /^(?:md|maryland|codes?|ann|arts?|article|the|of|and)$/,
  },
}
/** Abbreviated words whose first three letters are not those of the word. */
const WORDS: Record<string, string> = {
  g: 'gam',
  ed: 'edu',
  sts: 'str',
  hy: 'hig',
  cts: 'cou',
  ct: 'cou',
}
/** Abbreviations of laws of New York as a whole. */
const INITIALS: Record<string, string> = {
  eptl: 'est pow tru',
  scpa: 'sur cou proc',
  rpapl: 'rea prop act',
  rptl: 'rea prop tax',
  rpl: 'rea prop',
  ecl: 'env con',
  fca: 'fam cou',
  drl: 'dom rel',
  gbl: 'gen bus',
  gol: 'gen obl',
  vtl: 'veh tra',
  bcl: 'bus cor',
  cpl: 'cri proc',
}
/** Articles of the Maryland Code. */
const MARYLAND = [
  ...['Agric.', 'Alco. Bev.', 'Bus. Occ. & Prof.', 'Bus. Reg.', 'Com. Law', "Corps. & Ass'ns"],
  ...['Corr. Servs.', 'Cts. & Jud. Proc.', 'Crim. Law', 'Crim. Proc.', 'Econ. Dev.', 'Educ.'],
  ...['Elec. Law', "Env't", 'Est. & Trusts', 'Fam. Law', 'Fin. Inst.', 'Gen. Prov.', 'Health-Gen.'],
  ...['Health Occ.', 'Hous. & Cmty. Dev.', 'Hum. Servs.', 'Ins.', 'Lab. & Empl.', 'Land Use'],
  ...["Loc. Gov't", 'Nat. Res.', 'Pub. Safety', 'Pub. Util.', 'Real Prop.', 'State Fin. & Proc.'],
  ...["State Gov't", 'State Pers. & Pens.', 'Tax-Gen.', 'Tax-Prop.', 'Transp.'],
]

const STATE_BEFORE = new RegExp(`(?:^|[^A-Za-z])(${STATES}),? $`)
const STATE_OF_NAME = /^(Cal|Tex|N\. ?Y|NY|New York|Md|Maryland)/

/** Letters and digits of an abbreviation: `N.Y. C.P.L.R.` and `NY CPLR` are `nycplr`. */
function letters(text: string): string {
  return text.toLowerCase().replaceAll(/&|\band\b|[^a-z\d]+/g, '')
}

export class LawCodes {
  readonly #byName = new Map<string, LawCode>()
  readonly #bySpelling = new Map<string, { name: string; spelled: string }>()
  /** Names of laws by code and key. */
  readonly #laws = new Map<string, string>()

  constructor(publications: readonly Publication[]) {
    const used = publications.filter(
      ({ kind, name, series }) =>
        (kind === 'law' && SERIES.has(series) && !WITHOUT_SECTIONS.has(name)) || name === 'Pub. L.'
    )
    for (const name of MARYLAND) this.#laws.set(`Md. Code ${lawKey('Md. Code', name)}`, name)
    const shown = new Map<string, string>()
    for (const { name, series, spellings, codes = [] } of used) {
      const key = codeKey(name)
      if (!shown.has(key)) shown.set(key, SAME[name] ?? name)
      if (!this.#byName.has(key)) this.#byName.set(key, this.#code(shown.get(key)!, series))
      const all = [name, ...spellings, ...codes.flatMap((code) => code.spellings)]
      for (const spelled of all) {
        const written = letters(spelled)
        if (written.length > 1 && !NOT_NAMES.has(written) && !this.#bySpelling.has(written))
          this.#bySpelling.set(written, { name, spelled })
        this.#addLaw(key, spelled)
      }
    }
  }

  /**
   * Returns a code by its standard abbreviation.
   *
   * @param spelled abbreviation as written, which names the law of a code of several laws
   */
  named(name: string, spelled: string): LawCode | undefined {
    const key = codeKey(name)
    const code = this.#byName.get(key)
    if (!code) return undefined
    if (key in DIVIDED)
      return { ...code, display: ({ subject }) => this.#lawName(key, subject ?? spelled) }
    if (OF_MANY_COURTS.has(name)) return { ...code, display: (parts) => ofCourt(name, parts) }
    if (code.isRule && RULE_SETS.test(name))
      return { ...code, display: () => spelled.replaceAll(/\s+/g, ' ').trim() || undefined }
    return code
  }

  /**
   * Returns the code of the state before a name that codes of several states have:
   * `Tex. Pen. Code`; undefined if that state has no such code.
   *
   * @param before the text before the name
   */
  ofState(code: LawCode, before: string, spelled: string): LawCode | undefined {
    const state = STATE_BEFORE.exec(before)?.[1]?.slice(0, 3).toLowerCase()
    if (!DIVIDED[codeKey(code.name)] || !state || STATE_OF_NAME.test(spelled)) return code
    const [key] =
      Object.entries(DIVIDED).find(([, { start }]) => letters(start).startsWith(state)) ?? []
    return key ? this.named(key, spelled) : undefined
  }

  /** Returns the code with a spelling; undefined if none has it. */
  spelled(written: string): LawCode | undefined {
    const found = this.#bySpelling.get(letters(written))
    return found ? this.named(found.name, written) : this.#dividedCode(written)
  }

  /** The law of a code of several laws with a state and words in full: `Cal. Welfare Code`. */
  #dividedCode(written: string): LawCode | undefined {
    const [, state] = STATE_OF_NAME.exec(written) ?? []
    if (!state || !/(?:\bcode|\blaw|\bact|\bann)\.?$/i.test(written)) return undefined
    const key = Object.keys(DIVIDED).find((code) =>
      letters(code).startsWith(letters(state).slice(0, 2))
    )
    return key && this.#lawName(key, written) ? this.named(key, written) : undefined
  }

  #code(name: string, series: string): LawCode {
    return {
      name,
      isRule: series === 'court_rule' && name !== 'U.S.S.G.',
      isConstitution: series === 'constitution',
      isByArticle: ARTICLES.test(name),
      display: () => name,
    }
  }

  #addLaw(code: string, spelled: string): void {
    const divided = DIVIDED[code]
    if (!divided) return
    const key = `${code} ${lawKey(code, spelled)}`
    if (key === `${code} ` || this.#laws.has(key)) return
    const own = spelled.startsWith(divided.start.trim()) ? spelled : `${divided.start}${spelled}`
    this.#laws.set(key, own.replace(/^California /, 'Cal. ').replace(EDITION, ''))
  }

  #lawName(code: string, written: string): string | undefined {
    const law = this.#laws.get(`${code} ${lawKey(code, written)}`)
    return code === 'Md. Code' && law ? `${DIVIDED[code]!.start}${law}` : law
  }
}

/** `Tex. R. Civ. P.`, `D. Del. L.R.`, `2d Cir. R.`; undefined for a single letter (`M.R.E.`). */
function ofCourt(name: string, { state = '', court = '' }: ProvisionParts): string | undefined {
  if (name === 'Local Rule') return court ? `${court} L.R.` : undefined
  const owner = name === 'Cir. R.' ? court : state
  return /[A-Za-z\d].*[A-Za-z\d]/.test(owner) ? `${owner.trim()} ${name}` : undefined
}

const codeKey = (name: string) => (SAME[name] ?? name).replace(EDITION, '')

/**
 * The first letters of the words that name a law: `Welf. & Inst.` is `wel ins`. Probate, procedure,
 * professions, and property need four.
 */
function lawKey(code: string, written: string): string {
  const words =
    written
      .toLowerCase()
      .replaceAll(/['’]/g, '')
      .match(/[a-z]+/g) ?? []
  const own = words.filter((word) => !DIVIDED[code]!.common.test(word))
  const key = own
    .map((word) => WORDS[word] ?? word.slice(0, word.startsWith('pro') ? 4 : 3))
    .join(' ')
  return INITIALS[own.join('')] ?? key
}

let known: LawCodes | undefined

/** Returns the codes, which are read on first use. */
export function lawCodes(): LawCodes {
  known ??= new LawCodes(citationTables().publications)
  return known
}
