/**
 * Permissions in the staff console: each caller, each action, and each rank of the target account.
 */
import { randomUUID } from 'node:crypto'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { OPERATOR, StaffActions } from '#app/accounts/staff_actions'
import { makeAccount } from '#tests/helpers/accounts'
import { signedIn, Visitor, type Form } from '#tests/helpers/visitor'

const database = () => app.container.make('lucid.db')
const operator = async () => new StaffActions(await database(), OPERATOR)

type Rank = 'user' | 'Viewer' | 'Support' | 'Administrator' | 'rights editor'
type Caller = 'anonymous' | 'owner' | Rank

const RANKS: Rank[] = ['user', 'Viewer', 'Support', 'Administrator', 'rights editor']

/** Forms of the account page that change something; the role is last because it changes the rank. */
const FORMS: [path: string, values: Form][] = [
  ['confirm', {}],
  ['membership', { level: 'tier_1', payment_status: 'succeeded' }],
  ['overrides', { scope: 'user', rates: '0/min' }],
  ['overrides', { scope: 'user', rates: '' }],
  ['tokens/TOKEN/revoke', {}],
  ['tokens/replace', {}],
  ['right', { right: 'accounts.view', granted: 'true' }],
  ['right', { right: 'accounts.view', granted: 'false' }],
  ['active', { active: 'false' }],
  ['active', { active: 'true' }],
  ['role', { role: '' }],
]

const OF_SUPPORT = ['confirm', 'membership', 'overrides', 'tokens', 'active']

/** Prefixes of the forms that a caller may send, by the rank of the account. */
const ALLOWED: Partial<Record<Caller, Partial<Record<Rank, string[]>>>> = {
  'Support': { user: OF_SUPPORT, Support: OF_SUPPORT },
  'Administrator': Object.fromEntries(RANKS.map((rank) => [rank, ['']])),
  'rights editor': { 'user': ['right', 'role'], 'rights editor': ['right', 'role'] },
}

async function accountOf(rank: Rank) {
  const rights = rank === 'rights editor' ? ['accounts.view', 'rights.edit'] : []
  const email = `${randomUUID()}@example.org`
  const account = await makeAccount({ rights, email, confirmed: false })
  if (rank !== 'user' && rank !== 'rights editor')
    await (await operator()).setRole(account.id, rank)
  return account
}

async function staffOf(rank: Rank) {
  const account = await accountOf(rank)
  await (await operator()).confirmEmail(account.id)
  return signedIn(account)
}

async function stateOf(id: number): Promise<string> {
  const db = await database()
  const { rows } = await db.rawQuery(
    `SELECT to_json(a) AS account, (SELECT json_agg(t) FROM api_tokens t WHERE account_id = a.id) AS tokens,
            (SELECT json_agg(r) FROM account_rights r WHERE account_id = a.id) AS rights,
            (SELECT json_agg(o) FROM rate_overrides o WHERE account_id = a.id) AS overrides,
            (SELECT json_agg(m) FROM memberships m WHERE account_id = a.id) AS membership,
            (SELECT count(*) FROM audit_entries WHERE account_id = a.id) AS entries
     FROM accounts a WHERE id = ?`,
    [id]
  )
  return JSON.stringify(rows)
}

test.group('permissions of staff', () => {
  test('{$self} cannot act on accounts with permissions it lacks')
    .with(['anonymous', 'owner', ...RANKS] as Caller[])
    .run(async ({ assert }, caller) => {
      const staff =
        caller === 'anonymous' ? new Visitor() : caller === 'owner' ? null : await staffOf(caller)
      for (const rank of caller === 'owner' ? (['user'] as const) : RANKS) {
        const target = await accountOf(rank)
        const extra = await (
          await operator()
        ).addToken(target.id, { name: 'extra', readOnly: true, expiresAt: null })
        assert.isString(extra)
        const token = await (
          await database()
        )
          .from('api_tokens')
          .where({ account_id: target.id, is_primary: false })
          .firstOrFail()
        if (caller === 'owner') await (await operator()).confirmEmail(target.id)
        const visitor = staff ?? (await signedIn(target))
        for (const [path, values] of FORMS) {
          const name = `${caller}: ${path} ${JSON.stringify(values)} of ${rank}`
          const before = await stateOf(target.id)
          const { status, location } = await visitor.submit(
            `/admin/accounts/${target.id}/${path.replace('TOKEN', token.id)}/`,
            values,
            { from: caller === 'anonymous' ? '/sign-in/' : '/profile/settings/' }
          )
          const after = await stateOf(target.id)
          if (ALLOWED[caller]?.[rank]?.some((start) => path.startsWith(start))) {
            assert.equal(status, 302, name)
            assert.equal(location, `/admin/accounts/${target.id}/`, name)
            // Some already have the permission or have no role.
            if (!['right', 'role'].includes(path)) assert.notEqual(after, before, name)
          } else {
            assert.equal(status, caller === 'anonymous' ? 302 : 403, name)
            assert.equal(after, before, name)
          }
        }
      }
    })

  test('an account with permissions the staff member lacks has a page without forms', async ({
    assert,
  }) => {
    const boss = await accountOf('Administrator')
    const { text } = await (await staffOf('Support')).get(`/admin/accounts/${boss.id}/`)
    assert.include(text, "This account has permissions you don't have")
    assert.notInclude(text, `action="/admin/accounts/${boss.id}/`)
  })

  test('permissions that were just removed allow no action', async ({ assert }) => {
    const actor = await accountOf('Support')
    const target = await accountOf('user')
    const staff = new StaffActions(await database(), { id: actor.id, name: actor.username })
    await staff.setActive(target.id, false)
    await (await operator()).setRole(actor.id, null)
    await assert.rejects(() => staff.setActive(target.id, true), /do not have permission/)
    await (await operator()).setRole(actor.id, 'Support')
    await (await operator()).setActive(actor.id, false)
    await assert.rejects(() => staff.setActive(target.id, true), /do not have permission/)
  })
})

test.group('the last administrator', (group) => {
  /** Closes the accounts of all other administrators, and reopens them afterwards. */
  group.each.setup(async () => {
    const db = await database()
    const { rows } = await db.rawQuery(
      `UPDATE accounts SET is_active = false
       WHERE is_active AND (id IN (SELECT account_id FROM account_rights WHERE "right" = '*')
                            OR role_id IN (SELECT id FROM roles WHERE '*' = ANY (rights)))
       RETURNING id`
    )
    return async () => {
      for (const { id } of rows) await (await operator()).setActive(Number(id), true)
    }
  })

  const refusal = /last administrator/

  test('is not closed, demoted, or blocked by any request', async ({ assert }) => {
    const boss = await accountOf('Administrator')
    const staff = await operator()
    await staff.confirmEmail(boss.id)
    const visitor = await signedIn(boss)
    const before = await stateOf(boss.id)
    const zero = { scope: 'user' as const, rates: [{ limit: 0, seconds: 60 as const }] }
    for (const refused of [
      () => staff.setActive(boss.id, false),
      () => staff.setRole(boss.id, null),
      () => staff.setRole(boss.id, 'Support'),
      () => staff.setOverrides(boss.id, zero),
    ])
      await assert.rejects(refused, refusal)
    const page = `/admin/accounts/${boss.id}/`
    for (const [action, values] of [
      ['role', { role: '' }],
      ['role', { role: 'Viewer' }],
      ['overrides', { scope: 'user', rates: '0/min' }],
    ] as const) {
      const { status, text } = await visitor.submit(`${page}${action}/`, values, { from: page })
      assert.equal(status, 422)
      assert.match(text, refusal)
    }
    const gone = await visitor.submit('/profile/delete/', { password: boss.password })
    assert.equal(gone.status, 422)
    assert.match(gone.text, refusal)
    assert.equal(await stateOf(boss.id), before)
  })

  test('can be demoted if another one can sign in', async ({ assert }) => {
    const [boss, second] = [await accountOf('Administrator'), await accountOf('Administrator')]
    const staff = await operator()
    await staff.confirmEmail(boss.id)
    await assert.rejects(() => staff.setRole(boss.id, null), refusal)
    await staff.confirmEmail(second.id)
    await staff.setRole(boss.id, null)
    await assert.rejects(() => staff.setActive(second.id, false), refusal)
  })

  test('remains when two administrators close each other concurrently', async ({ assert }) => {
    const pair = [await makeAccount({ rights: ['*'] }), await makeAccount({ rights: ['*'] })]
    const db = await database()
    const [first, second] = pair.map(
      ({ id, username }) => new StaffActions(db, { id, name: username })
    )
    const results = await Promise.allSettled([
      first!.setActive(pair[1]!.id, false),
      second!.setActive(pair[0]!.id, false),
    ])
    assert.lengthOf(
      results.filter(({ status }) => status === 'fulfilled'),
      1
    )
  })
})
