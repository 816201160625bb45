/** The heaviest requests an account can send, by kind. */
import { crc32 } from 'node:zlib'
import { LARGE_DOCKET } from './fairness_fill.js'

export interface HeavyAccount {
  /** Value of the Authorization header. */
  authorization: string
  /** Cookie header of its session. */
  cookie: string
  /** CSRF token of the session. */
  csrf: string
  password: string
}

export interface HeavyCase {
  name: string
  path: string
  method?: 'GET' | 'POST'
  /** Created for each request. */
  body?: (account: HeavyAccount) => string | URLSearchParams | FormData
  headers?: Record<string, string>
  /** Sent with the session instead of the token. */
  isPage?: boolean
  /** Statuses other than 2xx and 3xx that count as success. */
  accepted?: number[]
}

const API = '/api/rest/v4'
const JSON_TYPE = { 'content-type': 'application/json' }
const repeated = (text: string, length: number) =>
  text.repeat(Math.ceil(length / text.length)).slice(0, length)
const posted = (value: unknown) => () => JSON.stringify(value)
const lookup = (name: string, text: string): HeavyCase => ({
  name,
  path: `${API}/citation-lookup/`,
  method: 'POST',
  headers: JSON_TYPE,
  body: posted({ text }),
})
const search = (name: string, q: string): HeavyCase => ({
  name,
  path: `${API}/search/?type=o&q=${encodeURIComponent(q)}`,
  // Rejected as too expensive, or timed out.
  accepted: [400, 503],
})
const tool = (name: string, args: object): HeavyCase => ({
  name: `tool ${name}`,
  path: '/mcp',
  method: 'POST',
  headers: { ...JSON_TYPE, accept: 'application/json, text/event-stream' },
  body: posted({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
})

const WORDS = 'the court of and to in that is for be as by on was not it with or his are'.split(' ')
const BEGINNINGS = 'the con pro dis int per com rep sta app jud def par ref res'.split(' ')

/** @param scan a PDF of scanned pages */
export const heavyCases = (scan: Buffer): HeavyCase[] => [
  search('search: wildcards', BEGINNINGS.map((word) => `${word}*`).join(' OR ')),
  search('search: phrases of frequent words', WORDS.map((word) => `"${word} the"`).join(' OR ')),
  search('search: 200 branches', Array.from({ length: 10 }, () => WORDS.join(' OR ')).join(' OR ')),
  lookup('250 citations', Array.from({ length: 250 }, (_, at) => `${at + 300} U.S. 1`).join('; ')),
  lookup('7,000 citations of 100 decisions', repeated('901 U.S. 1 ', 63_000)),
  lookup('volumes without a page', repeated('1 U.S. ', 63_000)),
  lookup('sections', repeated('§ ', 63_000)),
  // The maximum rows of one request, repeated while the light requests run.
  { name: 'export of 10,000 rows, CSV', path: `${API}/dockets/?format=csv&rows=10000` },
  { name: 'export of 10,000 rows, JSON Lines', path: `${API}/dockets/?format=jsonl&rows=10000` },
  { name: 'page of 10,000 entries', path: `/docket/${LARGE_DOCKET}/x/?page=50` },
  {
    name: 'words in 10,000 entries',
    path: `/docket/${LARGE_DOCKET}/x/?q=extend+time`,
  },
  { name: 'list of opinions, browsable', path: `${API}/opinions/?format=api&page_size=100` },
  { name: 'list of opinions, XML', path: `${API}/opinions/?format=xml&page_size=100` },
  {
    name: 'zip of 200 MB',
    path: `${API}/archive/`,
    method: 'POST',
    body: () => uploadOf({ upload_type: '10' }, 'files.zip', zipOf(200)),
    accepted: [400],
  },
  {
    name: 'OCR of scanned pages',
    path: `${API}/archive/`,
    method: 'POST',
    body: () => uploadOf({ upload_type: '3' }, 'scan.pdf', [scan]),
    accepted: [400],
  },
  {
    name: 'take-out',
    path: '/profile/take-out/',
    method: 'POST',
    isPage: true,
    body: ({ csrf: _csrf, password }) => new URLSearchParams({ _csrf, password }),
    // Limited to ten per hour.
    accepted: [429],
  },
  tool('extract_citations', { text: repeated('see 1 U.S. 1, 2, 3 ', 256_000) }),
  tool('analyze_citations', {
    text: Array.from({ length: 9_000 }, (_, at) => `A v. B, ${at + 1} U.S. ${at}`).join('; '),
  }),
  {
    name: 'visualization',
    path: `${API}/visualizations/`,
    method: 'POST',
    headers: JSON_TYPE,
    body: posted({ title: 'x', cluster_start: '/opinion/1014/', cluster_end: '/opinion/1021/' }),
    accepted: [403],
  },
  {
    name: 'citation lookup page',
    path: '/profile/citation-lookup/',
    method: 'POST',
    isPage: true,
    body: ({ csrf: _csrf }) =>
      new URLSearchParams({ _csrf, text: repeated('Foo v. Bar, 901 U.S. 1; ', 100_000) }),
  },
]

function uploadOf(fields: Record<string, string>, name: string, bytes: Buffer[]): FormData {
  const form = new FormData()
  for (const [field, value] of Object.entries({
    court: 'wawd',
    registry_case_id: '338917',
    registry_doc_id: '197011600601',
    document_number: '6',
    ...fields,
  }))
    form.set(field, value)
  form.set('filepath_local', new Blob(bytes as Buffer<ArrayBuffer>[]), name)
  return form
}

const MEGABYTE = 1024 * 1024

/** A zip archive of uncompressed one-megabyte files (APPNOTE 4.3). */
function zipOf(files: number): Buffer[] {
  const content = Buffer.alloc(MEGABYTE, '%PDF-1.4 ')
  const sum = crc32(content)
  const parts: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  for (let at = 1; at <= files; at++) {
    const name = Buffer.from(`${at}.pdf`)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt32LE(sum, 10)
    common.writeUInt32LE(MEGABYTE, 14)
    common.writeUInt32LE(MEGABYTE, 18)
    common.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, name])
    const entry = Buffer.alloc(14)
    entry.writeUInt32LE(offset, 10)
    central.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), common, entry, name]))
    parts.push(local, content)
    offset += local.length + content.length
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(files, 4)
  end.writeUInt16LE(files, 6)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(offset, 12)
  return [...parts, directory, Buffer.concat([Buffer.from('PK\x05\x06'), end])]
}
