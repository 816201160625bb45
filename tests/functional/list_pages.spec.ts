/**
 * Every page with a paginated list: those of the staff console from its registry, the others
 * from their templates. A list without rows here fails.
 */
import app from '@adonisjs/core/services/app'
import router from '@adonisjs/core/services/router'
import { test } from '@japa/runner'
import type { Assert } from '@japa/assert'
import type { AdminList } from '#app/console/admin/admin_list'
import { ConsoleRegistry } from '#app/console/console_registry'
import { makeAccount, type TestAccount } from '#tests/helpers/accounts'
import {
  addRows,
  type AddedRows,
  checkBeyond,
  checkPages,
  pagingTemplates,
  pluginLists,
  removeRows,
  showPage,
} from '#tests/helpers/paged_lists'
import { searchReady } from '#tests/helpers/search_indexes'
import { signedIn, type Visitor } from '#tests/helpers/visitor'

/** Paginated templates without a separate list, which other specs test. */
const NO_LISTS = [
  'alerts::email_hits',
  'api/browse',
  'console/admin/list',
  'docs/design',
  'docs/page',
  'history::history',
]

const STAFF_ROWS = 130

const staffLists = async () => (await app.container.make(ConsoleRegistry)).lists

test.group('list pages', (group) => {
  let account: TestAccount
  let visitor: Visitor

  group.setup(async () => {
    account = await makeAccount({ rights: ['*'] })
    visitor = await signedIn(account)
    await searchReady()
  })

  test('each template with a pager has a list here', async ({ assert }) => {
    const { lists } = await pluginLists()
    const templates = pagingTemplates()
    // The plugin of a template may be missing.
    const others = NO_LISTS.filter((view) => !view.includes('::') || templates.includes(view))
    assert.deepEqual([...lists.map(({ view }) => view), ...others].toSorted(), templates)
  })

  test('each staff list has a separate route', async ({ assert }) => {
    const patterns = new Set(
      Object.values(router.toJSON())
        .flat()
        .map(({ pattern }) => `${pattern}/`)
    )
    for (const { path } of await staffLists()) assert.isTrue(patterns.has(path), path)
  })

  test('{view}: links to the next and previous pages work')
    .with(async () => (await pluginLists()).lists)
    .run(async ({ assert, cleanup }, list) => {
      const database = await app.container.make('lucid.db')
      const { path, rows } = list
      cleanup(() => database.transaction((trx) => removeRows(trx, rows.tables)))
      await database.transaction((trx) => addRows(trx, valuesFor(rows, account)))
      const { first, last, count } = await checkPages(assert, visitor, { ...list, path })
      for (const text of list.texts ?? []) assert.include(first.text, text)
      const counted =
        list.count instanceof RegExp ? Number(list.count.exec(first.text)?.[1]) : list.count
      if (counted === null) assert.isAtLeast(count, list.rows.rows)
      else assert.equal(count, counted)
      assert.include(first.title, list.title ?? list.heading)
      await checkBeyond(assert, visitor, { path, last, first })
    })

  test('{path}: links to the next and previous pages work')
    .with(staffLists as () => Promise<AdminList[]>)
    .run(async ({ assert, cleanup }, list) => {
      const { staffValues: values } = await pluginLists()
      const database = await app.container.make('lucid.db')
      // Pages read from the transaction, which is rolled back.
      const trx = await database.beginGlobalTransaction()
      cleanup(() => database.rollbackGlobalTransaction())
      await addRows(trx, { tables: tablesOf(list), rows: STAFF_ROWS, values })
      const [sort] = Object.keys(list.sorts)
      const { first, last } = await checkPages(assert, visitor, {
        path: `${list.path}?sort=-${sort}`,
        heading: list.title,
      })
      assert.include(first.title, list.title)
      assert.include(first.text, list.description)
      for (const { label } of list.columns) assert.include(first.text, label)
      await checkBeyond(assert, visitor, { path: list.path, last, first })
      await checkFilters(assert, visitor, list)
    })
})

/**
 * Each filter choice with more than a page of rows is kept on the next page and in the file.
 * Each heading that sorts has a working link.
 */
async function checkFilters(assert: Assert, visitor: Visitor, list: AdminList): Promise<void> {
  const given = await list.load?.(app.container)
  for (const [name, { options }] of Object.entries(list.filters ?? {}))
    for (const [value] of (typeof options === 'function' ? options(given) : options) ?? []) {
      const query = new URLSearchParams({ [name]: value }).toString()
      const { status, next } = await showPage(visitor, `${list.path}?${query}`)
      assert.equal(status, 200, query)
      if (next) assert.include(next, `?${query}&`)
    }
  const { text } = await showPage(visitor, list.path)
  for (const { label } of Object.values(list.filters ?? {})) assert.include(text, label)
  for (const sort of Object.keys(list.sorts)) {
    assert.isTrue(
      list.columns.some((column) => column.sort === sort),
      `${list.path} ${sort}`
    )
    assert.equal((await showPage(visitor, `${list.path}?sort=${sort}`)).status, 200, sort)
  }
}

/** With the account's key in place of `{account}`. */
function valuesFor(rows: AddedRows, { id }: TestAccount): AddedRows {
  const values = Object.entries(rows.values ?? {}).map(([column, sql]) => [
    column,
    sql.replaceAll('{account}', String(id)),
  ])
  return { ...rows, values: Object.fromEntries(values) }
}

/** Tables that a staff list reads. */
function tablesOf({ from }: AdminList): string[] {
  const named = from.matchAll(/(?:^|\bFROM |\bJOIN )([a-z_.]+)/g)
  return [...new Set(Array.from(named, ([, name]) => name!))]
}
