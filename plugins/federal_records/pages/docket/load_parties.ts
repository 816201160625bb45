/** The tabs of a docket, and its parties with their counsel in this docket. */
import { parsePageParam } from '#app/web/page_requests'
import type { Records, ShownRecord } from '#api/records'
import { NamedStatement } from '#app/database/named_statement'
import { ATTORNEY_ROLES } from '../../resources/codes.js'
import type { Reader } from '#app/database/reader'

/** Parties per page; the largest cases have thousands. */
const PAGE_SIZE = 200
const MAX_PAGE = 10_000

interface ShownParty {
  name: string
  type: string
  date_terminated: string | null
  extra_info: string
  attorneys:
    { name: string; contact_raw: string; phone: string; email: string; roles: ShownRole[] }[] | null
}

interface ShownRole {
  role: number | null
  role_raw: string
  date_action: string | null
}

const PARTIES = new NamedStatement(`SELECT row_to_json(shown) FROM (
  SELECT p.name, t.name AS type, t.date_terminated,
    coalesce(nullif(t.extra_info, ''), p.extra_info) AS extra_info,
    (SELECT json_agg(row_to_json(one) ORDER BY one.first) FROM (
       SELECT a.name, a.contact_raw, a.phone, a.email, min(r.id) AS first,
         json_agg(json_build_object('role', r.role, 'role_raw', r.role_raw, 'date_action', r.date_action) ORDER BY r.id) AS roles
       FROM attorney_roles r JOIN attorneys a ON a.id = r.attorney_id
       WHERE r.party_id = t.party_id AND r.docket_id = t.docket_id GROUP BY a.id) one) AS attorneys
  FROM party_types t JOIN parties p ON p.id = t.party_id
  WHERE t.docket_id = $1 ORDER BY t.id LIMIT ${PAGE_SIZE + 1} OFFSET $2) shown`)

export async function loadParties(
  records: Records,
  docket: ShownRecord,
  query: URLSearchParams
): Promise<Record<string, unknown>> {
  const { reader } = records
  const page = parsePageParam(query, MAX_PAGE)
  const [rows, tabs] = await Promise.all([
    reader.rows(PARTIES, [String(docket.id), String((page - 1) * PAGE_SIZE)]),
    docketTabs(reader, docket, 'parties'),
  ])
  const parties = rows
    .slice(0, PAGE_SIZE)
    .map(([row]) => shownParty(JSON.parse(row!) as ShownParty))
  return {
    tabs,
    court: await records.find('courts', String(docket.court_id)),
    parties,
    previous: page > 1 && `?page=${page - 1}`,
    next: rows.length > PAGE_SIZE && `?page=${page + 1}`,
    json: `/api/rest/v4/parties/?docket=${docket.id}&filter_nested_results=True`,
  }
}

function shownParty({ attorneys, extra_info: info, ...party }: ShownParty) {
  return {
    ...party,
    lines: linesOf(info),
    attorneys: (attorneys ?? []).map(({ roles, contact_raw: contact, ...attorney }) => ({
      ...attorney,
      lines: linesOf(contact),
      roles: roles.map(wordsOf).filter(Boolean),
    })),
  }
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

function wordsOf({ role, role_raw: raw, date_action: date }: ShownRole): string {
  const known = ATTORNEY_ROLES.find(({ value }) => Number(value) === role)?.display_name
  const words = known ?? raw
  return words && date ? `${words}, ${date}` : words
}

interface Tab {
  label: string
  path: string
  current: boolean
}

const COUNTS = new NamedStatement(`SELECT
  (SELECT count(*) FROM docket_entries WHERE docket_id = $1),
  (SELECT count(DISTINCT party_id) FROM party_types WHERE docket_id = $1)`)

/** The tabs of a docket; undefined if it has no entries or parties. */
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
