import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { Database } from '@adonisjs/lucid/database'
import { Gate } from '#api/gate'
import { Records } from '#api/records'
import { PluginHost } from '#core/plugin_host'
import { Reader } from '#app/database/reader'
import { costOf } from '../lookup/charge.js'
import type { LocatedCitation } from '../lookup/located_citations.js'
import { lookUp } from '../lookup/look_up.js'
import { namesFit } from '../lookup/names_fit.js'
import TextLookup, { type FoundCase, type FoundCitation } from '../models/text_lookup.js'

const NAMES = 'id,absolute_url,case_name,case_name_short,case_name_full'

/** Looks up what is left of a text, piece by piece, until a limit refuses; each is charged as a request is. */
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
    for (let goesOn = true; goesOn;) {
      // One piece a transaction: what was charged is kept, and nothing is charged twice.
      goesOn = await this.database.transaction(async (trx) => {
        const lookup = await TextLookup.own(accountId, id, { client: trx })
        // Copied, since the model saves what differs from what it read.
        const pieces = structuredClone(lookup?.pieces ?? [])
        const piece = pieces.find((one) => !one.found)
        if (!lookup || !piece) return false
        const cost = costOf(piece.citations.length)
        const refusedBy = await this.gate.charge(ctx, cost, { counted: true })
        if (!refusedBy) piece.found = await this.#found(piece.citations)
        const waitUntil = refusedBy?.freesAt ? new Date(refusedBy.freesAt) : null
        await lookup.merge({ pieces, waitUntil, blocked: refusedBy?.freesAt === null }).save()
        return !refusedBy
      })
    }
  }

  async #found(citations: readonly LocatedCitation[]): Promise<FoundCitation[]> {
    const { resources } = this.host
    const looked = await lookUp(this.reader, citations)
    const documents = await new Records(resources, this.reader).documents(
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
}

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
