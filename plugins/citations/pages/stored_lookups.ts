/**
 * Lookups of texts by accounts, stored until they are old: a text longer than
 * one request takes is looked up piece by piece, as limits allow.
 */
import type { HttpContext } from '@adonisjs/core/http'
import app from '@adonisjs/core/services/app'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { Gate } from '#api/gate'
import { Records } from '#api/records'
import { PluginHost } from '#core/plugin_host'
import { Reader } from '#app/database/reader'
import { costOf } from '../lookup/charge.js'
import {
  mentionsIn,
  type LocatedCitation,
  type MentionedCitation,
} from '../lookup/located_citations.js'
import { lookUp, type LookedUpCitation } from '../lookup/look_up.js'
import { codePoints } from '../lookup/lookup_request.js'
import { namesFit } from '../lookup/names_fit.js'
import { piecesOf } from '../lookup/pieces.js'

export const DAYS_KEPT = 7
export const MAX_KEPT = 10

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const IS_KEPT = `date_created > now() - interval '${DAYS_KEPT} days'`

/** A decision a citation leads to. */
export interface FoundCase {
  id: number
  path: string
  name: string
  /** Whether the cited name may be its name; null where the text has none. */
  fits: boolean | null
}

export interface FoundCitation extends Pick<LookedUpCitation, 'status' | 'error' | 'matchedOn'> {
  cases: FoundCase[]
}

interface Piece {
  citations: MentionedCitation[]
  found: FoundCitation[] | null
}

export interface StoredLookup {
  id: string
  beginning: string
  created: Date
  pieces: Piece[]
  waitUntil: Date | null
  blocked: boolean
}

/**
 * Stores the citations of a text, and no more of it than its beginning. The
 * oldest lookups of the account make room.
 */
export async function storeLookup(accountId: number, text: string): Promise<string> {
  const pieces = piecesOf(mentionsIn(text), codePoints(text))
  const database = await app.container.make('lucid.db')
  return database.transaction(async (trx) => {
    await trx.rawQuery(`DELETE FROM text_lookups WHERE NOT (${IS_KEPT})`)
    const [row] = await trx
      .table('text_lookups')
      .insert({
        account_id: accountId,
        beginning: [...text.trim().slice(0, 200)].slice(0, 80).join('').toWellFormed(),
        pieces: JSON.stringify(pieces.map((citations) => ({ citations, found: null }))),
      })
      .returning('id')
    await trx.rawQuery(
      `DELETE FROM text_lookups WHERE account_id = ? AND id IN (
         SELECT id FROM text_lookups WHERE account_id = ?
         ORDER BY date_created DESC, id = ? DESC OFFSET ?)`,
      [accountId, accountId, row.id, MAX_KEPT]
    )
    return row.id as string
  })
}

/** Lookups of an account, newest first. */
export async function lookupsOf(accountId: number): Promise<StoredLookup[]> {
  const database = await app.container.make('lucid.db')
  const rows = await database
    .from('text_lookups')
    .where('account_id', accountId)
    .whereRaw(IS_KEPT)
    .orderBy('date_created', 'desc')
  return rows.map(stored)
}

/** A lookup of the account; undefined for those of others, too. */
export async function findLookup(
  accountId: number,
  id: string,
  trx?: TransactionClientContract
): Promise<StoredLookup | undefined> {
  if (!UUID.test(id)) return undefined
  const client = trx ?? (await app.container.make('lucid.db'))
  const query = client.from('text_lookups').where({ id, account_id: accountId }).whereRaw(IS_KEPT)
  const row = await (trx ? query.forUpdate() : query).first()
  return row && stored(row)
}

export async function deleteLookup(accountId: number, id: string): Promise<void> {
  const database = await app.container.make('lucid.db')
  if (UUID.test(id))
    await database.from('text_lookups').where({ id, account_id: accountId }).delete()
}

/** Looks up what is left, piece by piece, until a limit refuses; each is charged as a request is. */
export async function continueLookup(ctx: HttpContext, id: string): Promise<void> {
  const accountId = ctx.auth.getUserOrFail().id
  const database = await app.container.make('lucid.db')
  const gate = await app.container.make(Gate)
  for (let goesOn = true; goesOn;) {
    // One piece a transaction: what was charged is kept, and nothing is charged twice.
    goesOn = await database.transaction(async (trx) => {
      const lookup = await findLookup(accountId, id, trx)
      const piece = lookup?.pieces.find((one) => !one.found)
      if (!lookup || !piece) return false
      const refusedBy = await gate.charge(ctx, costOf(piece.citations.length), { counted: true })
      if (!refusedBy) piece.found = await resolved(piece.citations)
      await trx
        .from('text_lookups')
        .where('id', id)
        .update({
          pieces: JSON.stringify(lookup.pieces),
          wait_until: refusedBy?.freesAt ? new Date(refusedBy.freesAt) : null,
          blocked: refusedBy?.freesAt === null,
        })
      return !refusedBy
    })
  }
}

async function resolved(citations: readonly LocatedCitation[]): Promise<FoundCitation[]> {
  const reader = await app.container.make(Reader)
  const { resources } = await app.container.make(PluginHost)
  const looked = await lookUp(reader, citations)
  const documents = await new Records(resources, reader).documents(
    resources.get('clusters'),
    [...new Set(looked.flatMap(({ clusters }) => clusters))],
    { base: '/api/rest/v4/', suffix: '/', fields: NAMES }
  )
  return looked.map(({ located, status, error, matchedOn, clusters }) => ({
    status,
    error,
    matchedOn,
    cases: clusters.flatMap((key) => {
      const document = documents.get(key)
      return document === undefined ? [] : caseOf(JSON.parse(document), located.citedName)
    }),
  }))
}

const NAMES = 'id,absolute_url,case_name,case_name_short,case_name_full'

function caseOf(cluster: Record<string, string>, citedName: string | null): FoundCase {
  const { id, absolute_url: path, case_name: name, case_name_short: short } = cluster
  const names = [name, short, cluster.case_name_full].filter((one) => one !== undefined)
  return {
    id: Number(id),
    path: path!,
    name: name!,
    fits: citedName === null ? null : namesFit(citedName, names),
  }
}

function stored(row: Record<string, unknown>): StoredLookup {
  return {
    id: row.id as string,
    beginning: row.beginning as string,
    created: new Date(row.date_created as string),
    pieces: row.pieces as Piece[],
    waitUntil: row.wait_until === null ? null : new Date(row.wait_until as string),
    blocked: row.blocked as boolean,
  }
}
