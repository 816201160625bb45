/**
 * Relations between the tables of the synthetic archive. All are computed from
 * the seed and the number of dockets, so each file can be written independently
 * and no rows have to be kept in memory.
 */
import { type GeneratorContext, countDecisions } from '../table_generator.js'
import { Random } from '#app/support/random'
import { DAY, toDayNumber } from '#app/support/calendar'
import { groupCourts, type Court, type CourtGroup } from './courts.js'

/** Separate streams of random numbers by purpose. */
const STREAMS = {
  docket: 1,
  names: 2,
  docketDetails: 3,
  cluster: 4,
  clusterDetails: 5,
  citations: 6,
  edges: 7,
  opinion: 8,
  stamps: 9,
  judge: 10,
}

/** Range of filing dates. */
export const FIRST_DAY = toDayNumber(1990, 1, 1)
export const LAST_DAY = toDayNumber(2026, 9, 30)

/** Range of `date_created` and `date_modified`. */
const BEGUN = toDayNumber(2010, 3, 1) * DAY
const ENDED = LAST_DAY * DAY

/**
 * Court groups of 20 consecutive dockets: 12 district, 5 bankruptcy, 1 federal
 * appellate, and 2 state cases.
 */
const PATTERN = 'DBADDBDSDBDDDDBDDBSD'
const GROUPS: Record<string, CourtGroup> = {
  D: 'district',
  B: 'bankruptcy',
  A: 'appellate',
  S: 'state',
}

/** Number of dockets in a run. */
export const RUN = PATTERN.length

/** Returns the positions of a group's dockets in a run, starting at 0. */
export function listDocketPlaces(group: CourtGroup): number[] {
  return [...PATTERN].flatMap((letter, place) => (GROUPS[letter] === group ? place : []))
}

/** Positions in a run of the dockets that have a decision: one in five. */
const DECIDED = [2, 7, 12, 18]

/** Of 25 consecutive clusters, the one at position 12 has a second opinion. */
const DIVIDED = 12
const DIVIDED_EVERY = 25

/** Share of the runs whose dockets were loaded together and have the same `date_created`. */
const BATCHES = 0.2
/** Number of bulk updates, each of which gave many rows the same `date_modified`. */
const SWEEPS = 40

export class Plan {
  readonly seed: number
  readonly dockets: number
  readonly clusters: number
  readonly opinions: number
  readonly courts: Record<CourtGroup, Court[]>

  constructor(context: Pick<GeneratorContext, 'seed' | 'dockets' | 'sample'>) {
    this.seed = context.seed
    this.dockets = context.dockets
    this.clusters = countDecisions(this.dockets)
    this.opinions =
      this.clusters + Math.floor((this.clusters + DIVIDED_EVERY - DIVIDED - 1) / DIVIDED_EVERY)
    this.courts = groupCourts(context)
  }

  random(stream: keyof typeof STREAMS, index: number): Random {
    return Random.of(this.seed, STREAMS[stream], index)
  }

  /** Returns the court group of a docket by ID. */
  getCourtGroup(docket: number): CourtGroup {
    return GROUPS[PATTERN[(docket - 1) % RUN]!]!
  }

  /** Returns the ID of the docket of a cluster. */
  getClusterDocketId(cluster: number): number {
    const index = cluster - 1
    const run = Math.floor(index / DECIDED.length)
    return run * RUN + DECIDED[index % DECIDED.length]! + 1
  }

  /** Returns the ID of the cluster of an opinion. */
  getOpinionClusterId(opinion: number): number {
    const index = opinion - 1
    const run = Math.floor(index / (DIVIDED_EVERY + 1))
    const place = index % (DIVIDED_EVERY + 1)
    return run * DIVIDED_EVERY + (place > DIVIDED ? place - 1 : place) + 1
  }

  /** Whether a cluster has a second opinion. */
  isDivided(cluster: number): boolean {
    return (cluster - 1) % DIVIDED_EVERY === DIVIDED
  }

  /** Returns when a docket was added: roughly in order of ID, some at the same time. */
  docketCreated(docket: number): number {
    const run = Math.floor((docket - 1) / RUN)
    const random = this.random('stamps', run)
    const batch = random.chance(BATCHES)
    const place = batch ? run * RUN : docket - 1
    const span = ENDED - BEGUN - 3 * DAY
    const jitter = batch ? random : this.random('stamps', -docket)
    return BEGUN + Math.floor((span * place) / this.dockets) + Math.floor(jitter.next() * 3 * DAY)
  }

  /** Draws when a row was last modified: never for some, in a bulk update for others. */
  modified(created: number, random: Random): number {
    const draw = random.next()
    if (draw < 0.3) return created
    if (draw < 0.36) {
      const sweep =
        BEGUN + Math.floor(((ENDED - BEGUN) * (random.between(1, SWEEPS) - 0.5)) / SWEEPS)
      return Math.max(created, sweep)
    }
    return created + Math.floor((ENDED - created) * random.next() ** 2)
  }
}
