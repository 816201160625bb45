/**
 * The catalogue of errors: each has a stable code, a status, a message and a
 * hint, declared once in `errors.ts` of the folder that throws it. A code is
 * never used for another error later.
 */

export interface ErrorKind {
  /** What programs compare: lower-case words with underscores. */
  code: string
  /** Status of the HTTP response. */
  status: number
  /** What has happened. An error that says more precisely what is wrong has its own detail. */
  message: string
  /** What a client can do about it. */
  hint: string
}

export type ErrorCatalogue = Readonly<Record<string, ErrorKind>>

/** Declares the errors of a folder or plugin by their codes. */
export function errorKinds<const Kinds extends Record<string, Omit<ErrorKind, 'code'>>>(
  kinds: Kinds
): { readonly [Code in keyof Kinds]: ErrorKind } {
  const entries = Object.entries(kinds).map(([code, kind]) => [code, { code, ...kind }])
  return Object.fromEntries(entries) as { [Code in keyof Kinds]: ErrorKind }
}
