/** Reads notes for pages. */
import { escapeHtml } from '#app/support/escape_html'
import { NamedStatement } from '#app/database/named_statement'
import type { PageLink, RecordPages } from '#app/web/record_pages'
import { NOTE_KINDS, type NotedRecord, type NoteKind } from '../models/note.js'

/** Notes per page of the list. */
export const SHOWN_NOTES = 25
/** Maximum characters of a search. */
export const MAX_SEARCH_LENGTH = 200
/** Maximum characters of a note in the list. */
const SHOWN_TEXT = 600
/** Marks of a match, which `ts_headline` writes around it. */
const START = '\uE000'
const END = '\uE001'

/** A note in the list. */
export interface ListedNote {
  id: number
  modified: string
  /** The kind of its record, and the case of a document. */
  about: string
  record: PageLink
  /** The beginning of the text, or its matching parts with the matches marked. */
  html: string
}

interface FoundNote extends Record<NoteKind, number | null> {
  id: number
  modified: string
  case_name: string | null
  text: string
  length: number
}

interface NoteOnRecord {
  id: number
  text: string
  modified: string
}

const COLUMNS = `n.id, n.date_modified AS modified, n.cluster_id AS cluster, n.docket_id AS docket, n.document_id AS document,
  (SELECT d.case_name FROM archive_documents a JOIN docket_entries e ON e.id = a.docket_entry_id
    JOIN dockets d ON d.id = e.docket_id WHERE a.id = n.document_id) AS case_name`
const NEWEST = `ORDER BY n.date_modified DESC, n.id DESC LIMIT ${SHOWN_NOTES + 1} OFFSET $2`

const OF_ACCOUNT = new NamedStatement(
  `SELECT to_json(shown)::text FROM (
     SELECT ${COLUMNS}, left(n.text, ${SHOWN_TEXT}) AS text, length(n.text) AS length
     FROM user_notes n WHERE n.user_id = $1 ${NEWEST}
   ) AS shown`
)

const MATCHING = new NamedStatement(
  `SELECT to_json(shown)::text FROM (
     SELECT n.*, ts_headline('english', n.whole, query, $4) AS text
     FROM (
       SELECT ${COLUMNS}, translate(n.text, '${START}${END}', '') AS whole, length(n.text) AS length, query
       FROM user_notes n, websearch_to_tsquery('english', $3) AS query
       WHERE n.user_id = $1 AND n.words @@ query ${NEWEST}
     ) AS n
     ORDER BY n.modified DESC, n.id DESC
   ) AS shown`
)

const HEADLINE = `StartSel=${START}, StopSel=${END}, MaxFragments=3, MaxWords=40, MinWords=15, FragmentDelimiter=" … "`

const ON_RECORD = Object.fromEntries(
  Object.keys(NOTE_KINDS).map((kind) => [
    kind,
    new NamedStatement(
      `SELECT json_build_object('id', n.id, 'text', n.text, 'modified', n.date_modified)::text
       FROM user_notes n WHERE n.user_id = $1 AND n.${kind}_id = $2`
    ),
  ])
) as Record<NoteKind, NamedStatement>

/**
 * A page of an account's notes, last modified first.
 *
 * @param search words that each note must contain; empty for all notes
 */
export async function listNotes(
  pages: RecordPages,
  accountId: number,
  { search, page }: { search: string; page: number }
): Promise<{ notes: ListedNote[]; hasMore: boolean }> {
  const { reader } = pages.records
  const offset = (page - 1) * SHOWN_NOTES
  const rows = search
    ? await reader.rows(MATCHING, [accountId, offset, search, HEADLINE])
    : await reader.rows(OF_ACCOUNT, [accountId, offset])
  const found = rows.slice(0, SHOWN_NOTES).map(([json]) => JSON.parse(json!) as FoundNote)
  const links = await findRecordLinks(pages, found.map(recordOf))
  return {
    hasMore: rows.length > SHOWN_NOTES,
    notes: found.map((note) => {
      const { kind, id } = recordOf(note)
      const { label } = NOTE_KINDS[kind]
      return {
        id: note.id,
        modified: note.modified,
        about: note.case_name ? `${label} in ${note.case_name}` : label,
        record: links.get(`${kind}/${id}`) ?? { label: `${label} ${id}`, path: '' },
        html: toHtml(note),
      }
    }),
  }
}

/** An account's note on a record. */
export async function findNoteOnRecord(
  { records: { reader } }: Pick<RecordPages, 'records'>,
  accountId: number,
  { kind, id }: NotedRecord
): Promise<NoteOnRecord | undefined> {
  const [row] = await reader.rows(ON_RECORD[kind], [accountId, id])
  return row && (JSON.parse(row[0]!) as NoteOnRecord)
}

/** Links to the pages of records, by kind and ID: `docket/7`. */
export async function findRecordLinks(
  pages: RecordPages,
  noted: readonly NotedRecord[]
): Promise<Map<string, PageLink>> {
  const kinds = Object.keys(NOTE_KINDS) as NoteKind[]
  const links = await Promise.all(
    kinds.map(async (kind) => {
      const ids = noted.flatMap((one) => (one.kind === kind ? one.id : []))
      const found = await pages.linksTo(NOTE_KINDS[kind].resource, ids)
      return Array.from(found, ([id, link]) => [`${kind}/${id}`, link] as const)
    })
  )
  return new Map(links.flat())
}

function recordOf(note: FoundNote): NotedRecord {
  const kind = (Object.keys(NOTE_KINDS) as NoteKind[]).find((one) => note[one] !== null)!
  return { kind, id: String(note[kind]) }
}

function toHtml({ text, length }: FoundNote): string {
  const html = escapeHtml(text).replaceAll(START, '<mark>').replaceAll(END, '</mark>')
  return text.length === SHOWN_TEXT && length > SHOWN_TEXT ? `${html} …` : html
}
