import { inject } from '@adonisjs/core'
import { Logger } from '@adonisjs/core/logger'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { errorResponse } from '#app/support/error_response'
import { QueryError } from '#app/search_engine/query/query_error'
import { sendWebhook } from '#plugins/webhooks/public'
import type { Hit } from '../matching/match_parent.js'
import { OFF, REAL_TIME } from '../search_alerts/codes.js'
import { canUseRealTime } from '../search_alerts/quota.js'
import { SEARCH_EVENT } from '../webhooks/events.js'
import { buildSearchAlertPayload, SHOWN_ALERT, type NotifiedAlert } from '../webhooks/payload.js'
import { RealTimeMails } from './real_time_mails.js'
import { HitResults, type ParentHit } from './hit_results.js'
import { AccountCache } from '#app/accounts/account_cache'

/** Maximum parents per event. */
const MAX_IN_EVENT = 20

interface NewHit {
  id: string
  alert_id: string
  parent_key: string
  is_child: boolean
  key: string
}

/**
 * Records each hit once, and in the same transaction sends its webhook events and
 * schedules the real-time email.
 */
@inject()
export class HitRecorder {
  constructor(
    private accounts: AccountCache,
    private realTime: RealTimeMails,
    private results: HitResults,
    private logger: Logger
  ) {}

  /** Records new hits of existing, enabled alerts. */
  async record(trx: TransactionClientContract, hits: Hit[]): Promise<void> {
    // Locked in a fixed order to prevent deadlocks.
    const sorted = hits.toSorted((a, b) => Number(a.alert) - Number(b.alert) || a.parent - b.parent)
    const { rows } = await trx.rawQuery<{ rows: NewHit[] }>(
      `WITH live AS (
         SELECT id FROM search_alerts WHERE id = ANY(?::bigint[]) AND rate <> ? ORDER BY id FOR KEY SHARE
       )
       INSERT INTO search_alert_hits (alert_id, parent_key, is_child, key)
       SELECT hit.alert_id, parent_key, is_child, key
       FROM unnest(?::bigint[], ?::bigint[], ?::boolean[], ?::bigint[]) WITH ORDINALITY
         AS hit (alert_id, parent_key, is_child, key, at)
       JOIN live ON live.id = hit.alert_id ORDER BY at
       ON CONFLICT DO NOTHING RETURNING id, alert_id, parent_key, is_child, key`,
      [
        [...new Set(sorted.map(({ alert }) => alert))],
        OFF,
        sorted.map(({ alert }) => alert),
        sorted.map(({ parent }) => parent),
        sorted.map(({ child }) => child !== null),
        sorted.map(({ parent, child }) => child ?? parent),
      ] as never[]
    )
    if (!rows.length) return
    const byAlert = Map.groupBy(rows, ({ alert_id: id }) => String(id))
    const alerts: NotifiedAlert[] = await trx
      .from('search_alerts')
      .select('*', trx.raw(`${SHOWN_ALERT} AS shown`))
      .whereIn('id', [...byAlert.keys()])
      .orderBy('id')
    for (const alert of alerts) await this.#send(trx, alert, byAlert.get(String(alert.id))!)
    const inRealTime = alerts.filter(({ rate }) => rate === REAL_TIME)
    const owners = new Set(inRealTime.map(({ user_id: owner }) => Number(owner)))
    for (const owner of [...owners].sort((a, b) => a - b))
      if (await this.#isSentInRealTime(owner)) await this.realTime.request(trx, owner)
  }

  /** Other accounts get these hits in the daily email. */
  async #isSentInRealTime(owner: number): Promise<boolean> {
    const account = await this.accounts.account(owner)
    return account !== undefined && canUseRealTime(account)
  }

  async #send(trx: TransactionClientContract, alert: NotifiedAlert, hits: NewHit[]): Promise<void> {
    const parents = groupHitsByParent(hits)
    for (let at = 0; at < parents.length; at += MAX_IN_EVENT) {
      const some = parents.slice(at, at + MAX_IN_EVENT)
      try {
        await sendWebhook(trx, {
          event: SEARCH_EVENT,
          account: alert.user_id,
          key: `search alert ${alert.id}, hit ${hits.find(({ parent_key: key }) => Number(key) === some[0]!.key)!.id}`,
          payload: (version) => buildSearchAlertPayload(this.results, alert, some, version),
        })
      } catch (error) {
        if (!(error instanceof QueryError || errorResponse(error))) throw error
        // A query that is no longer valid must not block other alerts.
        this.logger.warn({ err: error, alert: alert.id }, 'could not read the hits of an alert')
      }
    }
  }
}

/** Groups hits by parent. */
export function groupHitsByParent(
  hits: Pick<NewHit, 'parent_key' | 'is_child' | 'key'>[],
  mostChildren = Number.POSITIVE_INFINITY
): ParentHit[] {
  return [...Map.groupBy(hits, ({ parent_key: key }) => Number(key))].map(([key, ofParent]) => {
    const children = ofParent.filter((hit) => hit.is_child).map((hit) => Number(hit.key))
    return { key, children: children.slice(0, mostChildren), more: children.length > mostChildren }
  })
}
