/** What pages call kinds of opinions. */
import { OPINION_TYPES } from './codes.js'

const COMBINED = '010combined'

/** Kinds that are called otherwise on pages than in the list of codes. */
const NAMES: Record<string, string> = {
  '015unamimous': 'Unanimous opinion',
  '020lead': 'Lead opinion',
  '025plurality': 'Plurality opinion',
  '030concurrence': 'Concurrence',
  '035concurrenceinpart': 'Concurring in part',
  '080onthemerits': 'On the merits',
  '090onmotiontostrike': 'On motion to strike cost bill',
  '100trialcourt': 'Trial court document',
}

/** Names a kind by its code, as one of several: `Concurrence`, `Combined opinion`. */
export function kindWords(type: unknown): string {
  const code = String(type)
  if (code === COMBINED) return 'Combined opinion'
  const known = OPINION_TYPES.find(({ value }) => value === code)?.display_name
  return NAMES[code] ?? known ?? 'Opinion'
}

/** Names a kind on the page of its decision, where a combined opinion is the one there is. */
export function kindOfOpinion(type: unknown): string {
  return type === COMBINED ? 'Opinion' : kindWords(type)
}
