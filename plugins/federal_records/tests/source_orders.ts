/** Merges the sources of a case in different orders and compares the results. */
import type { Random } from '#app/support/random'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { mergePage, PageNotMerged } from '../docket_sheet/from_pages/merge_page.js'
import type { CaseSource } from './case_sources.js'

/** The result of an order. */
export interface MergedCase {
  order: string[]
  /** Dockets with their entries, documents, and parties, without IDs and times. */
  content: string
  entries: number
  /** Entries that were created, each of which is announced. */
  announced: number
}

const CONTENT = `
  SELECT jsonb_pretty(jsonb_agg(jsonb_build_object(
    'docket', to_jsonb(k) - '{id,date_created,date_modified,originating_court_information_id}'::text[],
    'entries', (SELECT jsonb_agg(entry ORDER BY entry::text) FROM (
      SELECT (to_jsonb(e) - '{id,docket_id,date_created,date_modified}'::text[]) || jsonb_build_object('documents',
        (SELECT jsonb_agg(to_jsonb(o) - '{id,docket_entry_id,date_created,date_modified}'::text[] ORDER BY document_number, attachment_number)
         FROM archive_documents o WHERE docket_entry_id = e.id)) AS entry
      FROM docket_entries e WHERE docket_id = k.id) AS entries),
    'parties', (SELECT jsonb_agg(to_jsonb(t) - '{id,docket_id,party_id}'::text[] || jsonb_build_object('party', p.name) ORDER BY p.name, t.name, t.extra_info)
      FROM party_types t JOIN parties p ON p.id = party_id WHERE docket_id = k.id),
    'roles', (SELECT jsonb_agg(jsonb_build_array(p.name, a.name, contact_raw, role, role_raw, date_action) ORDER BY p.name, a.name, contact_raw, role, role_raw, date_action)
      FROM attorney_roles r JOIN parties p ON p.id = party_id JOIN attorneys a ON a.id = attorney_id WHERE docket_id = k.id))
    ORDER BY k.docket_number)) AS content,
    (SELECT count(*) FROM docket_entries)::int AS entries,
    (SELECT coalesce(sum(upper(part) - lower(part)), 0) FROM content_changes, unnest(ids) AS part
     WHERE table_name = 'docket_entries' AND kind = 'created')::int AS announced
  FROM dockets k`

/** Merges in a transaction that the caller rolls back; a menu without its entry is retried later. */
export async function mergeInOrder(
  trx: TransactionClientContract,
  { court, registryCaseId }: { court: string; registryCaseId: string },
  sources: CaseSource[]
): Promise<MergedCase> {
  let waiting: CaseSource[] = []
  for (const source of sources) {
    const due = [...waiting, source]
    waiting = []
    for (const one of due)
      try {
        await mergePage(trx, { page: one.page, court, registryCaseId })
      } catch (error) {
        if (!(error instanceof PageNotMerged && error.reason === 'no_such_entry')) throw error
        waiting.push(one)
      }
  }
  for (const { page } of waiting) await mergePage(trx, { page, court, registryCaseId })
  const { rows } = await trx.rawQuery<{ rows: Omit<MergedCase, 'order'>[] }>(CONTENT)
  return { order: sources.map(({ name }) => name), ...rows[0]! }
}

/** Cases with up to this many sources are merged in all orders. */
const MAX_PERMUTED = 4

/** All orders of up to four sources, or a sample of the orders of more. */
export function makeOrders<T>(sources: T[], random: Random, sample: number): T[][] {
  if (sources.length <= MAX_PERMUTED) {
    const all = permutations(sources)
    return all.length <= sample ? all : pick(all, random, sample)
  }
  return [
    sources,
    sources.toReversed(),
    ...Array.from({ length: Math.max(1, sample - 2) }, () => shuffled(sources, random)),
  ]
}

/** The first and last of the orders, and a sample of the others. */
function pick<T>(all: T[], random: Random, count: number): T[] {
  const inner = shuffled(all.slice(1, -1), random).slice(0, Math.max(0, count - 2))
  return [all[0]!, ...inner, all.at(-1)!]
}

function permutations<T>(values: T[]): T[][] {
  if (values.length <= 1) return [values]
  return values.flatMap((first, place) =>
    permutations(values.toSpliced(place, 1)).map((rest) => [first, ...rest])
  )
}

function shuffled<T>(values: T[], random: Random): T[] {
  const left = [...values]
  return values.map(() => left.splice(random.between(0, left.length - 1), 1)[0]!)
}
