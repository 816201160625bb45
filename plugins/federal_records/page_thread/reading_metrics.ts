/** Metrics of merged court pages. */
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { CoveredPage } from '#app/court_pages/read_page'
import { counter } from '#app/support/metrics'
import {
  isAppellateCourt,
  isBankruptcyCourt,
  isDistrictCourt,
  type CourtKind,
} from '../public/court_kinds.js'

const unreadPassages = counter(
  'curia_unread_fragments_total',
  "Passages of court pages that weren't read and aren't dismissed, by kind of court and page.",
  ['court_kind', 'page_kind']
)

const closeRecognitions = counter(
  'curia_close_recognitions_total',
  'Merged court pages that a second kind fits almost as well, by both kinds.',
  ['page_kind', 'runner_up']
)

/** A merged page with the court's ID in the archive. */
interface CountedPage {
  reading: Pick<CoveredPage, 'kind' | 'recognition'>
  court: string
}

/**
 * Counts a page when its transaction is committed.
 *
 * @param unread number of passages that weren't read
 */
export async function countReading(
  trx: TransactionClientContract,
  { reading: { kind, recognition }, court }: CountedPage,
  unread: number
): Promise<void> {
  if (recognition.close) {
    const labels = { page_kind: kind, runner_up: recognition.runnerUp?.kind ?? 'none' }
    trx.after('commit', () => closeRecognitions.inc(labels))
  }
  if (!unread) return
  const row: CourtKind | null = await trx
    .from('courts')
    .where('id', court)
    .select('id', 'jurisdiction')
    .first()
  const labels = { court_kind: row ? courtKind(row) : 'other', page_kind: kind }
  trx.after('commit', () => unreadPassages.inc(labels, unread))
}

function courtKind(court: CourtKind): string {
  if (isBankruptcyCourt(court)) return 'bankruptcy'
  if (isDistrictCourt(court)) return 'district'
  if (isAppellateCourt(court)) return 'appellate'
  return court.id === 'scotus' ? 'supreme' : 'other'
}
