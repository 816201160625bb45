/**
 * @returns the key of the record that an API link refers to: `336` for
 *   `/api/rest/v4/people/336/`
 */
export function linkKey(link: unknown): string | undefined {
  return typeof link === 'string' ? /\/([^/]+)\/$/.exec(link)?.[1] : undefined
}

/** The keys of multiple links. */
export function linkKeys(links: unknown): string[] {
  return Array.isArray(links) ? links.map(linkKey).filter((key) => key !== undefined) : []
}
