/** The list of citing decisions, filtered by their statements about the cited decision. */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { addCluster, addOpinion, removeRows } from '#plugins/alerts/tests/archive_rows'
import { TREATMENT_LABELS } from '../../pages/treatment_kinds.js'
import { Visitor } from '#tests/helpers/visitor'

type Kind = keyof typeof TREATMENT_LABELS

const KINDS = Object.keys(TREATMENT_LABELS) as Kind[]
const PAGE = 50

interface Citing {
  cluster: number
  opinion: number
  year: number
}

test.group('citing decisions by kind', (group) => {
  group.each.setup(() => removeRows)

  const database = () => app.container.make('lucid.db')

  const cite = async (years: number[]): Promise<{ cited: Citing; citing: Citing[] }> => {
    const cited = { ...(await addCluster('The cited decision.', '1950-01-01')), year: 1950 }
    const citing: Citing[] = []
    for (const year of years) {
      const decision = await addCluster('A citing decision.', `${year}-03-01`)
      citing.push({ ...decision, year })
      await (await database()).table('opinions_cited').insert({
        citing_opinion_id: decision.opinion,
        cited_opinion_id: cited.opinion,
        depth: year % 7 || 1,
      })
    }
    return { cited, citing }
  }

  const state = async (cited: Citing, opinion: number, kind: Kind, sentence: string) =>
    (await database())
      .table('linked_treatments')
      .insert({ citing_opinion_id: opinion, described_opinion_id: cited.opinion, kind, sentence })

  const listOf = async ({ cluster }: Citing, query = '') => {
    const { status, text } = await new Visitor().get(
      `/opinion/${cluster}/alder-v-birch/cited-by/${query}`
    )
    if (status !== 200) throw new Error(`status ${status}`)
    const nav = /<nav class="tabs" aria-label="Statements[^]*?<\/nav>/.exec(text)?.[0] ?? ''
    return {
      text,
      kinds: Array.from(nav.matchAll(/<a href="([^"]*)" (aria-current="page")?>(.*?)<\/a>/g)).map(
        ([, path, current, label]) => ({
          path: path!.replaceAll('&amp;', '&'),
          isCurrent: current !== undefined,
          label: label!.replaceAll(/<[^>]*>/g, ''),
        })
      ),
      clusters: Array.from(text.matchAll(/<li>\s*<p><a href="\/opinion\/(\d+)\//g), ([, id]) =>
        Number(id)
      ),
      sentences: Array.from(text.matchAll(/<blockquote>(.*?)<\/blockquote>/g), ([, said]) => said),
      link: (rel: string) =>
        new RegExp(`<a href="([^"]*)" rel="${rel}"`).exec(text)?.[1]!.replaceAll('&amp;', '&'),
    }
  }

  test('filters by each kind, with counts', async ({ assert }) => {
    const { cited, citing } = await cite(KINDS.map((_, place) => 1990 + place))
    const expected = new Map<Kind, Citing[]>()
    for (const [place, kind] of KINDS.entries()) {
      // Kinds have 0 to 3 decisions.
      const stating = citing.slice(place, place + (place % 4))
      expected.set(kind, stating)
      for (const { opinion, year } of stating)
        await state(cited, opinion, kind, `In ${year}: <${kind}> & so on.`)
    }
    const { kinds, clusters } = await listOf(cited)
    assert.sameMembers(
      clusters,
      citing.map(({ cluster }) => cluster)
    )
    const shown = [...expected].filter(([, stating]) => stating.length)
    assert.deepEqual(
      kinds.map(({ label }) => label),
      ['All', ...shown.map(([kind, stating]) => `${TREATMENT_LABELS[kind]} ${stating.length}`)]
    )
    assert.isTrue(kinds[0]!.isCurrent)
    for (const [place, [kind, stating]] of shown.entries()) {
      const list = await listOf(cited, kinds[place + 1]!.path)
      assert.sameMembers(
        list.clusters,
        stating.map(({ cluster }) => cluster)
      )
      assert.deepEqual(
        list.kinds.filter(({ isCurrent }) => isCurrent).map(({ path }) => path),
        [kinds[place + 1]!.path]
      )
      assert.sameMembers(
        list.sentences,
        stating.map(({ year }) => `In ${year}: &lt;${kind}&gt; &amp; so on.`)
      )
      for (const { cluster, opinion } of stating)
        assert.include(
          list.text,
          `href="/opinion/${cluster}/alder-v-birch/#opinion-${opinion}-cites-${cited.cluster}"`
        )
    }
  })

  test('keeps the order, and lists several pages', async ({ assert }) => {
    const years = Array.from({ length: PAGE + 4 }, (_, place) => 1950 + ((place * 17) % 70))
    const { cited, citing } = await cite(years)
    for (const { opinion, year } of citing) await state(cited, opinion, 'followed', `In ${year}.`)
    await state(cited, citing[0]!.opinion, 'limited', 'It is limited.')
    const first = await listOf(cited, '?kind=followed&order_by=oldest')
    assert.lengthOf(first.clusters, PAGE)
    const second = await listOf(cited, first.link('next'))
    assert.lengthOf(second.clusters, years.length - PAGE)
    const expected = citing
      .toSorted((one, other) => one.year - other.year || one.cluster - other.cluster)
      .map(({ cluster }) => cluster)
    assert.deepEqual([...first.clusters, ...second.clusters], expected)
    assert.deepEqual((await listOf(cited, second.link('prev'))).clusters, first.clusters)
    assert.include(first.text, 'href="?kind=followed&amp;order_by=newest"')
    assert.include(first.text, 'href="?kind=limited&amp;order_by=oldest"')
    const deepest = await listOf(cited, '?kind=followed')
    const depths = Array.from(deepest.text.matchAll(/Cites it (once|\d+)/g), ([, depth]) =>
      depth === 'once' ? 1 : Number(depth)
    )
    assert.deepEqual(
      depths,
      depths.toSorted((one, other) => other - one)
    )
  })

  test('counts a decision once, and not the decision itself', async ({ assert }) => {
    const { cited, citing } = await cite([1990])
    const dissent = await addOpinion(citing[0]!.cluster, 'A dissent.')
    await state(cited, citing[0]!.opinion, 'questioned', 'The lead questions it.')
    await state(cited, dissent, 'questioned', 'The dissent questions it.')
    await state(
      cited,
      await addOpinion(cited.cluster, 'Own.'),
      'questioned',
      'It questions itself.'
    )
    await state(cited, cited.opinion, 'criticized', 'It criticizes itself.')
    const { kinds } = await listOf(cited)
    assert.deepEqual(
      kinds.map(({ label }) => label),
      ['All', 'Questioned 1']
    )
    const { sentences } = await listOf(cited, '?kind=questioned')
    assert.deepEqual(sentences, ['The lead questions it.'])
  })

  test('ignores unknown kinds', async ({ assert }) => {
    const { cited, citing } = await cite([1990, 1991])
    await state(cited, citing[0]!.opinion, 'affirmed', 'It is affirmed.')
    for (const kind of ['', 'overruled', 'constructor', 'Affirmed', "affirmed'", '\u{1F600}']) {
      const list = await listOf(cited, `?${new URLSearchParams({ kind, order_by: 'newest' })}`)
      assert.deepEqual(list.clusters, [citing[1]!.cluster, citing[0]!.cluster], kind)
    }
    assert.isEmpty((await listOf((await cite([2000])).cited)).kinds)
  })

  test('the page of the decision links to the list, which links to the sentence', async ({
    assert,
  }) => {
    const { cited, citing } = await cite([1990, 1991, 1992, 1993, 1994, 1995])
    for (const { opinion, year } of citing)
      await state(cited, opinion, 'distinguished', `We distinguish it in ${year}.`)
    await (
      await database()
    )
      .from('opinions')
      .where('id', citing[5]!.opinion)
      .update({
        html_with_citations: `<p>We distinguish <a href="/opinion/${cited.cluster}/alder-v-birch/">Alder</a>.</p>`,
      })
    const visitor = new Visitor()
    const { text } = await visitor.get(`/opinion/${cited.cluster}/alder-v-birch/`)
    const [, all] = /The newest 5 of 6 decisions\. <a href="([^"]*)">Show all 6</.exec(text)!
    const list = await visitor.get(all!)
    assert.lengthOf(Array.from(list.text.matchAll(/<blockquote>We distinguish/g)), 6)
    const [, path, anchor] = new RegExp(
      `<a href="(/opinion/${citing[5]!.cluster}/[^"]*)#([^"]*)"`
    ).exec(list.text)!
    assert.include((await visitor.get(path!)).text, `id="${anchor}"`)
  })
})
