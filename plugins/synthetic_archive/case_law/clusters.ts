import {
  type GeneratedRow,
  type GeneratorContext,
  stamps,
  countDecisions,
} from '../table_generator.js'
import type { Random } from '#app/support/random'
import { dateText, DAY, instantText, getDayYear } from '#app/support/calendar'
import { toCaseSlug } from '#plugins/case_law/public'
import { CitationGraph } from './citation_graph.js'
import {
  clusterCreated,
  clusterDay,
  docketFacts,
  generateCaseNames,
  type DocketFacts,
} from './docket_facts.js'
import { person, surname } from '../names.js'
import { LAST_DAY, Plan } from './plan.js'
import { phrase, sentence } from './prose.js'

/** Clusters 1 to N/5, each on a different docket. */
export function* opinionClusters(context: GeneratorContext): Iterable<GeneratedRow> {
  const plan = new Plan(context)
  const counts = new CitationGraph(plan).counts()
  for (let id = 1; id <= plan.clusters; id++) {
    yield clusterRow(plan, id, docketFacts(plan, plan.getClusterDocketId(id)), counts[id]!)
  }
}

const REPLACED = 1
const SEALED = 4

/**
 * One redirection for every fiftieth cluster. The deleted IDs follow those of the clusters;
 * every fifth redirection is sealed.
 */
export function* clusterRedirections(context: GeneratorContext): Iterable<GeneratedRow> {
  const clusters = countDecisions(context.dockets)
  for (let id = 1; id <= clusters / 50; id++) {
    const sealed = id % 5 === 0
    yield {
      id,
      date_created: stamps(context.random).date_created,
      deleted_cluster_id: clusters + id,
      reason: sealed ? SEALED : REPLACED,
      cluster_id: sealed ? null : id * 50,
    }
  }
}

/** Most frequent first. */
const SOURCES = ['C', 'U', 'CU', 'R', 'L', 'ZU', 'LU', 'CR', 'Z', 'LCU', 'ZLCU', 'G', 'D', 'M', 'S']
const STATUSES = [
  'Published',
  'Unpublished',
  'Unpublished',
  'Unknown',
  'Errata',
  'Separate',
  'Relating-to',
]
const DISPOSITIONS = [
  'Affirmed',
  'Reversed',
  'Vacated and remanded',
  'Dismissed',
  'Denied',
  'Affirmed in part',
]
const POSTURES = [
  'Appeal from a final judgment',
  'Motion for summary judgment',
  'Motion to dismiss',
  'Petition for review',
]

function clusterRow(
  plan: Plan,
  id: number,
  docket: DocketFacts,
  citationCount: number
): GeneratedRow {
  const random = plan.random('clusterDetails', id)
  const names = generateCaseNames(plan, docket)
  const decided = clusterDay(plan, id, docket)
  const created = clusterCreated(plan, id, docket, decided)
  const modified = plan.modified(created, random)
  const trial = docket.group === 'district'
  const supreme = docket.court.id === 'scotus'
  const judges = trial || random.chance(0.25) ? 1 : supreme ? 9 : 3
  const status = STATUSES[trial ? random.between(0, 3) : random.zipf(STATUSES.length)]!
  const source = SOURCES[random.zipf(SOURCES.length)]!
  const printed = source.includes('U')
  const harvard = `harvard/${docket.court.id}/${getDayYear(decided)}/${id}`
  const blocked = random.chance(0.004)
  const text = (chance: number, words: number) =>
    random.chance(chance) ? sentence(random, random.between(words, 3 * words)) : ''

  return {
    id,
    date_created: instantText(created),
    date_modified: instantText(modified),
    judges: random.chance(0.8) ? surnames(random, judges) : '',
    date_filed: dateText(decided),
    date_filed_is_approximate: random.chance(0.01),
    slug: toCaseSlug(names.usual),
    case_name_short: names.short,
    case_name: names.usual,
    case_name_full: names.full,
    scdb_id: supreme ? `${getDayYear(decided)}-${String(id % 1000).padStart(3, '0')}` : '',
    scdb_decision_direction: supreme ? random.between(1, 3) : null,
    scdb_votes_majority: supreme ? random.between(5, 9) : null,
    scdb_votes_minority: supreme ? random.between(0, 4) : null,
    source,
    procedural_history: text(0.05, 12),
    attorneys: random.chance(0.35) ? attorneys(random) : '',
    nature_of_suit: '',
    posture: random.chance(0.1) ? random.pick(POSTURES) : '',
    syllabus: text(supreme ? 0.9 : 0.08, 25),
    headnotes: printed ? text(0.08, 20) : '',
    summary: text(0.04, 20),
    disposition: random.chance(0.35) ? `${DISPOSITIONS[random.zipf(DISPOSITIONS.length)]}.` : '',
    history: text(0.02, 10),
    other_dates: printed && random.chance(0.05) ? `Argued ${dateText(decided - 60)}` : '',
    cross_reference: '',
    correction: '',
    citation_count: citationCount,
    precedential_status: status,
    date_blocked: blocked ? dateText(Math.min(LAST_DAY, Math.floor(modified / DAY))) : null,
    blocked,
    filepath_json_harvard: printed ? `${harvard}.json` : '',
    filepath_pdf_harvard: printed && random.chance(0.6) ? `${harvard}.pdf` : '',
    docket_id: docket.id,
    arguments: '',
    headmatter:
      printed && random.chance(0.4)
        ? `<p id="b1-1">${phrase(random, random.between(10, 40))}</p>`
        : '',
  }
}

function surnames(random: Random, count: number): string {
  return Array.from({ length: count }, () => surname(random)).join(', ')
}

function attorneys(random: Random): string {
  const [first, second] = [person(random), person(random)]
  return `${first.full}, for the appellant. ${second.full}, for the appellee.`
}
