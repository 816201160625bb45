/** A document's ID in its normal form: the fourth digit is 0. */
export const normalDocumentId = (id: string): string => `${id.slice(0, 3)}0${id.slice(4)}`

/** The ID in a link to a document (`/doc1/…`, `/docs1/…`), in its normal form; else null. */
export function documentId(link: string): string | null {
  const digits = /\/docs?\d\/(\d{4,12})(?!\d)/.exec(link)?.[1]
  return digits ? normalDocumentId(digits) : null
}

/**
 * The arguments of `goDLS('/doc1/…','11428','21',…)`: link, case ID, sequence number, and more.
 *
 * @param handler an event handler's script
 * @returns the arguments, or null when it calls no goDLS
 */
export function goDlsArguments(handler: string | undefined): string[] | null {
  const found = /\bgoDLS\(([^()]{0,2000})\)/.exec(handler ?? '')
  return found && found[1].split(',').map((one) => one.trim().replace(/^['"]|['"]$/g, ''))
}

/** The value of a link's parameter, or null if it doesn't match the form. */
export function queryValue(link: string | null, name: string, form: RegExp): string | null {
  const query = link?.slice(link.indexOf('?') + 1) ?? ''
  const pair = query.split(/[&;]/).find((one) => one.startsWith(`${name}=`))
  const value = pair?.slice(name.length + 1) ?? ''
  return form.test(value) ? value : null
}
