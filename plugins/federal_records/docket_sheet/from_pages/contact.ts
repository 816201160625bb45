/**
 * The contact block of an attorney, taken apart (fetch-and-upload, 2.5).
 */

export interface Contact {
  phone: string
  fax: string
  email: string
  /** The firm and its address, where the block has one. */
  organization?: Address
}

export interface Address {
  name: string
  address1?: string
  address2?: string
  city: string
  state: string
  zip_code: string
}

const MAX_LINES = 30
const EMAIL = /^(?:e-?mail:? ?)?([^\s@<>()]{1,64}@[^\s@<>()]{1,180}\.[a-z]{2,24})$/i
const FAX = /^(?:fax|facsimile|fax number)\b[ .:]*(.*)$/i
const FAX_AFTER = /^(.{7,40}?)\s*\(?(?:fax|facsimile)\)?$/i
const PHONE_LABEL = /^(?:tel(?:ephone)?|phone|ph|office|direct|cell)\b[ .:]*/i
const PHONE =
  /^\+?1?[-. ]?\(?(\d{3})\)?[-. /]*(\d{3})[-. ]*(\d{4})(?:\s*(?:,|x|ext\.?|extension)\s*\d{1,6})?$/i
const TOWN = /^(.{1,60}?),? +([A-Z]{2})\.?,? +(\d{5}(?:-\d{4})?)$/
const STREET =
  /\d|\b(?:street|st\.|avenue|ave\b|road|rd\.|boulevard|blvd|suite|ste\.?|floor|fl\.|p\.? ?o\.? box|building|bldg|room|plaza|square|drive|lane|highway|tower)\b/i

/**
 * Phone, fax, email and address of a block.
 *
 * @param block lines; `PRO SE` for a party who acts for itself
 */
export function parseContact(block: string): Contact {
  const lines = block
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line && !/^PRO SE$/i.test(line))
    .slice(0, MAX_LINES)
  const contact: Contact = { phone: '', fax: '', email: '' }
  const address: string[] = []
  for (const line of lines) if (!takeNumber(line, contact)) address.push(line)
  const organization = addressOf(address)
  return { ...contact, ...(organization && { organization }) }
}

function takeNumber(line: string, contact: Contact): boolean {
  const email = EMAIL.exec(line)?.[1]
  if (email) {
    contact.email ||= email.toLowerCase()
    return true
  }
  const fax = FAX.exec(line)?.[1] ?? FAX_AFTER.exec(line)?.[1]
  if (fax !== undefined) {
    contact.fax ||= digitsOf(fax)
    return true
  }
  const phone = digitsOf(line.replace(PHONE_LABEL, ''))
  contact.phone ||= phone
  return phone !== ''
}

/** Ten digits, or nothing for a text that is no number. */
function digitsOf(text: string): string {
  const found = PHONE.exec(text.trim())
  return found ? found.slice(1, 4).join('') : ''
}

/** Lines before the first street name the firm; without a town there is no address. */
function addressOf(lines: string[]): Address | undefined {
  const at = lines.findIndex((line) => TOWN.test(line))
  const town = at === -1 ? null : TOWN.exec(lines[at]!)
  if (!town) return undefined
  const above = lines.slice(0, at)
  const street = above.findIndex((line) => STREET.test(line))
  // A block that begins with its street names no firm.
  if (street === 0 || above.length === 0) return undefined
  const names = street === -1 ? above : above.slice(0, street)
  const streets = street === -1 ? [] : above.slice(street)
  return {
    name: names[0]!,
    ...(streets[0] && { address1: streets[0] }),
    ...(streets.length > 1 && { address2: streets.slice(1).join(', ') }),
    city: town[1]!,
    state: town[2]!,
    zip_code: town[3]!,
  }
}
