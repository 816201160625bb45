import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'

test.group('page of a decision', () => {
  test('lists what the decision cites by name, each with its report and depth', async ({
    client,
    assert,
  }) => {
    const page = await pageOf(client, 1026)
    const [, table] = /id="authorities">([\s\S]*?)<\/section>/.exec(page)!
    const names = [...table!.matchAll(/<a href="\/opinion\/\d+\/[\w-]+\/">([^<]*)<\/a>/g)]
    assert.deepEqual(
      names.map(([, name]) => name),
      names.map(([, name]) => name!).toSorted()
    )
    assert.include(table, 'Near v. Minnesota ex rel. Olson</a>, 283 U.S. 697 (1931)')
    assert.include(table, 'Cited 2 times')
  })

  test('lists what cites it, the greatest depth first, with the sentence', async ({
    client,
    assert,
  }) => {
    const page = await pageOf(client, 1026)
    const [, list] = /id="cited-by">([\s\S]*?)<\/section>/.exec(page)!
    const depths = [...list!.matchAll(/Cites it (once|\d+)/g)].map(([, n]) =>
      n === 'once' ? 1 : Number(n)
    )
    assert.deepEqual(
      depths,
      depths.toSorted((one, other) => other - one)
    )
    assert.isAbove(depths.length, 2)
    assert.include(
      list,
      'Rational basis review, the subject of a note in United States v. Carolene Products Co., 304 U.S. 144 (1938), has no place for a named right.'
    )
  })

  test('lists citations the archive has no case for', async ({ client, assert }) => {
    const page = await pageOf(client, 1101)
    assert.match(page, /Not in this archive<\/h3>\s*<p>728 F.3d 1</)
  })

  test('offers its citation to be copied', async ({ client, assert }) => {
    const page = await pageOf(client, 1026)
    assert.include(page, 'value="United States v. Carolene Products Co., 304 U.S. 144 (1938)"')
    assert.include(page, '304 U.S. 144, 58 S. Ct. 778, 82 L. Ed. 1234 (Supreme Court of the')
  })

  test('says what later decisions say about it', async ({ client, assert }) => {
    assert.match(await pageOf(client, 1001), /it is for the courts to say what the law is/)
  })

  test('has links to notes that lead back, and anchors of printed pages', async ({
    client,
    assert,
  }) => {
    const page = await pageOf(client, 1121)
    assert.include(page, 'id="opinion-2271-page-102"')
    const targets = [...page.matchAll(/href="#(opinion-2271-[\w-]+)"/g)].map(([, id]) => id!)
    assert.isAbove(targets.length, 10)
    assert.deepEqual(
      targets.filter((id) => !page.includes(`id="${id}"`)),
      []
    )
  })
})

async function pageOf(client: ApiClient, cluster: number): Promise<string> {
  const response = await client.get(`/opinion/${cluster}/x/`)
  response.assertStatus(200)
  return response.text()
}
