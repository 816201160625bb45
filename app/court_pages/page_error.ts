/** A page that cannot be parsed at all, even if its kind is recognized. */
export class CourtPageError extends Error {
  override name = 'CourtPageError'
}
