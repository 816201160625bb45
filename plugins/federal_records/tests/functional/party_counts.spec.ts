/** The archive has the parties and attorneys that docket pages list. */
import { readFileSync } from 'node:fs'
import { test } from '@japa/runner'
import { Random } from '#app/support/random'
import { EVERYTHING } from '#tests/helpers/long_tests'
import { mergePage } from '../../docket_sheet/from_pages/merge_page.js'
import { parseAttorneyRoles } from '../../docket_sheet/from_pages/parties.js'
import type { CaseReport } from '../case_sources.js'
import { DOCKET_FILES, fileCourt, readReport } from '../docket_files.js'
import { useSheets } from '../use_sheets.js'

/** Every how many pages are used in a plain run. */
const STEP = EVERYTHING ? 1 : 12

interface Counts {
  /** Parties with their types. */
  parties: string[]
  /** Parties with their attorneys and roles. */
  roles: string[]
}

/**
 * The people of a page. A name with several types is one party, and the roles of its attorneys are
 * those of all types.
 */
function printed({ report: { parties } }: CaseReport): Counts {
  const named = (parties ?? []).filter(({ name }) => name.trim())
  const types = new Map<string, number>()
  const roles = named.flatMap(({ name, type, attorneys = [] }) => {
    const place = types.get(asText(name, type)) ?? 0
    types.set(asText(name, type), place + 1)
    return attorneys
      .filter((attorney) => attorney.name)
      .flatMap(({ name: attorney, contact, roles: lines }) => {
        const parsed = parseAttorneyRoles(lines)
        return (parsed.length ? parsed : [{ role: null, date_action: null }]).map(
          ({ role, date_action: day }) =>
            JSON.stringify([place, contact, asText(name, attorney, role, day)])
        )
      })
  })
  return {
    parties: named.map(({ name, type }) => asText(name, type)).sort(),
    roles: [...new Set(roles)].map((role) => (JSON.parse(role) as string[])[2]!).sort(),
  }
}

const asText = (...parts: unknown[]) =>
  JSON.stringify(
    parts.map((part) => (typeof part === 'string' ? part.replaceAll('\u00A0', ' ') : part))
  )

const PARTIES = `
  SELECT p.name, t.name AS type FROM party_types t JOIN parties p ON p.id = party_id`
const ROLES = `
  SELECT p.name AS party, a.name AS attorney, role, date_action::text AS day
  FROM attorney_roles r JOIN parties p ON p.id = party_id JOIN attorneys a ON a.id = attorney_id`

test.group('parties of docket pages', (group) => {
  const sheets = useSheets(group)

  /** Merges a page, and again with its parties in another order. */
  async function stored({ court, kind, report }: CaseReport): Promise<Counts[]> {
    const trx = await sheets.scratch.lucid.transaction()
    try {
      const results: Counts[] = []
      const random = Random.of(1, 89, report.parties?.length ?? 0)
      const shuffled = report.parties?.toSorted(() => random.next() - 0.5) ?? null
      for (const parties of [report.parties ?? null, shuffled]) {
        const page = { kind, result: { ...report, docket_entries: [], parties } } as never
        await mergePage(trx, { page, court, registryCaseId: '600001' })
        const read = async <T>(sql: string) => (await trx.rawQuery<{ rows: T[] }>(sql)).rows
        const types = await read<{ name: string; type: string }>(PARTIES)
        const roles = await read<Record<'party' | 'attorney' | 'role' | 'day', unknown>>(ROLES)
        results.push({
          parties: types.map(({ name, type }) => asText(name, type)).sort(),
          roles: roles
            .map(({ party, attorney, role, day }) => asText(party, attorney, role, day))
            .sort(),
        })
      }
      return results
    } finally {
      await trx.rollback()
    }
  }

  test('match the page')
    .disableTimeout()
    .skip(DOCKET_FILES.length === 0, 'no pages of real courts')
    .run(async ({ assert }) => {
      const problems: object[] = []
      let pages = 0
      for (let index = 0; index < DOCKET_FILES.length; index += STEP) {
        const file = DOCKET_FILES[index]!
        const of = await readReport(readFileSync(file), fileCourt(file), file)
        if (!of?.report.parties?.length) continue
        pages++
        const expected = printed(of)
        for (const found of await stored(of))
          for (const name of ['parties', 'roles'] as const)
            if (found[name].join('\n') !== expected[name].join('\n'))
              problems.push({
                name: file.split('/').at(-1),
                of: name,
                expected: expected[name].length,
                found: found[name].length,
                missing: expected[name].filter((one) => !found[name].includes(one)).slice(0, 3),
              })
      }
      assert.deepEqual(problems, [])
      assert.isAbove(pages, EVERYTHING ? 200 : 10)
    })
})
