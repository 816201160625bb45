/** A page that cannot be read at all, however its kind is recognized. */
export class CourtPageError extends Error {
  override name = 'CourtPageError'
}
