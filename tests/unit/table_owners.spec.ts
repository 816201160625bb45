/**
 * Each table belongs to `app/` or to one plugin, whose migration creates it.
 * Statements and models of a plugin name only its own tables, those of plugins
 * it requires, and those of `app/`. Code in `app/` doesn't name tables of plugins.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { test } from '@japa/runner'
import ts from 'typescript'
import { loadPlugins } from '#core/plugin_loader'
import { ROOT } from '#tests/helpers/server_process'

interface Use {
  file: string
  table: string
}

test.group('tables', () => {
  const owners = tableOwners()

  test('each table is created by one owner', ({ assert }) => {
    const shared = [...owners].filter(([, names]) => names.size > 1).map(([table]) => table)
    assert.deepEqual(shared, [])
    assert.equal([...(owners.get('dockets') ?? [])][0], 'case_law')
    assert.equal([...(owners.get('accounts') ?? [])][0], 'app')
    assert.isAbove(owners.size, 80)
  })

  test('are named only by their owner and the plugins that require it', async ({ assert }) => {
    const requires = await requirements()
    const found = sources().flatMap((file) =>
      foreign(
        tablesIn(readFileSync(file, 'utf8'), owners).map((table) => ({
          file: relative(ROOT, file),
          table,
        })),
        { owners, requires }
      )
    )
    assert.deepEqual(
      found.map(({ file, table }) => `${file}: ${table}, a table of ${[...owners.get(table)!][0]}`),
      [],
      'A plugin must list the owner of each table in "requires" in its plugin.ts'
    )
  })

  for (const [file, code, reported] of [
    ['plugins/usage/planted.ts', "database.from('dockets').first()", true],
    ['plugins/usage/planted.ts', 'const sql = `SELECT 1 FROM dockets d WHERE d.id = ${id}`', true],
    ['plugins/usage/planted.ts', "const sql = 'DELETE FROM prayers WHERE true'", true],
    ['plugins/tags/planted.ts', "class P { static override table = 'prayers' }", true],
    ['app/web/planted.ts', "const sql = 'SELECT 1 FROM x JOIN user_tags t ON true'", true],
    ['plugins/usage/planted.ts', "const sql = 'id bigint REFERENCES dockets'", true],
    ['plugins/tags/planted.ts', "database.from('dockets').first()", false],
    ['plugins/usage/planted.ts', "database.from('accounts').first()", false],
    ['plugins/usage/planted.ts', "const text = 'Orders dockets by date'", false],
  ] as const) {
    test(`${code} in ${file} is ${reported ? 'reported' : 'allowed'}`, async ({ assert }) => {
      const uses = tablesIn(code, owners).map((table) => ({ file, table }))
      const found = foreign(uses, { owners, requires: await requirements() })
      assert.equal(found.length > 0, reported)
    })
  }
})

async function requirements(): Promise<Map<string, readonly string[]>> {
  return new Map((await loadPlugins()).map((plugin) => [plugin.name, plugin.requires ?? []]))
}

/** The owner of each table, whose migration creates it. */
function tableOwners(): Map<string, Set<string>> {
  const owners = new Map<string, Set<string>>()
  for (const file of filesBelow('database').concat(filesBelow('plugins'))) {
    if (!file.includes('/migrations/')) continue
    const created = readFileSync(file, 'utf8').matchAll(
      /CREATE (?:UNLOGGED )?TABLE (?:IF NOT EXISTS )?(\w+)/g
    )
    for (const [, table] of created)
      owners.set(table!, (owners.get(table!) ?? new Set()).add(ownerOf(relative(ROOT, file))))
  }
  return owners
}

function foreign(
  uses: readonly Use[],
  {
    owners,
    requires,
  }: { owners: Map<string, Set<string>>; requires: Map<string, readonly string[]> }
): Use[] {
  return uses.filter(({ file, table }) => {
    const user = ownerOf(file)
    const [owner] = owners.get(table)!
    return owner !== user && owner !== 'app' && !requires.get(user)?.includes(owner!)
  })
}

function ownerOf(file: string): string {
  const [top, plugin] = file.split('/')
  return top === 'plugins' ? plugin! : 'app'
}

/** Keywords that precede a table name in a statement. */
const NAMED = /\b(?:FROM|JOIN|INTO|UPDATE|TABLE|ONLY|USING|REFERENCES)\s+(?:ONLY\s+)?"?(\w+)"?/g

/** Tables named by the statements, models, and declarations in a file. */
function tablesIn(code: string, owners: ReadonlyMap<string, unknown>): string[] {
  const source = ts.createSourceFile('code.ts', code, ts.ScriptTarget.Latest, true)
  const found = new Set<string>()
  const add = (name: string | undefined) => {
    if (name !== undefined && owners.has(name)) found.add(name)
  }
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) {
      const text = ts.isTemplateExpression(node) ? node.getText() : node.text
      for (const [, name] of text.matchAll(NAMED)) add(name)
      if (isTableName(node.parent)) add(/^\W?(\w+)/.exec(text)?.[1])
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return [...found]
}

/** Calls, properties, and class members whose value begins with a table name. */
function isTableName(parent: ts.Node): boolean {
  if (ts.isCallExpression(parent))
    return (
      ts.isPropertyAccessExpression(parent.expression) &&
      ['from', 'table', 'into', 'join', 'leftJoin'].includes(parent.expression.name.text)
    )
  return (
    (ts.isPropertyAssignment(parent) || ts.isPropertyDeclaration(parent)) &&
    ['table', 'from'].includes(parent.name.getText())
  )
}

/** Server sources, with migrations and without tests. */
function sources(): string[] {
  return ['app', 'plugins', 'config', 'start', 'database']
    .flatMap(filesBelow)
    .filter((file) => !/\/tests\//.test(relative(ROOT, file)))
}

function filesBelow(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map(({ parentPath, name }) => join(parentPath, name))
}
