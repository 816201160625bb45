import { clean } from './text.js'

/** Spellings of a word that mean the same. */
const ALIASES: [RegExp, string][] = [
  [/\b(?:3rd|third)[ -]?(?:party|pty)\b/g, 'third party'],
  [/^(?:united states|u\. s\.|us)(?= )/g, 'u.s.'],
  [/\bjoint ?admin\b/g, 'jointly administered'],
  [/^plaintiff ?- ?consolidated$/, 'consolidated plaintiff'],
]

/**
 * The type of a party as records have it: `Defendant (1)` and `DEFENDANT` are `Defendant`.
 *
 * @param printed the heading above the party
 */
export function partyType(printed: string): string {
  let type = clean(printed)
    .toLowerCase()
    .replace(/ ?(?:\(\d{1,5}\)|\d{1,5})$/, '')
  for (const [form, word] of ALIASES) type = type.replace(form, word)
  return titleCase(type)
}

/** Letters after anything that is no letter are capitals, as after an apostrophe. */
const titleCase = (text: string) =>
  text
    .replace(
      /(^|[^a-z])([a-z])/g,
      (_, before: string, letter: string) => before + letter.toUpperCase()
    )
    .replace(/ And /g, ' and ')
