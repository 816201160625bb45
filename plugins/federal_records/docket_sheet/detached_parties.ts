/**
 * Parties a page no longer lists are detached from the docket; what they are
 * in other dockets stays.
 */
import type { KnownSheet } from './known_sheet.js'
import type { MergeRules } from './merge_rules.js'
import type { Change } from './sheet_tables.js'

/**
 * A page without terminated parties may have been asked for without them, so
 * those stay. A page without any parties changes nothing.
 *
 * @param listed keys of the parties the page lists
 * @param acting keys of the attorneys it lists
 */
export function detachedRows(
  known: KnownSheet,
  listed: Set<string>,
  acting: Set<string>,
  { parties }: MergeRules
): Change[] {
  if (!parties || !listed.size) return []
  const terminated = new Set(known.terminated.map((party) => party))
  const isGone = (party: string) =>
    !listed.has(party) && !(parties === 'active' && terminated.has(party))
  const staying = new Set(acting)
  const leaving = new Set<string>()
  for (const [party, attorney] of known.roles.map((...pair) => pair))
    (isGone(party!) ? leaving : staying).add(attorney!)
  return [
    { table: 'party_types', rows: [], gone: known.types.left(isGone) },
    { table: 'attorney_roles', rows: [], gone: known.roles.left(isGone) },
    {
      table: 'attorney_organization_links',
      rows: [],
      gone: known.links.left((attorney) => leaving.has(attorney) && !staying.has(attorney)),
    },
  ]
}
