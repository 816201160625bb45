/** Requests to both servers, and their statements. */
import { createHash } from 'node:crypto'
import type pg from 'pg'
import { parseFilters } from '#api/filters/parse'
import { parseOrdering } from '#api/ordering'
import { decodeCursor, encodeCursor } from '#api/pagination/cursor'
import type { Compiled, QueryCompiler } from '#api/query'
import type { ResourceRegistry } from '#api/registry'
import { Parameters } from '#api/parameters'
import type { FloorStatement } from './floor.js'

export interface HttpCase {
  name: string
  paths: string[]
}

/** URLs of each case, based on the archive's contents. */
export async function httpCases(
  client: pg.Client,
  registry: ResourceRegistry
): Promise<HttpCase[]> {
  const column = async (sql: string) =>
    (await client.query(sql)).rows.map((row) => String(Object.values(row)[0]))
  const courts = await column(
    'SELECT court_id FROM dockets GROUP BY court_id HAVING count(*) > 100 ORDER BY count(*) DESC LIMIT 100'
  )
  const opinions = await column('SELECT id FROM opinions ORDER BY md5(id::text) LIMIT 500')
  const [total] = await column('SELECT count(*) FROM dockets')
  const texts =
    'plain_text,html,html_lawbox,html_columbia,html_anon_2020,xml_harvard,xml_scan,html_with_citations'
  const jurisdictions = await column(
    `SELECT k.jurisdiction FROM opinion_clusters c JOIN dockets d ON d.id = c.docket_id JOIN courts k ON k.id = d.court_id
     GROUP BY 1 HAVING count(*) > 0.02 * (SELECT count(*) FROM opinion_clusters)`
  )

  const deep = Math.min(50_000, Math.floor(Number(total) / 20))
  const [behind] = await column(
    `SELECT id FROM dockets ORDER BY id DESC OFFSET ${(deep - 1) * 20 - 1} LIMIT 1`
  )
  const dockets = registry.get('dockets')
  const { cursor } = parseOrdering(dockets, '-id', 'v4')
  const text = encodeCursor(cursor!, { backwards: false, position: behind!, key: behind! })
  return [
    {
      name: 'dockets of one court, newest first',
      paths: courts.map((court) => `/api/rest/v4/dockets/?court=${court}`),
    },
    {
      name: 'one opinion without its texts',
      paths: opinions.map((id) => `/api/rest/v4/opinions/${id}/?omit=${texts}`),
    },
    {
      name: 'clusters through two relations',
      paths: jurisdictions.map(
        (kind) => `/api/rest/v4/clusters/?docket__court__jurisdiction=${kind}`
      ),
    },
    { name: 'dockets, page 1', paths: ['/api/rest/v4/dockets/?order_by=-id'] },
    {
      name: `dockets, page ${deep.toLocaleString('en')} by cursor`,
      paths: [`/api/rest/v4/dockets/?cursor=${text}&order_by=-id`],
    },
  ]
}

/** URLs of federal records and people, filled by `fillRecords`. */
export function recordCases({
  documents,
  people,
}: {
  documents: number
  people: number
}): HttpCase[] {
  const sheets = Math.floor(documents / 120)
  const some = (most: number, path: (key: number) => string) =>
    Array.from({ length: 300 }, (_, index) => path(1 + ((index * 7919) % most)))
  return [
    {
      name: 'docket entries of one docket, with documents',
      paths: some(sheets, (docket) => `/api/rest/v4/docket-entries/?docket=${docket}`),
    },
    {
      name: 'parties of one docket, filtered',
      paths: some(
        sheets,
        (docket) => `/api/rest/v4/parties/?docket=${docket}&filter_nested_results=true`
      ),
    },
    {
      name: 'positions of one person, not in federal appeals',
      paths: some(
        people,
        (person) => `/api/rest/v4/positions/?court__jurisdiction!=F&person=${person}`
      ),
    },
    {
      name: 'people by part of a school name',
      paths: some(
        people,
        (school) => `/api/rest/v4/people/?educations__school__name__contains=${schoolWord(school)}`
      ),
    },
  ]
}

/** A rare word in school names. */
function schoolWord(school: number): string {
  const word = createHash('md5').update(String(school)).digest('hex').slice(0, 6)
  return word[0]!.toUpperCase() + word.slice(1)
}

/** The statement that the server runs for a URL. */
export function compileFloorStatement(
  compiler: QueryCompiler,
  path: string,
  base: string
): FloorStatement {
  const { pathname, search } = new URL(path, 'http://x')
  const [, resourcePath, key] = /^\/api\/rest\/v4\/([\w-]+)\/(?:(\w+)\/)?$/.exec(pathname)!
  const resource = compiler.registry.get(resourcePath!)
  const parameters = new Parameters(search, 'v4')
  const shape = { base, suffix: '/', selection: parameters.selection() }
  const { tree: filters } = parseFilters(resource, parameters.filters)

  const named = ({ statement, values }: Compiled, size?: number) => ({
    name: statement.mayPrepare ? `s${statement.text.length}${resource.path}` : undefined,
    text: statement.text,
    values,
    size,
  })
  if (key) return named(compiler.detail(resource, key, { ...shape, filters }))
  const ordering = parseOrdering(resource, parameters.get('order_by'), 'v4')
  const given = parameters.get('cursor')
  const cursor = given ? decodeCursor(resource, ordering.cursor!, given) : undefined
  return named(
    compiler.list(resource, { ...shape, filters, ordering, cursor, limit: resource.pageSize + 1 }),
    resource.pageSize
  )
}
