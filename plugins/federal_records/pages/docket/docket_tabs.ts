import type { ShownRecord } from '#api/records'
import { NamedStatement } from '#app/database/named_statement'
import type { Reader } from '#app/database/reader'

export interface Tab {
  label: string
  path: string
  current: boolean
}

const COUNTS = new NamedStatement(`SELECT
  (SELECT count(*) FROM docket_entries WHERE docket_id = $1),
  (SELECT count(DISTINCT party_id) FROM party_types WHERE docket_id = $1)`)

/** The pages of a docket; undefined for one without entries and parties. */
export async function docketTabs(
  reader: Reader,
  { id, absolute_url: path, slug }: ShownRecord,
  current: 'entries' | 'parties'
): Promise<Tab[] | undefined> {
  const [counts] = await reader.rows(COUNTS, [String(id)])
  const [entries, parties] = counts!.map(Number)
  if (!entries && !parties) return undefined
  const label = (words: string, count: number) => `${words} (${count.toLocaleString('en-US')})`
  return [
    { label: label('Entries', entries!), path: String(path), current: current === 'entries' },
    {
      label: label('Parties', parties!),
      path: `/docket/${id}/parties/${String(slug || '-')}/`,
      current: current === 'parties',
    },
  ]
}
