/** Reads tags for pages. */
import { NamedStatement } from '#app/database/named_statement'
import type { Reader } from '#app/database/reader'
import { MAX_TAGS } from '../models/tag.js'

export interface ShownTag {
  id: number
  user: number
  name: string
  title: string
  description: string
  published: boolean
  views: number
  dockets: number
}

const TAG = `SELECT json_build_object(
  'id', t.id, 'user', t.user_id, 'name', t.name, 'title', t.title, 'published', t.published, 'views', t.view_count,
  'description', t.description, 'dockets', (SELECT count(*) FROM user_docket_tags d WHERE d.tag_id = t.id)
)::text FROM user_tags t`

const OF_ACCOUNT = new NamedStatement(
  `${TAG} WHERE t.user_id = $1 AND (t.published OR $2::boolean) ORDER BY t.name LIMIT ${MAX_TAGS}`
)
const NAMED = new NamedStatement(
  `${TAG} WHERE t.user_id = $1 AND t.name = $2 AND (t.published OR $3::boolean)`
)
const OWN = new NamedStatement(`${TAG} WHERE t.user_id = $1 AND t.id = $2`)
const ON_DOCKET = new NamedStatement(
  `${TAG} WHERE t.user_id = $1 AND EXISTS (SELECT 1 FROM user_docket_tags d WHERE d.tag_id = t.id AND d.docket_id = $2) ORDER BY t.name`
)

/** An account's published tags, or all for the owner, by name. */
export function listAccountTags(
  reader: Reader,
  accountId: number,
  all: boolean
): Promise<ShownTag[]> {
  return read(reader, OF_ACCOUNT, [accountId, all])
}

/** Finds an account's tag by its name; private tags only for the owner. */
export async function tagNamed(
  reader: Reader,
  { accountId, name, all }: { accountId: number; name: string; all: boolean }
): Promise<ShownTag | undefined> {
  if (name.includes('\0')) return undefined
  return (await read(reader, NAMED, [accountId, name, all]))[0]
}

/** Finds an account's tag by its ID. */
export async function ownTag(
  reader: Reader,
  accountId: number,
  id: string
): Promise<ShownTag | undefined> {
  if (!/^\d{1,18}$/.test(id)) return undefined
  return (await read(reader, OWN, [accountId, id]))[0]
}

/** An account's tags on a docket. */
export function tagsOnDocket(
  reader: Reader,
  accountId: number,
  docketId: number | string
): Promise<ShownTag[]> {
  return read(reader, ON_DOCKET, [accountId, docketId])
}

/** A published tag of another account on a docket. */
export interface PublicTag {
  name: string
  title: string
  username: string
}

const PUBLISHED_ON_DOCKET = new NamedStatement(
  `SELECT json_build_object('name', t.name, 'title', t.title, 'username', a.username)::text
   FROM user_docket_tags d JOIN user_tags t ON t.id = d.tag_id JOIN accounts a ON a.id = t.user_id
   WHERE d.docket_id = $1 AND t.published AND a.is_active AND t.user_id IS DISTINCT FROM $2
   ORDER BY t.view_count DESC, t.name, t.id LIMIT $3::int`
)

/**
 * The published tags of other accounts on a docket, the most viewed first.
 *
 * @param accountId the account whose own tags are left out
 */
export async function publishedTagsOnDocket(
  reader: Reader,
  docketId: number | string,
  { accountId, limit }: { accountId: number | undefined; limit: number }
): Promise<PublicTag[]> {
  const rows = await reader.rows(PUBLISHED_ON_DOCKET, [docketId, accountId ?? null, limit])
  return rows.map(([json]) => JSON.parse(json!) as PublicTag)
}

async function read(
  reader: Reader,
  statement: NamedStatement,
  values: unknown[]
): Promise<ShownTag[]> {
  const rows = await reader.rows(statement, values)
  return rows.map(([json]) => JSON.parse(json!) as ShownTag)
}
