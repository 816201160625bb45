/** Why a sheet cannot be taken. */
export class SheetError extends Error {
  override name = 'SheetError'
}
