/** `1:24-cv-01187-EVC`; office and initials may be missing. */
const DISTRICT = /(\d\d)-[a-z]{1,5}-(\d{1,18})(?!\d)/i
/** `24-11642` */
const BANKRUPTCY = /(\d\d)-(\d{1,18})(?!\d)/

/** `1:24-cv-`, `1-24-`, `24-cv-` */
const PARTS = /^(?:(\d{1,2})[:-])?\d\d-(?:([a-z]{1,5})-)?\d/i

/**
 * Year and serial digits of a number of a federal district or bankruptcy
 * court, by which its spellings are found as one; blank for other numbers.
 */
export function coreOf(number: string): string {
  const district = DISTRICT.exec(number)
  if (district) return district[1]! + serial(district[2]!, 5)
  const bankruptcy = BANKRUPTCY.exec(number)
  return bankruptcy ? bankruptcy[1]! + serial(bankruptcy[2]!, 6) : ''
}

function serial(digits: string, length: number): string {
  return digits.replace(/^0+/, '').padStart(length, '0')
}

/** Office and kind of case that a number prints, in lower case; blank for what it does not. */
export function partsOf(number: string): { office: string; type: string } {
  const [, office = '', type = ''] = PARTS.exec(number) ?? []
  return { office, type: type.toLowerCase() }
}
