import type { NamedField } from './fields.js'
import type { NameKind, OtherSpelling, QueryLanguage } from './language.js'

/** The fields in which words of a query are searched, and how. */
export interface Scope {
  /** Text fields. */
  text: string[]
  /** Text fields whose values have a shape. */
  shaped: string[]
  /** Keyword fields that a bare word is also compared with. */
  keyword: string[]
  /** Search verbatim, without stems and synonyms. */
  exact: boolean
  language: QueryLanguage
  /** Whether the words look like a name, in which short forms have more synonyms. */
  inName?: NameKind
  /** Alternative forms of parts of the query. */
  otherSpellings?: OtherSpelling[]
  /** The field that the query names, if any. */
  field?: NamedField
}
