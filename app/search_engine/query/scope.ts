/**
 * Where the words of a query are looked for.
 */
import type { NamedField } from './fields.js'

/** Where words are looked for, and how. */
export interface Scope {
  /** Fields of kind text. */
  text: string[]
  /** Fields without words that a bare word is compared with, too. */
  keyword: string[]
  /** As written, without stems and synonyms. */
  exact: boolean
  /** Whether the words read like the name of a case, so short forms of such names stand for more. */
  ofCaseName?: boolean
  /** The field that was named; undefined where none was. */
  field?: NamedField
}
