/**
 * Links to the official text of a provision, where the publisher has stable URLs that can be
 * derived from its number.
 */

export interface OfficialLink {
  /** Publisher: `govinfo`, `California Legislature`. */
  readonly publisher: string
  readonly url: string
}

interface Source {
  readonly publisher: string
  /** Form of the label; named groups are available in `url`. */
  readonly form: RegExp
  /** @returns undefined if the law has no URL */
  readonly url: (parts: Record<string, string>) => string | undefined
}

const part = encodeURIComponent

const CALIFORNIA: Record<string, string> = {
  'Bus. & Prof.': 'BPC',
  'Civ.': 'CIV',
  'Code Civ. Proc.': 'CCP',
  'Com.': 'COM',
  'Corp.': 'CORP',
  'Educ.': 'EDC',
  'Elec.': 'ELEC',
  'Evid.': 'EVID',
  'Fam.': 'FAM',
  'Fin.': 'FIN',
  'Fish & Game': 'FGC',
  'Food & Agric.': 'FAC',
  "Gov't": 'GOV',
  'Harb. & Nav.': 'HNC',
  'Health & Safety': 'HSC',
  'Ins.': 'INS',
  'Lab.': 'LAB',
  'Mil. & Vet.': 'MVC',
  'Penal': 'PEN',
  'Prob.': 'PROB',
  'Pub. Cont.': 'PCC',
  'Pub. Res.': 'PRC',
  'Pub. Util.': 'PUC',
  'Rev. & Tax.': 'RTC',
  'Sts. & High.': 'SHC',
  'Unemp. Ins.': 'UIC',
  'Veh.': 'VEH',
  'Water': 'WAT',
  'Welf. & Inst.': 'WIC',
}
const NEW_YORK: Record<string, string> = {
  'Bus. Corp. Law': 'BSC',
  'C.P.L.R.': 'CVP',
  'Civ. Rights Law': 'CVR',
  'Civ. Serv. Law': 'CVS',
  'Correct. Law': 'COR',
  'Crim. Proc. Law': 'CPL',
  'Dom. Rel. Law': 'DOM',
  'Educ. Law': 'EDN',
  'Elec. Law': 'ELN',
  "Env't Conserv. Law": 'ENV',
  'Est. Powers & Trusts Law': 'EPT',
  'Exec. Law': 'EXC',
  'Fam. Ct. Act': 'FCT',
  'Gen. Bus. Law': 'GBS',
  'Gen. Mun. Law': 'GMU',
  'Gen. Oblig. Law': 'GOB',
  'Ins. Law': 'ISC',
  'Judiciary Law': 'JUD',
  'Labor Law': 'LAB',
  'Lien Law': 'LIE',
  'Mental Hyg. Law': 'MHY',
  'Penal Law': 'PEN',
  'Pub. Health Law': 'PBH',
  'Pub. Off. Law': 'PBO',
  'Real Prop. Acts. Law': 'RPA',
  'Real Prop. Law': 'RPP',
  'Real Prop. Tax Law': 'RPT',
  'Soc. Serv. Law': 'SOS',
  'Tax Law': 'TAX',
  'Veh. & Traf. Law': 'VAT',
}
const TEXAS: Record<string, string> = {
  'Agric.': 'AG',
  'Alco. Bev.': 'AL',
  'Bus. & Com.': 'BC',
  'Bus. Orgs.': 'BO',
  'Civ. Prac. & Rem.': 'CP',
  'Educ.': 'ED',
  'Elec.': 'EL',
  'Est.': 'ES',
  'Fam.': 'FA',
  'Fin.': 'FI',
  "Gov't": 'GV',
  'Health & Safety': 'HS',
  'Hum. Res.': 'HR',
  'Ins.': 'IN',
  'Lab.': 'LA',
  "Loc. Gov't": 'LG',
  'Nat. Res.': 'NR',
  'Occ.': 'OC',
  'Penal': 'PE',
  'Prop.': 'PR',
  'Tax': 'TX',
  'Transp.': 'TN',
  'Util.': 'UT',
  'Water': 'WA',
}

const SOURCES: readonly Source[] = [
  {
    publisher: 'govinfo',
    form: /^(?<title>\d+) U\.S\.C\. § (?<section>.+)$/,
    url: ({ title, section }) => `https://www.govinfo.gov/link/uscode/${title}/${part(section!)}`,
  },
  {
    publisher: 'eCFR',
    form: /^(?<title>\d+) C\.F\.R\. § (?<section>.+)$/,
    url: ({ title, section }) =>
      `https://www.ecfr.gov/current/title-${title}/section-${part(section!)}`,
  },
  {
    publisher: 'eCFR',
    form: /^(?<title>\d+) C\.F\.R\. pt\. (?<section>.+)$/,
    url: ({ title, section }) =>
      `https://www.ecfr.gov/current/title-${title}/part-${part(section!)}`,
  },
  {
    publisher: 'Constitution Annotated',
    form: /^U\.S\. Const\. amend\. (?<number>[IVX]+)(?:,|$)/,
    url: ({ number }) =>
      `https://constitution.congress.gov/constitution/amendment-${fromRoman(number!)}/`,
  },
  {
    publisher: 'Constitution Annotated',
    form: /^U\.S\. Const\. art\. (?<number>[IV]+)(?:,|$)/,
    url: ({ number }) =>
      `https://constitution.congress.gov/constitution/article-${fromRoman(number!)}/`,
  },
  {
    publisher: 'California Legislature',
    form: /^Cal\. (?<law>.+?)(?: Code)? § (?<section>.+)$/,
    url: ({ law, section }) =>
      CALIFORNIA[law!] &&
      `https://leginfo.legislature.ca.gov/faces/codes_displaySection.xhtml?lawCode=${CALIFORNIA[law!]}&sectionNum=${part(section!)}`,
  },
  {
    publisher: 'New York State Senate',
    form: /^N\.Y\. (?<law>.+) § (?<section>.+)$/,
    url: ({ law, section }) =>
      NEW_YORK[law!] &&
      `https://www.nysenate.gov/legislation/laws/${NEW_YORK[law!]}/${part(section!)}`,
  },
  {
    publisher: 'Texas Legislature',
    form: /^Tex\. (?<law>.+) Code § (?<section>(?<chapter>\d+[A-Z]?)\.\d+)$/,
    url: ({ law, chapter, section }) =>
      TEXAS[law!] &&
      `https://statutes.capitol.texas.gov/Docs/${TEXAS[law!]}/htm/${TEXAS[law!]}.${chapter}.htm#${part(section!)}`,
  },
  ...(
    [
      ['Arizona Legislature', 'Ariz. Rev. Stat.', arizona],
      [
        'Council of the District of Columbia',
        'D.C. Code',
        (section) => `https://code.dccouncil.gov/us/dc/council/code/sections/${section}`,
      ],
      [
        'Michigan Legislature',
        'Mich. Comp. Laws',
        (section) =>
          `https://www.legislature.mi.gov/Laws/MCL?objectName=mcl-${section.replaceAll('.', '-')}`,
      ],
      [
        'Minnesota Revisor of Statutes',
        'Minn. Stat.',
        (section) => `https://www.revisor.mn.gov/statutes/cite/${section}`,
      ],
      [
        'Missouri Revisor of Statutes',
        'Mo. Rev. Stat.',
        (section) => `https://revisor.mo.gov/main/OneSection.aspx?section=${section}`,
      ],
      [
        'Nebraska Legislature',
        'Neb. Rev. Stat.',
        (section) => `https://nebraskalegislature.gov/laws/statutes.php?statute=${section}`,
      ],
      ['North Carolina General Assembly', 'N.C. Gen. Stat.', northCarolina],
      [
        'Ohio Laws',
        'Ohio Rev. Code Ann.',
        (section) => `https://codes.ohio.gov/ohio-revised-code/section-${section}`,
      ],
      [
        'South Dakota Legislature',
        'S.D. Codified Laws',
        (section) => `https://sdlegislature.gov/Statutes/${section}`,
      ],
      [
        'Virginia Law',
        'Va. Code Ann.',
        (section) => `https://law.lis.virginia.gov/vacode/${section}/`,
      ],
      [
        'Washington State Legislature',
        'Wash. Rev. Code',
        (section) => `https://app.leg.wa.gov/rcw/default.aspx?cite=${section}`,
      ],
      [
        'West Virginia Legislature',
        'W. Va. Code',
        (section) => `https://code.wvlegislature.gov/${section}/`,
      ],
      [
        'Wisconsin Legislature',
        'Wis. Stat.',
        (section) => `https://docs.legis.wisconsin.gov/document/statutes/${section}`,
      ],
    ] satisfies [string, string, (section: string) => string | undefined][]
  ).map(([publisher, code, url]) => ({
    publisher,
    form: new RegExp(`^${code.replaceAll('.', '\\.')} § (?<section>[\\w.:-]+)$`),
    url: ({ section }: Record<string, string>) => url(section!),
  })),
  {
    publisher: 'Massachusetts General Court',
    form: /^Mass\. Gen\. Laws ch\. (?<chapter>\w+) § (?<section>\w+)$/,
    url: ({ chapter, section }) =>
      `https://malegislature.gov/Laws/GeneralLaws/Chapter${chapter}/Section${section}`,
  },
]

/** `13-1105` is in the file `01105` of title 13. */
function arizona(section: string): string | undefined {
  const [, title, number] = /^(\d+)-(\d+)$/.exec(section) ?? []
  return number && `https://www.azleg.gov/ars/${title}/${number.padStart(5, '0')}.htm`
}

function northCarolina(section: string): string | undefined {
  const [chapter] = /^\w+(?=-)/.exec(section) ?? []
  return (
    chapter &&
    `https://www.ncleg.gov/EnactedLegislation/Statutes/HTML/BySection/Chapter_${chapter}/GS_${section}.html`
  )
}

function fromRoman(numeral: string): number {
  const values = [...numeral].map((letter) => ({ I: 1, V: 5, X: 10 })[letter]!)
  return values.reduce(
    (sum, value, place) => sum + (value < (values[place + 1] ?? 0) ? -value : value),
    0
  )
}

/** Returns the link to the official text of a provision; undefined if none can be derived. */
export function officialLink(label: string): OfficialLink | undefined {
  for (const { publisher, form, url } of SOURCES) {
    const groups = form.exec(label)?.groups
    const found = groups && url(groups)
    if (found) return { publisher, url: found }
  }
  return undefined
}
