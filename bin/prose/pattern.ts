/** A pattern of words with a plainer form. */
export interface Pattern {
  /** ID of the rule. */
  id: string
  find: RegExp
  /** Phrases around a match in which the words are right. */
  except?: RegExp
  /** Context in which the words are right anywhere in the paragraph. */
  unless?: RegExp
  /** What to write instead. */
  use: string
  /** A sentence the pattern finds, and the same without a fault. */
  wrong: string
  right: string
  /** Only in headings. */
  headings?: true
}

/** Start of a sentence, as a part of an expression. */
export const START = String.raw`(?:^|(?<=[.!?:;][)]? ))`
