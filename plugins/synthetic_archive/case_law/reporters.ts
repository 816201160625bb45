/**
 * Citations of clusters. Volume and page are computed from the cluster ID,
 * differently for each reporter, so that citations are unique.
 */
import type { Random } from '#app/support/random'
import { getDayYear } from '#app/support/calendar'
import type { Plan } from './plan.js'
import type { DocketFacts } from './docket_facts.js'

export interface Citation {
  volume: string
  reporter: string
  page: string
  /** Code of the reporter type. */
  type: number
}

const TYPES = { federal: 1, state: 2, regional: 3, lexis: 6, westlaw: 7, neutral: 8 }

/** Successive series of a reporter with the last year of each. */
type Series = [reporter: string, until: number][]

const SUPREME = ['U.S.', 'S. Ct.', 'L. Ed. 2d']
const APPEALS: Series = [
  ['F.2d', 1993],
  ['F.3d', 2021],
  ['F.4th', 9999],
]
const DISTRICT: Series = [
  ['F. Supp.', 1998],
  ['F. Supp. 2d', 2014],
  ['F. Supp. 3d', 9999],
]

const REGIONS: [homes: string, series: Series][] = [
  [
    'conn del dc me md nh nj pa ri vt',
    [
      ['A.2d', 2010],
      ['A.3d', 9999],
    ],
  ],
  [
    'ill ind mass ny ohio',
    [
      ['N.E.2d', 2014],
      ['N.E.3d', 9999],
    ],
  ],
  ['iowa mich minn neb nd sd wis', [['N.W.2d', 9999]]],
  [
    'alaska ariz cal colo haw idaho kan mont nev nm okla oklacrimapp or utah wash wyo',
    [
      ['P.2d', 2000],
      ['P.3d', 9999],
    ],
  ],
  ['ga nc sc va wva', [['S.E.2d', 9999]]],
  [
    'ark ky mo tenn tex texcrimapp',
    [
      ['S.W.2d', 1999],
      ['S.W.3d', 9999],
    ],
  ],
  [
    'ala fla la miss',
    [
      ['So. 2d', 2009],
      ['So. 3d', 9999],
    ],
  ],
]
const REGION_BY_COURT = new Map(
  REGIONS.flatMap(([homes, all]) => homes.split(' ').map((home) => [home, all]))
)

/** Courts with neutral citations. */
const NEUTRAL = new Map(
  Object.entries({
    ohio: 'Ohio',
    colo: 'CO',
    mont: 'MT',
    nd: 'ND',
    utah: 'UT',
    wis: 'WI',
    vt: 'VT',
  })
)

/**
 * Returns the citations of a cluster, two on average, the preferred one first.
 *
 * @param day day of the decision
 */
export function generateCitations(
  plan: Plan,
  cluster: number,
  docket: DocketFacts,
  day: number
): Citation[] {
  const random = plan.random('citations', cluster)
  const year = getDayYear(day)
  const citations = printed(docket, year, random).map(([reporter, type]) => {
    const { volume, page } = placeIn(plan, cluster, reporter)
    return { volume, reporter, page, type }
  })
  const neutral = NEUTRAL.get(docket.court.id)
  if (neutral && random.chance(0.7)) {
    citations.push({
      volume: String(year),
      reporter: neutral,
      page: String(cluster),
      type: TYPES.neutral,
    })
  }
  if (random.chance(0.62)) {
    citations.push({
      volume: String(year),
      reporter: 'WL',
      page: String(1_000_000 + cluster * 3),
      type: TYPES.westlaw,
    })
  }
  if (random.chance(0.3)) {
    const reporter = docket.group === 'district' ? 'U.S. Dist. LEXIS' : 'U.S. App. LEXIS'
    const own = docket.group === 'state' ? `${docket.court.citation} LEXIS` : reporter
    citations.push({
      volume: String(year),
      reporter: own,
      page: String(1000 + cluster),
      type: TYPES.lexis,
    })
  }
  return citations
}

function printed(
  { group, court }: DocketFacts,
  year: number,
  random: Random
): [reporter: string, type: number][] {
  if (court.id === 'scotus') return SUPREME.map((reporter) => [reporter, TYPES.federal])
  if (!random.chance(0.85)) return []
  if (group === 'district') return [[seriesOf(DISTRICT, year), TYPES.federal]]
  if (group === 'appellate') return [[seriesOf(APPEALS, year), TYPES.federal]]

  const found: [string, number][] = []
  if (court.highest && court.citation && random.chance(0.6))
    found.push([court.citation, TYPES.state])
  const region = REGION_BY_COURT.get(court.highest ? court.id : (court.above ?? ''))
  if (region) found.push([seriesOf(region, year), TYPES.regional])
  return found
}

function seriesOf(list: Series, year: number): string {
  return list.find(([, until]) => year <= until)![0]
}

/** Upper limits of volumes and pages, except in the largest archives. */
const VOLUMES = 900
const PAGES = 1400

function placeIn(
  { clusters }: Plan,
  cluster: number,
  reporter: string
): { volume: string; page: string } {
  const perVolume = Math.max(200, Math.ceil(clusters / VOLUMES))
  const number = (cluster + offsetOf(reporter)) % clusters
  const page = (number % perVolume) * Math.max(1, Math.floor(PAGES / perVolume)) + 1
  return { volume: String(Math.floor(number / perVolume) + 1), page: String(page) }
}

const offsets = new Map<string, number>()

/** Offset of the numbering of a reporter, so that parallel citations differ. */
function offsetOf(reporter: string): number {
  let offset = offsets.get(reporter)
  if (offset === undefined) {
    offset = [...reporter].reduce(
      (sum, character) => (sum * 31 + character.codePointAt(0)!) % 1_000_003,
      7
    )
    offsets.set(reporter, offset)
  }
  return offset
}
