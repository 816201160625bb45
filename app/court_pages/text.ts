/** Collapses white space, including no-break spaces, to one space and trims it. */
export const clean = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** Replaces typographic quotes and dashes with ASCII characters. */
export const straightened = (text: string): string =>
  text.replace(/[‘’]/g, "'").replace(/[“”]/g, '"').replace(/[–—]/g, '-')

/** Text of an entry from an email: straight quotes, no list markers. */
export const plainText = (text: string): string => clean(straightened(text).replace(/[*#]/g, ''))

/** Like {@link clean}, without spaces before commas: names and texts of dockets. */
export const tidy = (text: string): string => clean(text).replaceAll(' ,', ',')
