/** Statements about cited cases: stored by linking, and quoted on the page of the cited decision. */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { addCluster, removeRows } from '#plugins/alerts/tests/archive_rows'
import { makeScratchDatabase, type ScratchDatabase } from '#tests/helpers/scratch_database'
import { linkOpinions } from '../../linking/link_opinions.js'
import { TextReader } from '../../linking/text_reader.js'

const OVERRULED = 'A v. B, 347 U.S. 1 (1954), was overruled by C v. D, 347 U.S. 2 (1954).'
const DISTINGUISHED = 'We find A v. B, 347 U.S. 1 (1954), distinguishable.'

test.group('stored treatment', (group) => {
  let scratch: ScratchDatabase
  let reader: TextReader

  group.each.setup(async () => {
    scratch = await makeScratchDatabase(app)
    reader = new TextReader()
    await rows(`INSERT INTO courts (id, position, short_name, full_name, jurisdiction)
                VALUES ('scotus', 1, 'Supreme', 'Supreme Court', 'F')`)
    await rows(`INSERT INTO dockets (id, source, court_id) VALUES (1, 0, 'scotus')`)
    for (const id of [1, 2]) await decide(id, '')
    return async () => {
      await reader.close()
      await scratch.drop()
    }
  })

  const rows = async <Row = Record<string, unknown>>(sql: string, values: unknown[] = []) =>
    (await scratch.client.query(sql, values)).rows as Row[]

  const decide = async (id: number, text: string) => {
    await rows(
      `INSERT INTO opinion_clusters (id, date_filed, slug, docket_id) VALUES ($1, '1954-05-17', 'a-v-b', 1)`,
      [id]
    )
    for (const [opinion, type] of [
      [id, '010combined'],
      [id + 100, '040dissent'],
    ])
      await rows(
        'INSERT INTO opinions (id, cluster_id, type, plain_text) VALUES ($1, $2, $3, $4)',
        [opinion, id, type, opinion === id ? text : '']
      )
    await rows(
      `INSERT INTO citations (volume, reporter, page, type, cluster_id) VALUES ('347', 'U.S.', $2, 1, $1)`,
      [id, String(id)]
    )
  }
  const link = (again = false) => linkOpinions({ database: scratch.lucid, reader }, [9], { again })
  const stored = async () =>
    (
      await rows<{ row: string }>(
        `SELECT concat_ws(' ', citing_opinion_id, described_opinion_id, kind, sentence) AS row
         FROM linked_treatments ORDER BY kind, described_opinion_id`
      )
    ).map(({ row }) => row)

  test('describes the lead opinion, with the first sentence of each kind', async ({ assert }) => {
    await decide(9, `It is old. ${OVERRULED} ${DISTINGUISHED} ${DISTINGUISHED.replace('We', 'I')}`)
    await link()
    assert.deepEqual(await stored(), [
      `9 1 distinguished ${DISTINGUISHED}`,
      `9 1 overruled ${OVERRULED}`,
    ])
  })

  test('parallel citations of a case share a row', async ({ assert }) => {
    await decide(9, 'A v. B, 347 U.S. 1, 74 S. Ct. 5 (1954), overruled by Rule 7. Cf. 347 U.S. 9.')
    await link()
    assert.deepEqual(await stored(), [
      '9 1 overruled A v. B, 347 U.S. 1, 74 S. Ct. 5 (1954), overruled by Rule 7.',
    ])
  })

  test('follows the text', async ({ assert }) => {
    await decide(9, OVERRULED)
    await link()
    const longer = OVERRULED.replace('was', 'was later')
    await rows('UPDATE opinions SET plain_text = $1 WHERE id = 9', [longer])
    await link()
    assert.deepEqual(await stored(), [`9 1 overruled ${longer}`])
    await rows('UPDATE opinions SET plain_text = $1 WHERE id = 9', ['See A v. B, 347 U.S. 1.'])
    await link()
    assert.isEmpty(await stored())
  })

  test('is deleted with either opinion', async ({ assert }) => {
    await decide(9, `${OVERRULED} We follow C v. D, 347 U.S. 2 (1954).`)
    await link()
    assert.lengthOf(await stored(), 2)
    await rows('DELETE FROM opinion_clusters WHERE id = 1')
    assert.deepEqual(await stored(), ['9 2 followed We follow C v. D, 347 U.S. 2 (1954).'])
    await rows('DELETE FROM opinions WHERE id = 9')
    assert.isEmpty(await stored())
  })

  test('a second run writes nothing', async ({ assert }) => {
    await decide(9, `${OVERRULED} ${DISTINGUISHED}`)
    await link()
    const versions = () => rows('SELECT kind, xmin::text, ctid::text FROM linked_treatments')
    const before = await versions()
    await link(true)
    assert.deepEqual(await versions(), before)
  })
})

test.group('“Citing decisions say”', (group) => {
  group.each.setup(() => removeRows)

  const insert = async (rows: object[]) =>
    (await app.container.make('lucid.db')).table('linked_treatments').multiInsert(rows)
  const pageOf = async (client: any, cluster: number) =>
    (await client.get(`/opinion/${cluster}/`)).text() as string

  test('quotes the newest sentences by kind, with counts and links', async ({ client, assert }) => {
    const cited = await addCluster('The cited decision.', '1950-01-01')
    const citing = []
    for (let year = 1990; year < 1997; year++)
      citing.push({ year, ...(await addCluster('A citing decision.', `${year}-01-01`)) })
    await insert([
      ...citing.map(({ opinion, year }) => ({
        citing_opinion_id: opinion,
        described_opinion_id: cited.opinion,
        kind: 'distinguished',
        sentence: `We distinguish it in <${year}>.`,
      })),
      {
        citing_opinion_id: citing[0]!.opinion,
        described_opinion_id: cited.opinion,
        kind: 'overruled',
        sentence: 'It is overruled.',
      },
    ])
    const page = await pageOf(client, cited.cluster)
    const [, section] = /<section aria-labelledby="treatment">([\s\S]*?)<\/section>/.exec(page)!
    assert.include(page, '<a href="#treatment">Citing decisions say</a>')
    assert.match(section!, /doesn&#39;t judge|doesn't judge/)
    assert.deepEqual(
      Array.from(section!.matchAll(/<h3>(.*?)<\/h3>/g), ([, heading]) => heading),
      ['Overruled (1)', 'Distinguished (7)']
    )
    assert.deepEqual(
      Array.from(section!.matchAll(/<blockquote>(.*?)<\/blockquote>/g), ([, text]) => text),
      [
        'It is overruled.',
        ...[1996, 1995, 1994, 1993, 1992].map((year) => `We distinguish it in &lt;${year}&gt;.`),
      ]
    )
    assert.include(section, 'The newest 5 of 7 decisions.')
    assert.match(section!, new RegExp(`href="/opinion/${citing[6]!.cluster}/`))
  })

  test('is absent without statements', async ({ client, assert }) => {
    const { cluster } = await addCluster('A decision.', '1950-01-01')
    assert.notInclude(await pageOf(client, cluster), 'Citing decisions say')
  })
})
