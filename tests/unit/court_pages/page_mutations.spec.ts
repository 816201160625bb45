/** Changes of pages of real courts, which aren't part of the project and are read when present. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from '@japa/runner'
import type { KindName } from '#app/court_pages/page_signs'
import { decodePage } from '#app/court_pages/decode'
import { parseCourtPage } from '#app/court_pages/read_page'
import { CORPUS_KINDS } from '#tests/court_pages/kinds'
import { compareFields, listMutations } from '#tests/court_pages/mutate_data'
import { COURT_PAGES } from '#tests/helpers/court_pages'

const ROOTS = [COURT_PAGES, `${COURT_PAGES}-2`].filter((folder) => existsSync(folder))
/** Pages per folder, their maximum size in bytes, and changes per page: a sample of seconds. */
const PAGES = 2
const LARGEST = 40_000
const EVERY = 3
const SURVIVAL = 0.98

interface Count {
  fields: number
  lost: string[]
}

/** The first pages of a folder that are recognized. */
async function* samplesOf(folder: string, suffix: string) {
  let left = PAGES
  for (const name of readdirSync(folder).filter((one) => one.endsWith(suffix))) {
    const bytes = readFileSync(join(folder, name))
    if (left === 0 || bytes.length > LARGEST) continue
    const court = name.split(/[_.-]/)[0]
    const before = await parseCourtPage(bytes, court)
    if (!before) continue
    left--
    yield { name, court, source: decodePage(bytes), before }
  }
}

test.group('changed pages of real courts', () => {
  test('keep their fields', async ({ assert }) => {
    const counts = new Map<KindName, Count>()
    for (const { folder, suffix, isMail } of CORPUS_KINDS) {
      for (const root of isMail ? [] : ROOTS) {
        const path = join(root, folder)
        if (!existsSync(path)) continue
        for await (const { name, court, source, before } of samplesOf(path, suffix)) {
          const count = counts.get(before.kind) ?? { fields: 0, lost: [] }
          counts.set(before.kind, count)
          for (const [at, mutation] of listMutations(before.kind, source).entries()) {
            const page = at % EVERY === 0 ? mutation.apply(source) : source
            if (page === source) continue
            const after = await parseCourtPage(Buffer.from(page), court)
            const survival = compareFields(before.result, after?.result, mutation.removes)
            count.fields += survival.fields
            if (survival.lost.length > 0)
              count.lost.push(
                ...survival.lost.map((field) => `${name}: ${mutation.title}: ${field}`)
              )
          }
        }
      }
    }
    assert.isAbove(counts.size, 15)
    for (const [kind, { fields, lost }] of counts)
      assert.isAtMost(
        lost.length,
        fields * (1 - SURVIVAL),
        `${kind}\n${lost.slice(0, 50).join('\n')}`
      )
  })
    .skip(ROOTS.length === 0, 'pages of real courts are not present')
    .timeout(120_000)
})
