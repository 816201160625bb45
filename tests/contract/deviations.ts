/**
 * Where the server knowingly differs from tests/contract/resources.json.
 * A difference is written `<resource>: <what>`; each entry says why.
 */
export interface Deviation {
  matches: RegExp
  reason: string
}

export const DEVIATIONS: Deviation[] = [
  {
    matches:
      /^[\w-]+: filter [\w]+ has lookups exact, iexact, startswith, istartswith, endswith, iendswith, contains, icontains/,
    reason: 'Text filters take every text lookup, and OPTIONS shows them.',
  },
  {
    matches: /^courts: (cursor|ordering)/,
    reason: 'Courts page by cursor too, on id and date_modified.',
  },
  {
    matches:
      /^(archive-documents|archive-query|disclosure-positions|federal-integrated-database): name:/,
    reason: 'Lists are named after what their resources are called here.',
  },
]
