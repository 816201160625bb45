/** @returns the key of the record a link of the API leads to: `336` of `/api/rest/v4/people/336/` */
export function linkKey(link: unknown): string | undefined {
  return typeof link === 'string' ? /\/([^/]+)\/$/.exec(link)?.[1] : undefined
}

/** The keys of a list of links. */
export function linkKeys(links: unknown): string[] {
  return Array.isArray(links) ? links.map(linkKey).filter((key) => key !== undefined) : []
}
