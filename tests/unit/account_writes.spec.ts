/**
 * Only models write rows that the account cache contains, because their hooks invalidate it.
 * No other code of the server has SQL that writes them.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { test } from '@japa/runner'
import ts from 'typescript'
import { ROOT } from '#tests/helpers/server_process'

const TABLES = [
  'accounts',
  'account_rights',
  'api_tokens',
  'memberships',
  'rate_overrides',
  'roles',
  'second_factors',
  'switches',
]

/** Files that may write these tables, with the reason. */
const ALLOWED: Record<string, string> = {
  'app/models/account_rights.ts': 'invalidates the account itself',
  'app/accounts/tokens.ts': 'a batch of `last_used_at`, which is not cached',
}

const WRITING_SQL = new RegExp(
  `\\b(INSERT\\s+INTO|UPDATE|DELETE\\s+FROM|MERGE\\s+INTO|TRUNCATE(\\s+TABLE)?)\\s+(ONLY\\s+)?"?(${TABLES.join('|')})\\b`,
  'i'
)
const WRITERS = [
  'update',
  'delete',
  'del',
  'insert',
  'multiInsert',
  'increment',
  'decrement',
  'truncate',
]

test.group('writes of cached accounts', () => {
  test('only models write the rows in the account cache', ({ assert }) => {
    const files = ['app', 'plugins', 'start', 'config'].flatMap(sources)
    assert.isAbove(files.length, 300)
    const found = files.filter((file) => writes(readFileSync(file, 'utf8')))
    assert.sameMembers(
      found.map((file) => relative(ROOT, file)),
      Object.keys(ALLOWED)
    )
  })

  for (const [code, expected] of [
    ["trx.from('accounts').where({ id }).update({ a: 1 })", true],
    ["trx.from('api_tokens').delete()", true],
    ["trx.knexQuery().table('account_rights').insert(row).onConflict().ignore()", true],
    ['trx.rawQuery(`UPDATE "memberships" SET level = 1`)', true],
    ['trx.rawQuery(`WITH a AS (DELETE FROM accounts RETURNING id) SELECT ${b}`)', true],
    ["const TABLE = 'roles'; trx.from(TABLE).delete()", true],
    ["trx.from('accounts').where({ id }).first()", false],
    ["trx.from('webhooks').update({ a: 1 })", false],
    ["trx.rawQuery('UPDATE accounts_of_mine SET a = 1')", false],
  ] as const) {
    test(`${code} ${expected ? 'is' : 'is not'} a write of a cached account`, ({ assert }) => {
      assert.equal(writes(code), expected)
    })
  }
})

function writes(code: string): boolean {
  const file = ts.createSourceFile('code.ts', code, ts.ScriptTarget.Latest)
  let found = false
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) found ||= WRITING_SQL.test(node.text)
    else if (ts.isTemplateExpression(node)) found ||= WRITING_SQL.test(node.getText(file))
    else if (ts.isCallExpression(node))
      found ||= WRITERS.includes(nameOf(node)) && ofTable(node, file)
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

/** Whether a chain of calls starts with one of the tables. */
function ofTable(call: ts.CallExpression, file: ts.SourceFile): boolean {
  for (let node: ts.Expression = call; ;) {
    if (ts.isPropertyAccessExpression(node)) node = node.expression
    else if (ts.isCallExpression(node)) {
      const [first] = node.arguments
      if (first && ['from', 'table', 'into'].includes(nameOf(node))) {
        const table = textOf(first, file)
        if (table) return TABLES.includes(table)
      }
      node = node.expression
    } else return false
  }
}

/** The text of a literal or of a constant in the file. */
function textOf(node: ts.Expression, file: ts.SourceFile): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text
  return new RegExp(`const ${node.getText(file)} = '(\\w+)'`).exec(file.text)?.[1]
}

function nameOf({ expression }: ts.CallExpression): string {
  return ts.isPropertyAccessExpression(expression) ? expression.name.text : ''
}

/**
 * Sources of the server, excluding tests and migrations. Migrations run before anything is
 * cached.
 */
function sources(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((file) => !/\/(tests|migrations)\//.test(relative(ROOT, file)))
}
