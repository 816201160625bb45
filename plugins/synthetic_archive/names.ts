/**
 * Names of people, companies, and public bodies for case names.
 */
import type { Random } from '#app/support/random'

const words = (text: string) => text.trim().split(/\s+/)

const FIRST_NAMES = words(`
  James Mary Robert Patricia John Jennifer Michael Linda David Elizabeth William Barbara Richard Susan
  Joseph Jessica Thomas Karen Charles Sarah Christopher Lisa Daniel Nancy Matthew Sandra Anthony Betty
  Mark Ashley Donald Emily Steven Kimberly Andrew Margaret Paul Donna Joshua Michelle Kenneth Carol Kevin
  Amanda Brian Melissa Timothy Deborah Ronald Stephanie George Rebecca Jason Sharon Edward Laura Jeffrey
  Cynthia Ryan Dorothy Jacob Amy Nicholas Kathleen Gary Angela Eric Shirley Jonathan Emma José María Luis
  Ana Wei Priya Ahmed Fatima Andrés Renée Zoë Tyrone Latoya`)

const COMMON_SURNAMES = words(`
  Smith Johnson Williams Brown Jones Garcia Miller Davis Rodriguez Martinez Hernandez Lopez Gonzalez Wilson
  Anderson Thomas Taylor Moore Jackson Martin Lee Perez Thompson White Harris Sanchez Clark Ramirez Lewis
  Robinson Walker Young Allen King Wright Scott Torres Nguyen Hill Flores Green Adams Nelson Baker Hall
  Rivera Campbell Mitchell Carter Roberts Gomez Phillips Evans Turner Diaz Parker Cruz Edwards Collins Reyes
  Stewart Morris Morales Murphy Cook Rogers Gutierrez Ortiz Morgan Cooper Peterson Bailey Reed Kelly Howard
  Ramos Kim Cox Ward Richardson Watson Brooks Chavez Wood Bennett Gray Mendoza Ruiz Hughes Price Alvarez
  Castillo Sanders Patel Myers Long Ross Foster Jimenez O'Brien O'Connor Núñez Muñoz Peña D'Angelo`)

const SURNAME_STARTS = words(`
  Ash Black Brad Brook Burn Cald Chad Clay Cran Dal Dun East Elm Fair Farn Gar Gold Hal Hart Haw Hol Hunt
  Kirk Lang Law Lin Mar Mill Nor Oak Old Pem Rad Red Ros Rush Shel Stan Strat Thorn Wake Wal Wes Whit Win`)

const SURNAME_ENDS = words(`
  berg bourne brook burn by cliff combe cott croft dale den field ford gate ham hurst land ley low man mere
  more ridge shaw son stead stone ton well wick wood worth`)

/** Most frequent first: they are drawn by Zipf's law. */
const SURNAMES = [
  ...COMMON_SURNAMES,
  ...SURNAME_ENDS.flatMap((end) => SURNAME_STARTS.map((start) => start + end)),
]

const COMPANY_STARTS = words(`
  Acme Allied American Apex Atlantic Beacon Blue Capitol Cascade Central Century Citadel Coastal Colonial
  Continental Crescent Delta Diamond Eagle Eastern Empire Evergreen Excel Federal First Frontier General
  Global Golden Granite Great Gulf Harbor Heritage Highland Horizon Imperial Independent Interstate Keystone
  Lakeside Liberty Lone Metro Midwest National New Northern Olympic Pacific Paramount Pioneer Premier Prime
  Quality Regal Reliance Republic Rocky Royal Security Sierra Southern Standard Sterling Summit Superior
  Titan Tri-State Union United Universal Valley Vanguard Western`)

const COMPANY_TRADES = words(`
  Airlines Bancorp Beverage Builders Capital Chemical Coal Communications Construction Credit Dairy Design
  Development Distributors Electric Energy Engineering Equipment Finance Foods Freight Gas Healthcare
  Holdings Homes Industries Insurance Investments Laboratories Leasing Life Logistics Lumber Manufacturing
  Marine Materials Media Medical Mining Mortgage Motors Networks Oil Packaging Partners Pharmaceuticals
  Plastics Power Products Properties Publishing Railroad Realty Recovery Restaurants Retail Savings
  Semiconductor Servicing Shipping Software Solutions Steel Stores Supply Systems Technologies Telecom
  Textiles Tobacco Tools Transport Trucking Utilities Ventures`)

const COMPANY_FORMS = [
  ', Inc.',
  ', LLC',
  ' Corp.',
  ' Co.',
  ', L.P.',
  ', Ltd.',
  ', N.A.',
  ' & Sons, Inc.',
]

const AGENCIES = [
  'Commissioner of Social Security',
  'United States',
  'Department of Homeland Security',
  'Equal Employment Opportunity Commission',
  'Securities and Exchange Commission',
  'Department of Veterans Affairs',
  'United States Postal Service',
  'Environmental Protection Agency',
  'National Labor Relations Board',
  'Internal Revenue Service',
]

const PLACES = [
  ...words(
    'Springfield Franklin Greenville Bristol Clinton Fairview Salem Madison Georgetown Arlington'
  ),
  ...words(
    'Ashland Burlington Dover Hudson Jackson Kingston Milton Newport Oxford Riverside Winchester'
  ),
]

const LOCAL_BODIES = [
  (town: string) => `City of ${town}`,
  (town: string) => `County of ${town}`,
  (town: string) => `${town} Police Department`,
  (town: string) => `${town} School District`,
  (town: string) => `Town of ${town}`,
]

/** Names of a party to a case. */
export interface Party {
  /** `Smith`; empty if the name has no useful short form. */
  short: string
  /** As in the usual case name: `Smith`, `Acme Holdings, Inc.` */
  usual: string
  /** `James T. Smith`. */
  full: string
}

export function surname(random: Random): string {
  return SURNAMES[random.zipf(SURNAMES.length)]!
}

export function person(random: Random): Party {
  const last = surname(random)
  const first = random.pick(FIRST_NAMES)
  const middle = random.chance(0.6) ? ` ${'ABCDEFGHJKLMNPRSTVW'[random.between(0, 18)]}.` : ''
  const alias = random.chance(0.01) ? ` "${random.pick(FIRST_NAMES)}"` : ''
  return { short: last, usual: last, full: `${first}${middle}${alias} ${last}` }
}

export function company(random: Random): Party {
  const start = random.chance(0.15) ? surname(random) : random.pick(COMPANY_STARTS)
  const core = `${start} ${random.pick(COMPANY_TRADES)}`
  const name = core + random.pick(COMPANY_FORMS)
  return { short: random.chance(0.5) ? core : '', usual: name, full: name }
}

export function agency(random: Random): Party {
  const name = AGENCIES[random.zipf(AGENCIES.length)]!
  return { short: '', usual: name, full: name }
}

export function localBody(random: Random): Party {
  const name = random.pick(LOCAL_BODIES)(random.pick(PLACES))
  return { short: '', usual: name, full: name }
}

/** `Springfield`. */
export function place(random: Random): string {
  return random.pick(PLACES)
}
