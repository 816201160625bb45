/** A researcher narrows a search, downloads its results, and finds the bulk data. */
import { rmSync } from 'node:fs'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { BROWSER, NO_BROWSER } from '#tests/helpers/browser'
import { searchReady } from '#tests/helpers/search_indexes'
import { ArchiveExports } from '#plugins/bulk_data/export/archive_exports'
import bulkSettings from '#plugins/bulk_data/settings'
import { Walker, WAYS, withBrowser } from './walker.js'

test.group('a researcher', (group) => {
  group.setup(searchReady)
  group.setup(withBrowser)
  group.setup(async () => {
    const exports = await app.container.make(ArchiveExports)
    await exports.write(exports.folders.path('20260131T020000Z'), { compression: 'none' })
    return () => rmSync(bulkSettings.exportsDir, { recursive: true })
  })

  test('downloads results and bulk data ({$self})')
    .with([...WAYS])
    .skip(!BROWSER, NO_BROWSER)
    .run(async ({ assert }, way) => {
      const person = await Walker.start(assert, way)
      await person.fill('Search the archive', 'court')
      await person.press('Search')
      const all = await shownCount(person)
      if (way === 'narrow') await person.unfold('Filter these results')
      await person.follow('Supreme Court of the United States')
      await person.choose('Sort by', 'Date filed, oldest first')
      await person.press('Sort')
      const count = await shownCount(person)
      assert.isAbove(count, 20)
      assert.isBelow(count, all)

      await person.read(`Download all ${count.toLocaleString('en')} results:`)
      const lines = (await person.download('link', 'JSON Lines')).trimEnd().split('\n')
      const records = lines.map((line) => JSON.parse(line) as Record<string, string>)
      const rows = readCsv(await person.download('link', 'CSV'))
      assert.lengthOf(records, count)
      assert.lengthOf(rows, count)
      assert.deepEqual(
        rows.map(({ dateFiled }) => dateFiled),
        records.map(({ dateFiled }) => dateFiled)
      )
      assert.deepEqual(
        records.map(({ dateFiled }) => dateFiled),
        records.map(({ dateFiled }) => dateFiled).toSorted()
      )
      for (const { court_id: court } of [...rows, ...records]) assert.equal(court, 'scotus')

      await person.follow('Docs')
      await person.follow('Exports')
      await person.follow('bulk data')
      const file = await person.download('link', /^courts-.*\.csv$/)
      const database = await app.container.make('lucid.db')
      const courts = await database.from('courts').select('id')
      assert.sameMembers(
        readCsv(file).map(({ id }) => id),
        courts.map(({ id }) => id)
      )
      await person.end()
    })
})

async function shownCount(person: Walker): Promise<number> {
  const status = await person.page.getByRole('status').innerText()
  return Number(/^([\d,]+) results?\./.exec(status)![1]!.replaceAll(',', ''))
}

/** Records of a file with a line of column names. */
function readCsv(text: string): Record<string, string>[] {
  const lines = [...text.matchAll(/((?:"(?:[^"]|"")*"|[^"\n])*)\n/g)].map(([, line]) =>
    [...line!.trimEnd().matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)].map(
      ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain!
    )
  )
  const [names, ...rows] = lines
  return rows.map((row) => Object.fromEntries(names!.map((name, place) => [name, row[place]!])))
}
