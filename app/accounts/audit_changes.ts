import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { AccountError } from './errors.js'

/** Changes of an audited action, value by value. */
export interface Change {
  /** `Payment status` */
  label: string
  before: string[]
  after: string[]
}

/** Longer texts are reduced to their difference, with some characters of context around it. */
const LONG = 80
const AROUND = 30
/** Maximum length of a text in characters. */
const MAX_LENGTH = 400
/** Maximum number of values of a list. */
const MAX_VALUES = 50

/**
 * Differences between the previous and new values, in key order. Lists are compared by value
 * and records by key.
 */
export function diffRecords(before: unknown, after: unknown): Change[] {
  const [old, current] = [recordOf(before), recordOf(after)]
  return [...new Set([...Object.keys(old), ...Object.keys(current)])].flatMap((key) =>
    changesOfValue(labelOf(key), old[key], current[key])
  )
}

function changesOfValue(label: string, before: unknown, after: unknown): Change[] {
  if (isRecord(before) || isRecord(after))
    return diffRecords(before, after).map((change) => ({
      ...change,
      label: `${label}: ${change.label.toLowerCase()}`,
    }))
  const [old, current] = [textsOf(before), textsOf(after)]
  const removed = old.filter((text) => !current.includes(text)).slice(0, MAX_VALUES)
  const added = current.filter((text) => !old.includes(text)).slice(0, MAX_VALUES)
  if (!removed.length && !added.length) return []
  const [from, to] =
    removed.length === 1 && added.length === 1
      ? trimCommonEnds(removed[0]!, added[0]!)
      : [removed, added].map((texts) => texts.map((text) => clipped(text)))
  return [{ label, before: from!, after: to! }]
}

/** Two texts without their common start and end, each with a maximum length. */
export function trimCommonEnds(
  before: string,
  after: string,
  most = MAX_LENGTH
): [string[], string[]] {
  const shortest = Math.min(before.length, after.length)
  let start = 0
  while (start < shortest && before[start] === after[start]) start++
  let end = 0
  while (end < shortest - start && before.at(-1 - end) === after.at(-1 - end)) end++
  const cut = (text: string) => {
    if (text.length <= LONG) return text
    const from = Math.max(0, start - AROUND)
    const to = Math.min(text.length, text.length - end + AROUND)
    return clipped(`${from ? '…' : ''}${text.slice(from, to)}${to < text.length ? '…' : ''}`, most)
  }
  return [[cut(before)], [cut(after)]]
}

function clipped(text: string, most = MAX_LENGTH): string {
  return text.length > most ? `${text.slice(0, most)}…` : text
}

function textsOf(value: unknown): string[] {
  return [value].flat().flatMap((each) => {
    if (each === null || each === undefined) return []
    if (typeof each === 'boolean') return [each ? 'yes' : 'no']
    if (typeof each === 'object') return [JSON.stringify(each)]
    return [String(each) || '(empty)']
  })
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function recordOf(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {}
}

function labelOf(key: string): string {
  const words = key.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

type Snapshot = Record<string, unknown>

/**
 * The properties of an account that staff can change. Tokens are included without anything that
 * would let others use them.
 */
export async function snapshot(
  trx: TransactionClientContract,
  accountId: number
): Promise<Snapshot> {
  const { rows } = await trx.rawQuery(
    `SELECT a.username, a.email, a.is_active AS active, a.email_confirmed_at IS NOT NULL AS confirmed,
            EXISTS (SELECT FROM second_factors WHERE account_id = a.id AND date_confirmed IS NOT NULL) AS second_factor,
            (SELECT name FROM roles WHERE id = a.role_id) AS role,
            array(SELECT "right" FROM account_rights WHERE account_id = a.id ORDER BY 1) AS rights,
            array(SELECT scope || ' ' || "limit" || '/' || seconds || ' s' || CASE WHEN notes = '' THEN '' ELSE ' (' || notes || ')' END
                  FROM rate_overrides WHERE account_id = a.id ORDER BY scope, seconds) AS overrides,
            (SELECT json_build_object('level', level, 'payment_status', payment_status,
                                      'termination_date', termination_date, 'notes', notes)
             FROM memberships WHERE account_id = a.id) AS membership,
            array(SELECT '…' || ending || CASE WHEN is_primary THEN ' (primary)' ELSE ' ' || name END
                  FROM api_tokens WHERE account_id = a.id ORDER BY id) AS tokens
     FROM accounts a WHERE a.id = ? FOR UPDATE`,
    [accountId]
  )
  if (!rows[0]) throw new AccountError('account', "This account doesn't exist.")
  return rows[0]
}

export function difference(
  before: Snapshot,
  after: Snapshot
): { before: Snapshot; after: Snapshot } {
  const changed = Object.keys(after).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name])
  )
  const of = (whole: Snapshot) => Object.fromEntries(changed.map((name) => [name, whole[name]]))
  return { before: of(before), after: of(after) }
}
