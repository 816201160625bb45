/**
 * Structured data of a decision. Because schema.org has no type for court decisions (`Legislation`
 * is a statute), a decision is a `CreativeWork` of the genre "Court decision".
 */
import type { ShownRecord } from '#api/records'
import { fullNameCitation, formatCitation } from './case_citation.js'
import type { ShownDecision } from './load_decision.js'
import { htmlText } from '#app/search_engine/analysis/html_text'
import { dateInWords } from '#app/web/dates'

export function linkedDecision(
  cluster: ShownRecord,
  { cited, court, docket, opinions, files }: ShownDecision,
  absolute: (path: string) => string
): Record<string, unknown> {
  const address = absolute(String(cluster.absolute_url))
  const authors = new Map(
    opinions.flatMap(({ heading: { author } }) => (author ? [[author.label, author.path]] : []))
  )
  return {
    '@type': 'CreativeWork',
    '@id': address,
    'url': address,
    'name': cited.name,
    'genre': 'Court decision',
    'inLanguage': 'en',
    'isAccessibleForFree': true,
    'datePublished': cited.decided,
    'identifier': [
      ...cited.citations.map((citation) => property('Citation', formatCitation(citation))),
      ...(docket?.docket_number ? [property('Docket number', cited.docketNumber)] : []),
    ],
    'alternateName': fullNameCitation(cited),
    ...(court && {
      creator: {
        '@type': 'GovernmentOrganization',
        'name': cited.courtName,
        'url': absolute(court.path),
      },
    }),
    ...(authors.size && {
      author: Array.from(authors, ([name, path]) => ({
        '@type': 'Person',
        name,
        ...(path && { url: absolute(path) }),
      })),
    }),
    ...(files.length && {
      encoding: files.map(({ path }) => ({ '@type': 'MediaObject', 'contentUrl': absolute(path) })),
    }),
  }
}

const property = (name: string, value: string) => ({ '@type': 'PropertyValue', name, value })

/** Maximum characters of a text to read. */
const MAX_SOURCE = 2_000

/** Describes a decision by its citation and its syllabus or summary, or else its court and date. */
export function formatDecisionDescription(
  { syllabus, summary }: ShownRecord,
  { cited }: ShownDecision
): string {
  const held = htmlText(String(syllabus || summary || '').slice(0, MAX_SOURCE))
    .replaceAll(/\s+/g, ' ')
    .trim()
  const decided = `${cited.courtName ? `${cited.courtName}, decided` : 'Decided'} ${dateInWords(cited.decided)}.`
  return `${fullNameCitation(cited)}. ${held || decided}`
}
