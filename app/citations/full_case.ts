import { readAfter } from './after_citation.js'
import { caseNameBefore, type CaseName } from './case_name.js'
import type { Draft, Kind, Preceding } from './citation.js'
import type { Knowledge } from './knowledge.js'
import { nameBeforeSupra } from './short_forms.js'
import { editionsOf } from './editions.js'
import type { Token } from './tokens.js'

/** A full citation of a case: `Foo v. Bar, 1 U.S. 1, 4 (1790) (holding …)`. */
export function fullCase(text: string, token: Token, before: Preceding, known: Knowledge): Draft {
  const after = readAfter(text, token.end)
  const partner = parallelOf(text, token, before)
  const name: CaseName | null = partner
    ? nameOf(text, partner, known)
    : caseNameBefore(text, token.start, before.end, known.abbreviations)
  const year = after.year ?? name?.year
  const { editions, edition } = editionsOf(token, year)
  const court = after.court ? known.courts.find(after.court) : undefined
  const supreme = !court && editions.some(({ isSupremeCourt }) => isSupremeCourt) ? 'scotus' : court
  return {
    kind: partner ? 'parallel' : edition?.series === 'neutral' ? 'neutral' : 'case',
    text: text.slice(token.start, token.end),
    spans: {
      core: { start: token.start, end: token.end },
      withPin: { start: token.start, end: after.pinEnd },
      full: { start: name?.start ?? token.start, end: after.end },
    },
    groups: token.groups,
    volume: token.groups.volume,
    reporter: token.groups.reporter,
    page: /^_+$/.test(token.groups.page ?? '') ? null : token.groups.page,
    editions,
    ...(edition && { edition }),
    ...(after.pinCite && { pinCite: after.pinCite }),
    ...(supreme && { court: supreme }),
    ...(year && { year }),
    ...(after.month && { month: after.month }),
    ...(after.day && { day: after.day }),
    ...(name?.plaintiff !== undefined && { plaintiff: name.plaintiff }),
    ...(name?.defendant !== undefined && { defendant: name.defendant }),
    ...(name?.signal && { signal: name.signal }),
    ...(after.extra && { extra: after.extra }),
    ...(after.parenthetical && { parenthetical: after.parenthetical }),
  }
}

/** Short forms and supra citations that a parallel citation may follow: `Bixby, supra, 4 Cal. 3d at 143, 93 Cal. Rptr. 234`. */
const OF_A_CASE: ReadonlySet<Kind> = new Set([
  'case',
  'parallel',
  'neutral',
  'short',
  'supra',
  'id',
])

/** The text between parallel citations, including the division of an opinion: `, `, `(1), `. */
const PARALLEL = /^(?:\(\d{1,2}\))?\s*[,[][\s[]*$/

/** The previous citation, if this one cites another report of the same case. */
function parallelOf(text: string, token: Token, { citation }: Preceding): Draft | undefined {
  if (!citation || !OF_A_CASE.has(citation.kind)) return undefined
  const between = text.slice(citation.spans.withPin.end, token.start)
  return PARALLEL.test(between) ? citation : undefined
}

/** The name that a parallel citation shares with the previous citation. */
function nameOf(text: string, partner: Draft, known: Knowledge): CaseName | null {
  if (partner.kind === 'id') return null
  if (partner.kind === 'supra') {
    const name = nameBeforeSupra(text, partner, known.abbreviations)
    return name && { start: name.start, defendant: name.text }
  }
  const { spans, plaintiff, defendant, antecedent, year, signal } = partner
  return { start: spans.full.start, plaintiff, defendant: defendant ?? antecedent, year, signal }
}
