import type { SupremeCourtAttorney } from './supreme_court_docket.js'

type Address = Pick<SupremeCourtAttorney, 'title' | 'address' | 'city' | 'state' | 'zip' | 'email'>

/**
 * The lines printed below counsel's name. A prisoner's number is left out.
 *
 * @param lines title, firm, street, city, perhaps an email address
 * @param titles how many leading lines without a digit may be the title or firm
 */
export function parseAddress(lines: string[], titles: number): Address {
  const email = lines.find((line) => line.includes('@') && !line.includes(' ')) ?? null
  const rest = lines.filter((line) => line !== '' && line !== email && !isPrisonerNumber(line))
  const place = rest.findLastIndex((line) => placeOf(line) !== null)
  const { city, state, zip } = (place !== -1 && placeOf(rest[place])) || NO_PLACE
  const above = rest.filter((_, at) => at !== place)
  const street = above.findIndex((line) => /\d/.test(line))
  const title = above.slice(0, Math.min(titles, street === -1 ? above.length : street))
  return {
    title: title.join(', ') || null,
    address: above.slice(title.length).join(', ') || null,
    city,
    state,
    zip,
    email,
  }
}

const NO_PLACE = { city: null, state: null, zip: null }

/** `Harrison, AR 72601`, or null. */
function placeOf(line: string) {
  const comma = line.lastIndexOf(',')
  const found = comma > 0 && /^ ?([A-Z]{2}) +(\d{5}(?:-\d{4})?)$/.exec(line.slice(comma + 1))
  return found ? { city: line.slice(0, comma).trim(), state: found[1], zip: found[2] } : null
}

/** `#330930-048`, `# 87920`, `AIS #153431`. */
const isPrisonerNumber = (line: string) => /^[A-Za-z. ]{0,10}# ?[A-Z]{0,4}-?\d/.test(line)
