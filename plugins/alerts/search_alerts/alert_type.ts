/**
 * What an alert covers, from its query and what its owner says (alerts 1.2, 2 to 2c).
 */
import { InvalidValues } from '#app/support/domain_error'
import { parametersOf, matchesAll, typeOf, type SearchParameters } from './alert_query.js'
import { ALERT_TYPES, isArchive, type AlertType } from './codes.js'

/**
 * The parameters of an alert's query.
 *
 * @throws InvalidValues when they narrow nothing
 */
export function readParameters(query: string): SearchParameters {
  const parameters = parametersOf(query)
  if (matchesAll(parameters)) {
    throw new InvalidValues({
      query: 'An alert cannot be about everything. Ask for words, or narrow the search.',
    })
  }
  return parameters
}

/**
 * The type of an alert with this query.
 *
 * @param wanted `alert_type` as it was given; for other searches than those of federal cases it says nothing
 * @throws InvalidValues
 */
export function settleType(parameters: SearchParameters, wanted: unknown): AlertType {
  const type = typeOf(parameters)
  if (!Object.hasOwn(ALERT_TYPES, type))
    throw wrongType(`Unsupported alert type: ${type.slice(0, 40)}`)
  if (!isArchive(type)) return type as AlertType
  if (!isArchive(String(wanted ?? ''))) throw NEITHER
  return wanted as AlertType
}

/**
 * The type of an alert whose query stays as it is.
 *
 * @throws InvalidValues unless it stays, or changes between `r` and `d`
 */
export function changeType(before: AlertType, wanted: unknown): AlertType {
  if (wanted === undefined || wanted === '' || wanted === before) return before
  if (!isArchive(before)) throw wrongType(`The query decides about it: ${before}.`)
  if (!isArchive(String(wanted))) throw NEITHER
  return wanted as AlertType
}

function wrongType(message: string): InvalidValues {
  return new InvalidValues({ alert_type: [message] })
}

const NEITHER = wrongType('Alerts on federal cases need r (cases and filings) or d (cases only).')
