/** A word pattern with a plainer alternative. */
export interface Pattern {
  /** ID of the rule. */
  id: string
  find: RegExp
  /** Phrases around a match in which the words are correct. */
  except?: RegExp
  /** Context that makes the words correct anywhere in the paragraph. */
  unless?: RegExp
  /** Suggested replacement. */
  use: string
  /** A sentence with a match, and its corrected form. */
  wrong: string
  right: string
  /** Applies only to headings. */
  headings?: true
}

/** Regular expression for the start of a sentence. */
export const START = String.raw`(?:^|(?<=[.!?:;][)]? ))`
