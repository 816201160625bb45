import { CONSTITUTION_FORMS } from './constitution_forms.js'
import { LAW_FORMS } from './law_forms.js'
import { REGULATION_FORMS } from './regulation_forms.js'
import { REPORT_FORMS } from './report_forms.js'
import { RULE_FORMS } from './rule_forms.js'
import { SESSION_FORMS } from './session_forms.js'
import type { CitationForm, CitationTables, CodeRow, Publication } from './tables.js'

/** The forms around the names of codes and reports, by the keys that the tables of codes use. */
const FORMS: Record<string, CitationForm> = {
  ...LAW_FORMS,
  ...REGULATION_FORMS,
  ...SESSION_FORMS,
  ...CONSTITUTION_FORMS,
  ...RULE_FORMS,
  ...REPORT_FORMS,
}

/**
 * Laws whose listed forms read too much (`Pub. L. No. 88-352, 78 Stat. 241` has no section 78), or
 * read what the forms of this library read.
 */
const REPLACED = new Set(['Pub. L.', 'U.S.C.', 'C.F.R.'])

/** Forms that read a section after the name, and so have a chapter and a section before it too. */
const SECTIONED = new Set(['sign', 'optional', 'optional_divided', 'dotted', 'dashed'])
const BEFORE_NAME = ['first', 'chapter_of']
const SESSION_KEYS = ['session_chapter', 'session_year']

/**
 * Adds codes to the tables: further forms and spellings of publications that are listed already,
 * and publications that aren't.
 *
 * @param tables the publications and their forms
 * @param codes the codes; names may repeat with other forms
 */
export function withCodes(
  { publications, forms }: Pick<CitationTables, 'publications' | 'forms'>,
  codes: readonly CodeRow[]
): Pick<CitationTables, 'publications' | 'forms'> {
  const keys = Object.keys(FORMS)
  const indexOf = (key: string) => {
    if (!(key in FORMS)) throw new RangeError(`The form ${key} doesn't exist.`)
    return forms.length + keys.indexOf(key)
  }
  const rows = Map.groupBy(codes, keyOf)
  const listed = new Set(publications.map(keyOf))
  const replaced = new Set(codes.flatMap(({ replaces = [] }) => replaces))
  const added = codes
    .filter((row, place) => !listed.has(keyOf(row)) && rows.get(keyOf(row))![0] === codes[place])
    .map(({ kind = 'law', name, series }) => unlisted(kind, name, series))
  return {
    forms: [...forms, ...Object.values(FORMS)],
    publications: [...publications, ...added].map((publication) => {
      const { kind, name, series } = publication
      if (kind === 'case' && series === 'neutral' && replaced.has(name))
        return { ...publication, forms: [] }
      const own = rows.get(keyOf(publication)) ?? []
      const isSession = series === 'leg_session'
      if (!own.length && !isSession) return publication
      const further = isSession ? [{ forms: SESSION_KEYS, spellings: [name] }] : []
      return {
        ...publication,
        forms: kind === 'law' && REPLACED.has(name) ? [] : publication.forms,
        codes: [...own, ...further].map((row) => ({
          forms: formsOf(row).map(indexOf),
          spellings: row.spellings.flatMap(kind === 'law' ? printed : withoutPeriods),
        })),
      }
    }),
  }
}

const keyOf = ({ kind = 'law', name }: Pick<CodeRow, 'kind' | 'name'>) => `${kind} ${name}`

function formsOf({ forms }: Pick<CodeRow, 'forms'>): string[] {
  const isSectioned = forms.some((key) => SECTIONED.has(key))
  return [...new Set([...forms, ...(isSectioned ? BEFORE_NAME : [])])]
}

const unlisted = (kind: Publication['kind'], name: string, series: string): Publication => ({
  kind,
  name,
  series,
  from: null,
  to: null,
  forms: [],
  spellings: [],
})

/** A name unchanged, in uppercase (Texas, small capitals), and without periods (New York). */
function printed(name: string): string[] {
  const isUpper = name.length > 6 && name.includes('.') && /[a-z]/.test(name)
  return [...new Set([...withoutPeriods(name), ...(isUpper ? [name.toUpperCase()] : [])])]
}

function withoutPeriods(name: string): string[] {
  const bare = name.replaceAll(/\.(?=[A-Za-z])/g, ' ').replaceAll('.', '')
  return [...new Set([name, ...(bare.length > 7 && bare.includes(' ') ? [bare] : [])])]
}
