/** Kinds of statements about cited decisions on pages. */
import type { TreatmentKind } from '#app/citations/treatment_phrases'

/** Labels in display order. */
export const TREATMENT_LABELS: Readonly<Record<TreatmentKind, string>> = {
  superseded_by_statute: 'Superseded by statute',
  overruled: 'Overruled',
  abrogated: 'Abrogated',
  reversed: 'Reversed',
  vacated: 'Vacated',
  declined_to_follow: 'Declined to follow',
  criticized: 'Criticized',
  questioned: 'Questioned',
  limited: 'Limited',
  modified: 'Modified',
  distinguished: 'Distinguished',
  affirmed: 'Affirmed',
  followed: 'Followed',
  cert_granted: 'Certiorari granted',
  cert_denied: 'Certiorari denied',
}

/** Maximum number of statements to read about a decision, newest first. */
const MAX_READ = 20_000

/** SQL for the statements about the decision `$1`. */
export const TREATMENTS = `SELECT citing_opinion_id, kind, sentence FROM linked_treatments
  WHERE described_opinion_id IN (SELECT id FROM opinions WHERE cluster_id = $1)
  ORDER BY citing_opinion_id DESC LIMIT ${MAX_READ}`
