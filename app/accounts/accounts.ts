/**
 * Making and changing accounts. Every change is announced in its own
 * transaction, so that no process goes on with what it knew.
 */
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { MEMBERSHIP_LEVELS } from '#config/memberships'
import type { Rate } from '#app/throttle/rate'
import { announce } from './directory.js'
import { dropLinks } from './links.js'
import { hashPassword } from './passwords.js'
import type { MembershipRecord } from './policy.js'
import type { ScopeName } from '#app/throttle/scopes'
import { replacePrimaryToken } from './tokens.js'

export interface NewAccount {
  username: string
  email?: string | null
  /** Without one, nobody signs in with a name. */
  password?: string | null
  firstName?: string
  lastName?: string
  /** False until the owner has followed the link in the mail. */
  confirmed?: boolean
}

/** A reason why an account cannot be as asked for, in a sentence. */
export class AccountError extends Error {
  override name = 'AccountError'

  constructor(
    /** The value at fault: `username`, `email`, `role` … */
    readonly field: string,
    message: string
  ) {
    super(message)
  }
}

/**
 * Makes an account with its primary token.
 *
 * @throws AccountError when name or address are taken
 */
export async function createAccount(
  trx: TransactionClientContract,
  wanted: NewAccount
): Promise<{ id: number; token: string }> {
  await refuseTaken(trx, 'username', wanted.username)
  if (wanted.email) await refuseTaken(trx, 'email', wanted.email)
  const [row] = await trx
    .table('accounts')
    .insert({
      username: wanted.username,
      email: wanted.email ?? null,
      email_confirmed_at: wanted.email && wanted.confirmed !== false ? new Date() : null,
      password: wanted.password ? await hashPassword(wanted.password) : null,
      first_name: wanted.firstName ?? '',
      last_name: wanted.lastName ?? '',
    })
    .returning('id')
    .catch(refuseRival)
  const id = Number(row.id)
  return { id, token: await replacePrimaryToken(trx, id) }
}

/**
 * Gives an account a new password. Links mailed before stop working: who asked
 * for one may be the one the new password is to keep out.
 *
 * @returns the hash that is stored
 */
export async function setPassword(
  trx: TransactionClientContract,
  accountId: number,
  password: string
): Promise<string> {
  const stored = await hashPassword(password)
  await trx
    .from('accounts')
    .where('id', accountId)
    .update({ password: stored, date_modified: new Date() })
  await dropLinks(trx, accountId)
  await announce(trx, accountId)
  return stored
}

/** Gives a role, or takes it with null. */
export async function setRole(
  trx: TransactionClientContract,
  accountId: number,
  role: string | null
): Promise<void> {
  const found = role === null ? null : await trx.from('roles').where('name', role).first()
  if (role !== null && !found) throw new AccountError('role', `There is no role "${role}".`)
  await trx
    .from('accounts')
    .where('id', accountId)
    .update({ role_id: found?.id ?? null })
  await announce(trx, accountId)
}

/**
 * Gives or takes a right.
 *
 * @param known rights there are
 * @throws AccountError when there is no such right
 */
export async function setRight(
  trx: TransactionClientContract,
  accountId: number,
  right: string,
  { granted, known }: { granted: boolean; known: Iterable<string> }
): Promise<void> {
  const names = [...known]
  if (!names.includes(right)) {
    throw new AccountError('right', `There is no right "${right}". There are: ${names.join(', ')}.`)
  }
  const row = { account_id: accountId, right }
  if (granted) {
    await trx.knexQuery().table('account_rights').insert(row).onConflict().ignore()
  } else await trx.from('account_rights').where(row).delete()
  await announce(trx, accountId)
}

/** Sets the rates staff give an account in a scope, in place of all it had there; none takes them away. */
export async function setOverrides(
  trx: TransactionClientContract,
  accountId: number,
  { scope, rates, notes = '' }: { scope: ScopeName; rates: readonly Rate[]; notes?: string }
): Promise<void> {
  await trx.from('rate_overrides').where({ account_id: accountId, scope }).delete()
  if (rates.length) {
    await trx
      .table('rate_overrides')
      .multiInsert(rates.map((rate) => ({ ...rate, account_id: accountId, scope, notes })))
  }
  await announce(trx, accountId)
}

export interface MembershipWishes extends MembershipRecord {
  notes?: string
  external_id?: string
}

/**
 * Sets an account's membership, or ends it with null.
 *
 * @throws AccountError when the level is for email addresses with another ending
 */
export async function setMembership(
  trx: TransactionClientContract,
  accountId: number,
  membership: MembershipWishes | null
): Promise<void> {
  const ending = membership && MEMBERSHIP_LEVELS.get(membership.level)?.emailEnding
  if (ending) {
    const { email } = await trx
      .from('accounts')
      .select('email')
      .where('id', accountId)
      .firstOrFail()
    if (!email?.toLowerCase().endsWith(ending))
      throw new AccountError(
        'level',
        `This membership is for email addresses that end in ${ending}.`
      )
  }
  await trx.from('memberships').where('account_id', accountId).delete()
  if (membership) await trx.table('memberships').insert({ account_id: accountId, ...membership })
  await announce(trx, accountId)
}

/** Switches the promotion for everybody. */
export async function setPromotion(trx: TransactionClientContract, on: boolean): Promise<void> {
  await trx.rawQuery(
    `INSERT INTO switches (name, is_on) VALUES ('promotion', ?)
     ON CONFLICT (name) DO UPDATE SET is_on = excluded.is_on, date_modified = now()`,
    [on]
  )
  await announce(trx, '*')
}

const TAKEN = {
  username: 'This name is taken.',
  email: 'There is an account with this address.',
}

async function refuseTaken(
  trx: TransactionClientContract,
  field: keyof typeof TAKEN,
  value: string
): Promise<void> {
  const taken = await trx
    .from('accounts')
    .whereRaw('curia_fold(??) = curia_fold(?)', [field, value])
    .first()
  if (taken) throw new AccountError(field, TAKEN[field])
}

/** Somebody else took name or address between the look and the leap. */
function refuseRival(error: { constraint?: string }): never {
  if (error.constraint === 'accounts_username') throw new AccountError('username', TAKEN.username)
  if (error.constraint === 'accounts_email') throw new AccountError('email', TAKEN.email)
  throw error
}
