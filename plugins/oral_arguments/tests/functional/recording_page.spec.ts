import { test } from '@japa/runner'
import type { ApiClient } from '@japa/api-client'

const PATH = '/audio/901/riley-v-california/'
const LINK = `<a href="${PATH}">Riley v. California</a>`

test.group('recording page', () => {
  test('shows the player, downloads, case, panel, and transcript', async ({ client, assert }) => {
    const page = await pageOf(client, PATH)
    const [, file] = /<audio [^>]*src="([^"]+)"/.exec(page)!
    assert.include(page, `<a href="${file}" download>Download MP3</a>`)
    ;(await client.get(file!)).assertStatus(200)
    assert.include(page, '<a href="/court/scotus/supreme-court/">Supreme Court')
    assert.match(page, /<a href="\/docket\/101\/[\w-]+\/">13-132<\/a>/)
    assert.match(page, /<a href="\/person\/368\/clarence-thomas\/">Clarence Thomas<\/a>/)
    assert.match(page, /id="transcript"[\s\S]*<p>This is a placeholder recording/)
    const [, json] = /ld\+json">([^<]+)</.exec(page)!
    const data = JSON.parse(json!) as Record<string, unknown>
    assert.equal(data['@type'], 'AudioObject')
    assert.match(String(data.contentUrl), new RegExp(`${file}$`))
  })

  test('is linked from the docket, the decision, and the judges of the panel', async ({
    client,
    assert,
  }) => {
    const { docket } = (await client.get('/api/rest/v4/audio/901/')).body() as { docket: string }
    const { clusters, absolute_url: path } = (
      await client.get(new URL(docket).pathname)
    ).body() as { clusters: string[]; absolute_url: string }
    const decision = (await client.get(new URL(clusters[0]!).pathname)).body() as {
      absolute_url: string
    }
    for (const one of [path, decision.absolute_url, '/person/368/clarence-thomas/'])
      assert.include(await pageOf(client, one), LINK, one)
  })
})

async function pageOf(client: ApiClient, path: string): Promise<string> {
  const response = await client.get(path).redirects(0)
  response.assertStatus(200)
  return response.text()
}
