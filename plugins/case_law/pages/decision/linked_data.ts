/**
 * A decision in the words of schema.org. The vocabulary has no type for a
 * decision of a court: `Legislation` is a statute. A decision is a
 * `CreativeWork` of the genre "Court decision".
 */
import type { ShownRecord } from '#api/records'
import { bluebookCitation, textOf } from './case_citation.js'
import type { ShownDecision } from './load_decision.js'

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
      ...cited.citations.map((citation) => property('Citation', textOf(citation))),
      ...(docket?.docket_number ? [property('Docket number', cited.docketNumber)] : []),
    ],
    'alternateName': bluebookCitation(cited),
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
