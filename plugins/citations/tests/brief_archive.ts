/** Invented decisions, and briefs with planted errors that cite them (`briefs/`). */
import { readFileSync } from 'node:fs'
import type pg from 'pg'
import type { NamedStatement } from '#app/database/named_statement'
import type { Reader } from '#app/database/reader'
import type { CheckState } from '../checks/checks.js'

const FOLDER = new URL('briefs/', import.meta.url)

interface InventedDecision {
  id: number
  case_name: string
  case_name_short: string
  court: string
  date_filed: string
  citations: string[]
  pages: { page: string; text: string }[]
}

/** The expected state of a citation. */
export interface ExpectedState {
  brief: string
  text: string
  state: CheckState
  /** Other acceptable states. */
  accept?: CheckState[]
  decision: number | null
  /** UTF-16 units. */
  start: number
}

const read = (name: string) => readFileSync(new URL(name, FOLDER), 'utf8')

export const BRIEFS = Array.from({ length: 20 }, (_, at) => String(at + 1).padStart(2, '0'))
export const briefText = (brief: string) => read(`${brief}.txt`)
export const expectedStates = () => JSON.parse(read('expected.json')) as ExpectedState[]

/** Adds the decisions with their page breaks to a database with the courts they need. */
export async function addInventedDecisions(client: pg.ClientBase): Promise<void> {
  const decisions = JSON.parse(read('archive.json')) as InventedDecision[]
  const courts = [...new Set(decisions.map(({ court }) => court))]
  for (const [position, court] of courts.entries())
    await client.query(
      `INSERT INTO courts (id, position, short_name, full_name, citation_string, jurisdiction)
       VALUES ($1, $2, $1, $1, $1, 'F') ON CONFLICT DO NOTHING`,
      [court, position + 1_000]
    )
  for (const { id, case_name: name, case_name_short: short, ...of } of decisions) {
    await client.query(`INSERT INTO dockets (id, source, court_id) VALUES ($1, 0, $2)`, [
      id,
      of.court,
    ])
    await client.query(
      `INSERT INTO opinion_clusters (id, docket_id, case_name, case_name_short, date_filed, slug)
       VALUES ($1, $1, $2, $3, $4, 'a')`,
      [id, name, short, of.date_filed]
    )
    for (const citation of of.citations) {
      const [, volume, reporter, page] = /^(\d+) (.+) (\d+)$/.exec(citation)!
      await client.query(
        `INSERT INTO citations (cluster_id, volume, reporter, page, type) VALUES ($1, $2, $3, $4, 1)`,
        [id, volume, reporter, page]
      )
    }
    await client.query(
      `INSERT INTO opinions (id, cluster_id, type, html_with_citations) VALUES ($1, $1, '010combined', $2)`,
      [id, htmlOf(of.pages)]
    )
  }
}

function htmlOf(pages: InventedDecision['pages']): string {
  const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return pages
    .map(({ page, text }, place) =>
      place ? `<span class="star-pagination">*${page}</span> ${escaped(text)}` : escaped(text)
    )
    .join(' ')
}

/** Reads rows as the server's reader does: arrays of text. */
export function makeReader(client: pg.ClientBase): Pick<Reader, 'rows'> {
  return {
    rows: async (statement: string | NamedStatement, values: unknown[]) => {
      const text = typeof statement === 'string' ? statement : statement.text
      const types = { getTypeParser: () => (value: string) => value }
      const { rows } = await client.query({ text, values, rowMode: 'array', types } as never)
      return rows as unknown as Awaited<ReturnType<Reader['rows']>>
    },
  }
}
