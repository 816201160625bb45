/** Runs of white space, no-break spaces among them, as one blank; none at the ends. */
export const clean = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** Typographic quotes and dashes as those of a keyboard. */
export const straightened = (text: string): string =>
  text.replace(/[‘’]/g, "'").replace(/[“”]/g, '"').replace(/[–—]/g, '-')

/** Text of an email's entry: straight quotes, no marks of lists. */
export const plainText = (text: string): string => clean(straightened(text).replace(/[*#]/g, ''))

/** As {@link clean}, without blanks before commas: names and texts of dockets. */
export const tidy = (text: string): string => clean(text).replaceAll(' ,', ',')
