import type { GeneratedRow, GeneratorContext } from '../table_generator.js'
import type { Random } from '#app/support/random'
import { dateText, instantText } from '#app/support/calendar'
import { toCaseSlug } from '#plugins/case_law/public'
import { CitationGraph } from './citation_graph.js'
import { clusterCreated, clusterDay, docketFacts, generateCaseNames } from './docket_facts.js'
import { surname } from '../names.js'
import { Plan } from './plan.js'
import { writeProse, type Reference } from './prose.js'
import { generateCitations } from './reporters.js'

/** Opinions 1 to about N/5: one per cluster, and a second one for a few. */
export function* opinions(context: GeneratorContext): Iterable<GeneratedRow> {
  const plan = new Plan(context)
  const graph = new CitationGraph(plan)
  for (let id = 1; id <= plan.opinions; id++) {
    const references = graph
      .citedBy(id)
      .map((cited) => referenceTo(plan, plan.getOpinionClusterId(cited)))
    yield opinionRow(plan, id, references)
  }
}

const LEADS = [
  '010combined',
  '010combined',
  '020lead',
  '010combined',
  '015unamimous',
  '025plurality',
]
const SECONDS = ['040dissent', '030concurrence', '035concurrenceinpart']

function opinionRow(plan: Plan, id: number, references: Reference[]): GeneratedRow {
  const random = plan.random('opinion', id)
  const cluster = plan.getOpinionClusterId(id)
  const docket = docketFacts(plan, plan.getClusterDocketId(cluster))
  const decided = clusterDay(plan, cluster, docket)
  const created = clusterCreated(plan, cluster, docket, decided)
  const second = plan.isDivided(cluster) && plan.getOpinionClusterId(id - 1) === cluster
  const type = second
    ? random.pick(SECONDS)
    : plan.isDivided(cluster)
      ? '020lead'
      : random.pick(LEADS)
  const perCuriam = !second && random.chance(0.08)

  const words = wordCount(random)
  const { html, plain } = writeProse(random, words, references)
  const scraped = random.chance(0.5)
  const [year, month, day] = dateText(decided).split('-')
  const serial = random.between(1, 9999)
  const stored = `${year}/${month}/${day}/${toCaseSlug(generateCaseNames(plan, docket).usual).slice(0, 50)}_${serial}`

  return {
    id,
    date_created: instantText(created),
    date_modified: instantText(plan.modified(created, random)),
    author_str: perCuriam || random.chance(0.25) ? '' : surname(random),
    per_curiam: perCuriam,
    joined_by_str: random.chance(0.05) ? `${surname(random)}, ${surname(random)}` : '',
    type,
    sha1: scraped || random.chance(0.5) ? digest(random) : '',
    page_count: scraped ? Math.ceil(words / 280) : null,
    download_url:
      scraped && random.chance(0.8)
        ? `https://${docket.court.id}.example.gov/opinions/${stored}.pdf`
        : null,
    local_path: scraped ? `pdf/${stored}.pdf` : '',
    plain_text: scraped ? pageHead(random) + plain : '',
    html: '',
    html_lawbox: '',
    html_columbia: '',
    html_anon_2020: '',
    xml_harvard: '',
    xml_scan: '',
    html_with_citations: html,
    extracted_by_ocr: scraped && random.chance(0.12),
    author_id: null,
    cluster_id: cluster,
  }
}

/**
 * Draws the number of words without the references, which bring the average to about 250.
 * One in a hundred opinions is long.
 */
function wordCount(random: Random): number {
  if (random.chance(0.012)) return random.between(1500, 5000)
  return 20 + Math.min(1400, Math.floor(-Math.log(1 - random.next()) * 90))
}

/** Draws the page header of scanned texts; a few contain the path of the file. */
function pageHead(random: Random): string {
  const draw = random.next()
  if (draw < 0.01) return `\\\\chambers\\opinions\\${random.between(1000, 9999)}.wpd\n\n`
  return draw < 0.3 ? 'NOT FOR PUBLICATION\n\n' : ''
}

function digest(random: Random): string {
  let text = ''
  for (let part = 0; part < 5; part++)
    text += random.between(0, 0xffffffff).toString(16).padStart(8, '0')
  return text
}

function referenceTo(plan: Plan, cluster: number): Reference {
  const docket = docketFacts(plan, plan.getClusterDocketId(cluster))
  const { usual } = generateCaseNames(plan, docket)
  const day = clusterDay(plan, cluster, docket)
  const [first] = generateCitations(plan, cluster, docket, day)
  return {
    name: usual,
    citation: first
      ? `${first.volume} ${first.reporter} ${first.page}`
      : `decided ${dateText(day)}`,
    path: `/opinion/${cluster}/${toCaseSlug(usual)}/`,
  }
}
