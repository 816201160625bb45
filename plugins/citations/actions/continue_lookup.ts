import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { Database } from '@adonisjs/lucid/database'
import { Gate } from '#api/gate'
import { Records } from '#api/records'
import { PluginHost } from '#core/plugin_host'
import { Reader } from '#app/database/reader'
import { buildLookupCost } from '../lookup/charge.js'
import { areNamesAlike } from '#app/citations/case_names/compare_names'
import type { LocatedCitation } from '../lookup/located_citations.js'
import { lookUp } from '../lookup/look_up.js'
import { ShortForms } from '../lookup/short_forms.js'
import LookupPiece, {
  MAX_CASES,
  type FoundCase,
  type FoundCitation,
} from '../models/lookup_piece.js'
import TextLookup from '../models/text_lookup.js'

const NAMES = 'id,absolute_url,case_name,case_name_short,case_name_full'

/** Looks up the pending pieces of a text until a rate limit is exceeded. Each piece is charged like a request. */
@inject()
export class ContinueLookup {
  constructor(
    readonly database: Database,
    readonly gate: Gate,
    readonly reader: Reader,
    readonly host: PluginHost
  ) {}

  async handle(ctx: HttpContext, id: string): Promise<void> {
    const accountId = ctx.auth.getUserOrFail().id
    const short = new ShortForms()
    let position = 0
    for (let mayContinue = true; mayContinue;) {
      // One transaction per piece, so that charged results are kept and never charged twice.
      mayContinue = await this.database.transaction(async (trx) => {
        const lookup = await TextLookup.own(accountId, id, { client: trx })
        if (!lookup) return false
        const pieces = await LookupPiece.upToNext(trx, id, position)
        const piece = pieces.pop()
        if (!piece) return false
        for (const { citations, found } of pieces) short.resolve(citations, found)
        const { length } = piece.citations
        const refusedBy = await this.gate.charge(ctx, buildLookupCost(length), { counted: true })
        if (!refusedBy) {
          const found = await this.#found(piece.citations)
          await piece.store(trx, found)
          const resolved = short.resolve(piece.citations, found)
          lookup.lookedUpCount += length
          lookup.foundCount += resolved.filter((one) => one?.cases.length).length
        }
        const waitUntil = refusedBy?.freesAt ? new Date(refusedBy.freesAt) : null
        await lookup.merge({ waitUntil, blocked: refusedBy?.freesAt === null }).save()
        position = piece.position
        return !refusedBy
      })
    }
  }

  async #found(citations: readonly LocatedCitation[]): Promise<FoundCitation[]> {
    const { resources } = this.host
    const looked = await lookUp(this.reader, citations)
    const documents = await new Records(resources, this.reader).documents(
      resources.get('clusters'),
      [...new Set(looked.flatMap(({ clusters }) => clusters.slice(0, MAX_CASES)))],
      { base: '/api/rest/v4/', suffix: '/', fields: NAMES }
    )
    return looked.map(({ located, status, error, matchedOn, clusters }) => ({
      status,
      error,
      matchedOn,
      cases: clusters.slice(0, MAX_CASES).flatMap((key) => {
        const document = documents.get(key)
        return document === undefined ? [] : caseOf(JSON.parse(document), located.citedName)
      }),
      ...(clusters.length > MAX_CASES && { more: clusters.length - MAX_CASES }),
    }))
  }
}

function caseOf(cluster: Record<string, string>, citedName: string | null): FoundCase {
  const { id, absolute_url: path, case_name: name, case_name_short: short } = cluster
  const names = [name, short, cluster.case_name_full].filter((one) => one !== undefined)
  return {
    id: Number(id),
    path: path!,
    name: name!,
    fits:
      citedName === null ? null : areNamesAlike(citedName, names, { isShort: true, anySide: true }),
  }
}
