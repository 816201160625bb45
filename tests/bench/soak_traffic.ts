/** Requests of soak test clients: URLs by class, based on the archive's contents. */
import type pg from 'pg'

const API = '/api/rest/v4'
/** Number of records per table whose URLs are requested. */
const SAMPLED = 400

export interface TrafficClass {
  name: string
  /** Percentage of requests. */
  share: number
  paths: string[]
}

/**
 * Reads by class: 98% of all requests. Searches come from the query log, or else
 * from words of the archive's cases.
 */
export async function sampleTraffic(client: pg.Client): Promise<TrafficClass[]> {
  /** An expression over rows spread over the whole table. */
  const sampled = async (table: string, expression: string): Promise<string[]> => {
    const { rows } = await client.query<{ value: string }>(
      `SELECT ${expression} AS value FROM ${table} WHERE id IN (
         SELECT (random() * (SELECT max(id) FROM ${table}))::bigint
         FROM generate_series(1, ${SAMPLED * 4})
       ) LIMIT ${SAMPLED}`
    )
    return rows.map(({ value }) => value)
  }
  const logged = await client.query<{ get_params: string }>(
    `SELECT get_params FROM search_queries WHERE NOT failed ORDER BY id DESC LIMIT ${SAMPLED}`
  )
  const searches = logged.rowCount
    ? logged.rows.map(({ get_params: query }) => query.replace(/^\?/, ''))
    : inventedSearches(await sampled('opinion_clusters', 'case_name'))
  const under = (path: string) => (keys: string[]) => keys.map((key) => `${API}/${path}/${key}/`)
  const lists = [
    `${API}/dockets/`,
    `${API}/opinions/?page_size=5`,
    `${API}/clusters/?order_by=-date_filed`,
    `${API}/courts/?fields=id,full_name`,
    `${API}/opinions-cited/?page_size=20`,
    ...(await sampled('dockets', 'court_id')).map((court) => `${API}/dockets/?court=${court}`),
  ]
  return [
    { name: 'list', share: 20, paths: lists },
    {
      name: 'record',
      share: 25,
      paths: [
        ...under('opinions')(await sampled('opinions', 'id')),
        ...under('clusters')(await sampled('opinion_clusters', 'id')),
        ...under('dockets')(await sampled('dockets', 'id')),
      ],
    },
    { name: 'search', share: 35, paths: searches.map((query) => `${API}/search/?${query}`) },
    { name: 'search page', share: 5, paths: searches.map((query) => `/search/?${query}`) },
    {
      name: 'decision page',
      share: 10,
      paths: await sampled('opinion_clusters', pageOf('opinion')),
    },
    { name: 'docket page', share: 3, paths: await sampled('dockets', pageOf('docket')) },
  ]
}

const pageOf = (kind: string) => `'/${kind}/' || id || '/' || slug || '/'`

/**
 * Typical searches: a name as a phrase, its words, and words with a filter, a
 * field, and an order.
 */
function inventedSearches(names: string[]): string[] {
  const forms = [
    (name: string) => `q=%22${encodeURIComponent(name)}%22`,
    (_name: string, words: string[]) => `q=${words.join('+')}`,
    (_name: string, words: string[]) => `type=r&q=${words[0]}`,
    (_name: string, words: string[]) => `q=${words[0]}&filed_after=1990-01-01`,
    (_name: string, words: string[]) => `q=caseName:${words[0]}&order_by=dateFiled+desc`,
    (_name: string, words: string[]) => `type=p&q=${words.at(-1)}`,
  ]
  return names.map((name, place) => {
    const words = name.match(/\p{L}{3,}/gu) ?? ['court']
    return forms[place % forms.length]!(name, words.map(encodeURIComponent))
  })
}
