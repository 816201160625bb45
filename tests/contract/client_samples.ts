/** Sample records and files for recorded requests of public programs. */
import app from '@adonisjs/core/services/app'
import type { ApiClient } from '@japa/api-client'
import { PUBLIC_ROOT } from '#api/roots'
import { makeDocket } from '#tests/helpers/own_docket'
import { send } from '#plugins/upload/tests/uploads'
import type { TestAccount } from '#tests/helpers/accounts'
import { makeZip } from '../helpers/make_zip.js'
import type { Samples } from './client_requests.js'

/** The first row of each query is `name.column` in recorded requests. */
const QUERIES: Record<string, string> = {
  docket: `SELECT d.id, d.court_id AS court, d.registry_case_id AS "case", d.docket_number AS number,
    d.docket_number_core AS core, d.slug, d.case_name AS name, d.nature_of_suit AS suit, '/docket/' || d.id || '/' || d.slug || '/' AS url
    FROM dockets d JOIN docket_entries e ON e.docket_id = d.id
    JOIN archive_documents a ON a.docket_entry_id = e.id
    WHERE a.filepath_local <> '' AND d.date_filed IS NOT NULL AND d.court_id = 'nysd' ORDER BY d.id`,
  document: `SELECT a.id, a.registry_doc_id AS doc, a.filepath_local AS file, e.id AS entry
    FROM archive_documents a JOIN docket_entries e ON e.id = a.docket_entry_id
    WHERE a.filepath_local <> '' AND a.attachment_number IS NULL AND e.docket_id = :docket.id ORDER BY a.id`,
  attachment: `SELECT a.id, a.registry_doc_id AS doc FROM archive_documents a
    JOIN docket_entries e ON e.id = a.docket_entry_id
    WHERE a.filepath_local <> '' AND a.attachment_number IS NOT NULL AND e.docket_id = :docket.id ORDER BY a.id`,
  unavailable: `SELECT a.id, d.id AS docket FROM archive_documents a JOIN docket_entries e ON e.id = a.docket_entry_id
    JOIN dockets d ON d.id = e.docket_id
    WHERE NOT a.is_available AND a.registry_doc_id <> '' AND d.registry_case_id <> '' ORDER BY a.id`,
  cluster: `SELECT c.id, c.case_name AS name, c.judges, d.id AS docket, d.court_id AS court,
    d.docket_number AS number, split_part(c.judges, ',', 1) AS judge, split_part(c.case_name, ' ', 1) AS word
    FROM opinion_clusters c JOIN dockets d ON d.id = c.docket_id
    JOIN citations t ON t.cluster_id = c.id JOIN opinions o ON o.cluster_id = c.id
    WHERE c.judges <> '' AND d.docket_number <> '' ORDER BY c.id`,
  citation: `SELECT volume || ' ' || reporter || ' ' || page AS text, volume, reporter, page FROM citations
    WHERE cluster_id = :cluster.id ORDER BY id`,
  opinion: `SELECT id, type, author_str AS author FROM opinions WHERE author_str <> '' ORDER BY id`,
  person: `SELECT id, name_last AS last, name_first AS first FROM people ORDER BY id`,
  newer: `SELECT c.id AS cluster FROM opinion_clusters c JOIN dockets d ON d.id = c.docket_id
    WHERE d.court_id = 'scotus' AND d.docket_number = '437' ORDER BY c.id`,
  older: `SELECT c.id AS cluster FROM opinion_clusters c JOIN dockets d ON d.id = c.docket_id
    WHERE d.court_id = 'scotus' AND d.docket_number = '316' ORDER BY c.id`,
  author: `SELECT author_id AS id FROM opinions WHERE author_id IS NOT NULL ORDER BY id`,
  joined: `SELECT opinion_id AS opinion FROM opinion_joined_by ORDER BY id`,
  citing: `SELECT citing_opinion_id AS opinion FROM opinions_cited ORDER BY id`,
  position: `SELECT id, person_id AS person, court_id AS court, position_type AS type FROM positions
    WHERE court_id IS NOT NULL AND position_type <> '' ORDER BY id`,
  rating: `SELECT person_id AS person FROM aba_ratings ORDER BY id`,
  education: `SELECT person_id AS person FROM educations ORDER BY id`,
  affiliation: `SELECT person_id AS person FROM political_affiliations ORDER BY id`,
  disclosure: `SELECT f.id, f.year FROM financial_disclosures f
    JOIN disclosure_spouse_incomes s ON s.financial_disclosure_id = f.id
    JOIN disclosure_gifts g ON g.financial_disclosure_id = f.id ORDER BY f.id`,
  lower: `SELECT id AS docket FROM dockets WHERE originating_court_information_id IS NOT NULL ORDER BY id`,
  audio: `SELECT a.id, d.id AS docket, d.court_id AS court FROM audio a JOIN dockets d ON d.id = a.docket_id ORDER BY a.id`,
  party: `SELECT p.id, p.name FROM parties p JOIN party_types t ON t.party_id = p.id WHERE t.docket_id = :docket.id ORDER BY p.id`,
  attorney: `SELECT a.id FROM attorneys a JOIN attorney_roles r ON r.attorney_id = a.id WHERE r.docket_id = :docket.id ORDER BY a.id`,
  idb: `SELECT id AS docket FROM dockets WHERE idb_data_id IS NOT NULL ORDER BY id`,
  bankruptcy: `SELECT d.id, d.court_id AS court, d.registry_case_id AS "case" FROM dockets d
    JOIN courts c ON c.id = d.court_id WHERE c.jurisdiction = 'FB' AND d.registry_case_id <> '' ORDER BY d.id`,
  appeal: `SELECT d.court_id AS court, d.registry_case_id AS "case" FROM dockets d
    JOIN courts c ON c.id = d.court_id WHERE c.jurisdiction = 'F' AND d.registry_case_id <> '' ORDER BY d.id`,
}

let made: Promise<Samples> | undefined

/** Values by `name.column`, read once per process. */
export function clientSamples(): Promise<Samples> {
  return (made ??= readSamples())
}

async function readSamples(): Promise<Samples> {
  const database = await app.container.make('lucid.db')
  const samples: Samples = await acmsCase()
  for (const [name, query] of Object.entries(QUERIES)) {
    const filled = query.replace(/:([a-z]+\.[a-z]+)/g, (_, of: string) => samples[of]!)
    const { rows } = await database.rawQuery<{ rows: Record<string, unknown>[] }>(
      `${filled} LIMIT 1`
    )
    if (!rows[0]) throw new Error(`No sample record for ${name}`)
    for (const [column, value] of Object.entries(rows[0]))
      samples[`${name}.${column}`] = String(value)
  }
  return samples
}

/** A case of the newer appellate system, whose IDs are GUIDs. */
async function acmsCase(): Promise<Samples> {
  const samples = {
    'acms.court': 'ca9',
    'acms.case': '49d55502-744d-ef11-a317-001dd8305b45',
    'acms.entry': 'd1d37a3a-0a61-ef11-a317-001dd8305b45',
    'acms.document': '3a5c4e08-0b61-ef11-a317-001dd8305b45',
  }
  const docket = await makeDocket({
    court_id: samples['acms.court'],
    registry_case_id: samples['acms.case'],
    docket_number: '24-4471',
  })
  await docket.addEntry('OPENING BRIEF', [
    {
      registry_doc_id: samples['acms.entry'],
      acms_document_guid: samples['acms.document'],
      filepath_local: 'recap/gov.uscourts.ca9.49d55502/1.pdf',
      is_available: true,
    },
  ])
  return samples
}

/** Posts a body under the public root. */
export type Post = (path: string, body: object) => Promise<Record<string, any>>

/** Posts as an account. Other statuses than 201 are errors. */
export function postAs(client: ApiClient, authorization: string): Post {
  return async (path, body) => {
    const url = `${PUBLIC_ROOT}v4/${path}`
    const response = await client.post(url).header('authorization', authorization).json(body)
    if (response.status() !== 201)
      throw new Error(`${path} ${response.status()}: ${response.text()}`)
    return response.body()
  }
}

/** Creates records of an account, so that lists of own records aren't empty. */
export async function makeOwnRecords(
  client: ApiClient,
  account: TestAccount,
  samples: Samples
): Promise<void> {
  const post = postAs(client, account.authorization)
  const docket = Number(samples['bankruptcy.id'])
  const tag = (await post('tags/', { name: 'sample' })).id
  await post('docket-tags/', { docket, tag })
  await post('docket-alerts/', { docket })
  await post('alerts/', { name: 'Sample', query: 'q=order&type=o', rate: 'dly' })
  await post('visualizations/', {
    title: 'Sample',
    cluster_start: `/opinion/${samples['newer.cluster']}/`,
    cluster_end: `/opinion/${samples['older.cluster']}/`,
  })
  await post('recap-fetch/', {
    request_type: 2,
    pacer_username: 'reader',
    pacer_password: 'password',
    recap_document: Number(samples['unavailable.id']),
  })
  const page = {
    court: samples['docket.court']!,
    pacer_case_id: samples['docket.case']!,
    upload_type: 1,
  }
  const uploaded = await send(client, account, page, { path: `${PUBLIC_ROOT}v4/recap/` })
  uploaded.assertStatus(201)
}

const PDF = Buffer.from('%PDF-1.4\n% a small one\n')

const FILES: Record<string, () => Buffer> = {
  page: () => Buffer.from('<head><title>Court</title></head><body><p>Page</p></body>'),
  JSON: () => Buffer.from(JSON.stringify({ caseDetails: {}, docketInfo: {} })),
  PDF: () => PDF,
  zip: () =>
    makeZip([
      { name: '1-main.pdf', content: PDF },
      { name: '1-1.pdf', content: PDF },
    ]),
}

/** Content of a file that a recorded request uploads. */
export function sampleFile(name: string): Buffer {
  return FILES[name]!()
}
