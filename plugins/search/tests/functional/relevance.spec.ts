/**
 * Ranking of the landmark cases in the sample archive.
 */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'
import { searchReady } from '#tests/helpers/search_indexes'
import { takesMinutes } from '#tests/helpers/long_tests'
import { searched } from '../search_helpers.js'
import { meanReciprocalRanks, readQuestions, type RankedQuestion } from '../relevance_questions.js'

/** Queries that describe a well-known case. */
const ISSUES: [caseName: string, query: string][] = [
  ['Marbury v. Madison', 'writ commission jurisdiction'],
  ['McCulloch v. Maryland', 'bank of the united states necessary and proper'],
  ['Gibbons v. Ogden', 'commerce navigation steamboat'],
  ['Dred Scott v. Sandford', 'slave citizen missouri'],
  ['Yick Wo v. Hopkins', 'laundry chinese'],
  ['Plessy v. Ferguson', 'separate but equal'],
  ['Lochner v. New York', 'bakery hours labor'],
  ['Schenck v. United States', 'clear and present danger'],
  ['Wickard v. Filburn', 'wheat interstate commerce'],
  ['Korematsu v. United States', 'exclusion japanese ancestry military'],
  ['Youngstown Sheet & Tube Co. v. Sawyer', 'steel mills seizure president'],
  ['Brown v. Board of Education of Topeka', 'segregation public schools equal protection'],
  ['Mapp v. Ohio', 'police warrant home'],
  ['Baker v. Carr', 'political question districts'],
  ['Engel v. Vitale', 'prayer public schools'],
  ['Gideon v. Wainwright', 'counsel felony'],
  ['New York Times Co. v. Sullivan', 'public officials malice'],
  ['Griswold v. Connecticut', 'contraceptives privacy'],
  ['Miranda v. Arizona', 'custodial interrogation self-incrimination'],
  ['Loving v. Virginia', 'marriage race'],
  ['Katz v. United States', 'telephone booth expectation of privacy'],
  ['Terry v. Ohio', 'stop and frisk'],
  ['Tinker v. Des Moines Independent Community School District', 'armbands students'],
  ['Brandenburg v. Ohio', 'imminent lawless action'],
  ['United States v. Nixon', 'tapes privilege'],
  ['Batson v. Kentucky', 'peremptory challenges'],
]

/** Minimum mean reciprocal rank of each kind of question. */
const FLOORS: Record<string, number> = {
  'full name': 0.97,
  'short name': 0.97,
  'without v': 0.97,
  'abbreviated': 0.95,
  'initials': 0.95,
  'citation': 0.97,
  'pin cite': 0.95,
  'docket number': 0.95,
  'doctrine': 0.75,
  // All words of a question must match, and the sample has short texts.
  'holding': 0.55,
}

test.group('search: landmark cases', (group) => {
  takesMinutes(group)
  group.setup(searchReady)

  test('rank first for their names', async ({ client, assert }) => {
    const missed: string[] = []
    for (const { case_name: name } of await landmarks()) {
      const [first] = await names(client, { q: name })
      if (first !== name) missed.push(`${name}: ${first}`)
    }
    assert.deepEqual(missed, [])
  })

  test('rank among the first three for their citations', async ({ client, assert }) => {
    const missed: string[] = []
    for (const { case_name: name, citation } of await landmarks()) {
      const found = await names(client, { q: citation })
      if (!found.slice(0, 3).includes(name)) missed.push(`${citation} (${name}): ${found[0]}`)
    }
    assert.deepEqual(missed, [])
  })

  test('rank among the first three for their docket numbers', async ({ client, assert }) => {
    const missed: string[] = []
    for (const { case_name: name, docket_number: number } of await landmarks()) {
      if (!/\d-\d/.test(number)) continue
      const found = await names(client, { q: number })
      if (!found.slice(0, 3).includes(name)) missed.push(`${number} (${name}): ${found[0]}`)
    }
    assert.deepEqual(missed, [])
  })

  test('rank first for common forms of their names and citations', async ({ client, assert }) => {
    const missed: string[] = []
    const some = (await landmarks()).filter((_, at) => at % 6 === 0)
    for (const { case_name: name, citation, year } of some) {
      const short = name
        .replace('United States', 'U.S.')
        .replace('Board of Education', 'Bd. of Educ.')
      for (const q of [
        `${name}, ${citation} (${year})`,
        `${citation}, 5 (${year})`,
        name.replace(' v. ', ' vs. '),
        short,
        ...(name.includes(' v. ') ? [`${name} (${year})`] : []),
      ]) {
        const [first] = await names(client, { q })
        if (first !== name) missed.push(`${q}: ${first}`)
      }
    }
    assert.deepEqual(missed, [])
    for (const [q, name] of [
      ['ny times v sullivan', 'New York Times Co. v. Sullivan'],
      ['New Jersey v. T. L. O., 469 U.S. 325 (1985)', 'New Jersey v. T. L. O.'],
      ['No. 70-18', 'Roe v. Wade'],
    ])
      assert.equal((await names(client, { q: q! }))[0], name)
  })

  test('keep their ranks when words have boosts', async ({ client, assert }) => {
    for (const [weighted, plain] of [
      ['miranda^2', 'miranda'],
      ['brown^3 v. board^2.5', 'brown v. board'],
      ['"roe v. wade"^2', '"roe v. wade"'],
    ])
      assert.deepEqual(await names(client, { q: weighted! }), await names(client, { q: plain! }))
  })

  test('the boost for names applies only to matches', async ({ client, assert }) => {
    const q = 'Brown v. Board of Education, 350 U.S. 483'
    for (const order of ['score desc', 'dateFiled desc'])
      assert.notInclude(
        await names(client, { q, order_by: order }),
        'Brown v. Board of Education of Topeka'
      )
  })

  test('rank high for realistic queries, by mean reciprocal rank', async ({ client, assert }) => {
    const ranked: RankedQuestion[] = []
    for (const question of readQuestions()) {
      const { results } = await searched(client, { q: question.query })
      const at = results.findIndex(({ citation }) =>
        (citation as string[]).includes(question.citation)
      )
      ranked.push({ ...question, rank: at < 0 ? null : at + 1 })
    }
    const means = meanReciprocalRanks(ranked)
    for (const [kind, mean] of means) console.log(`${mean.toFixed(3)} ${kind}`)
    const misses = ranked.filter(({ rank }) => rank !== 1)
    const listed = misses.map(({ query, citation, rank }) => `${query} (${citation}): ${rank}`)
    assert.isAtLeast(ranked.length, 300)
    assert.sameMembers([...means.keys()], Object.keys(FLOORS))
    for (const [kind, floor] of Object.entries(FLOORS))
      assert.isAtLeast(means.get(kind)!, floor, `${kind}; not first:\n${listed.join('\n')}`)
  })

  test('{0} ranks among the first ten for "{1}"')
    .with(ISSUES)
    .run(async ({ client, assert }, [name, query]) => {
      assert.include((await names(client, { q: query })).slice(0, 10), name)
    })
})

interface Landmark {
  case_name: string
  citation: string
  docket_number: string
  year: number
}

/** The decisions of the sample archive with their official citations. */
async function landmarks(): Promise<Landmark[]> {
  const database = await app.container.make('lucid.db')
  const { rows } = await database.rawQuery<{ rows: Landmark[] }>(
    `SELECT c.case_name, d.docket_number, x.volume || ' U.S. ' || x.page AS citation,
       extract(year FROM c.date_filed)::int AS year
     FROM opinion_clusters c JOIN dockets d ON d.id = c.docket_id
     JOIN citations x ON x.cluster_id = c.id AND x.reporter = 'U.S.'
     WHERE c.id BETWEEN 1001 AND 1110 ORDER BY c.id`
  )
  return rows
}

async function names(client: ApiClient, parameters: Record<string, string>): Promise<string[]> {
  const { results } = await searched(client, parameters)
  return results.map(({ caseName }) => String(caseName))
}
