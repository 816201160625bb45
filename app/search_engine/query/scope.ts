/**
 * Where the words of a query are looked for.
 */
import type { NamedField } from './fields.js'
import type { OtherSpelling, QueryLanguage } from './language.js'

/** Where words are looked for, and how. */
export interface Scope {
  /** Fields of kind text. */
  text: string[]
  /** Those whose values have a shape. */
  shaped: string[]
  /** Fields without words that a bare word is compared with, too. */
  keyword: string[]
  /** As written, without stems and synonyms. */
  exact: boolean
  /** Synonyms. */
  language: QueryLanguage
  /** Whether the words read like a name, so that short forms of names stand for more. */
  inName?: boolean
  /** Alternative forms of parts of the query. */
  otherSpellings?: OtherSpelling[]
  /** The field that was named; undefined where none was. */
  field?: NamedField
}
