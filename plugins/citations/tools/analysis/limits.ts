import { MAX_PASTED_LENGTH } from '../../lookup/lookup_request.js'

/** Characters of a document that are read. */
export const MAX_ANALYZED_LENGTH = 4 * MAX_PASTED_LENGTH

/** Entries of a list of a report at most; more are counted. */
export const MAX_LISTED = 250
