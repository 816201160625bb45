/** Redirects from URLs of the public service that differ here. */
import { test } from '@japa/runner'
import { searchReady } from '#tests/helpers/search_indexes'

const OPINION = '/opinion/1038/brown-v-board-of-education-of-topeka/'
const DOCKET = '/docket/2001/harbor-light-logistics-llc-v-meridian-cold-chain-corp/'

test.group('URLs of the public service', () => {
  test('{from} redirects to {to}')
    .with([
      { from: '/opinion/1038/x/authorities/', to: `${OPINION}#authorities` },
      { from: '/opinion/1038/x/summaries/', to: `${OPINION}#described` },
      { from: '/opinion/1038/x/related-cases/', to: `${OPINION}#more` },
      { from: '/opinion/1038/x/pdf/', to: OPINION },
      { from: '/docket/2001/feed/', to: '/feed/docket/2001/' },
      { from: '/docket/2001/download/', to: '/api/rest/v4/docket-entries/?docket=2001&format=csv' },
      { from: '/docket/2001/idb/x/', to: `${DOCKET}#statistics` },
      { from: '/podcast/court/scotus/', to: '/feed/podcast/scotus/' },
      { from: '/audio/', to: '/search/?filters=open&type=oa' },
      { from: '/recap/', to: '/search/?filters=open&type=r' },
      { from: '/help/api/', to: '/docs/api/' },
      { from: '/help/api/rest/', to: '/docs/api/' },
      { from: '/help/api/webhooks/', to: '/docs/webhooks/' },
      { from: '/help/alerts/', to: '/docs/alerts/' },
      { from: '/help/tags-notes/', to: '/docs/tags/' },
      { from: '/help/search-operators/', to: '/docs/search/' },
      { from: '/help/recap/email/', to: '/docs/court-emails/' },
    ])
    .run(async ({ client, assert }, { from, to }) => {
      const response = await client.get(from).redirects(0)
      response.assertStatus(301)
      response.assertHeader('location', to)
      if (to.startsWith('/search/')) await searchReady()
      const [path, fragment] = to.split('#')
      const there = await client.get(path!)
      there.assertStatus(200)
      if (fragment) assert.include(there.text(), `id="${fragment}"`)
    })

  test('a case of a court redirects to its docket', async ({ client, assert }) => {
    const docket = (await client.get('/api/rest/v4/dockets/2001/')).body() as {
      court_id: string
      registry_case_id: string
    }
    const name = `gov.uscourts.${docket.court_id}.${docket.registry_case_id}`
    const response = await client.get(`/recap/${name}/`).redirects(0)
    response.assertStatus(302)
    response.assertHeader('location', DOCKET)
    for (const other of ['gov.uscourts.nysd.0', 'gov.uscourts.nosuch.1', 'x', 'gov.uscourts.%00.1'])
      (await client.get(`/recap/${other}/`)).assertStatus(404)
    assert.isNotEmpty(docket.registry_case_id)
  })

  test('a record that is not in the archive returns 404', async ({ client }) => {
    for (const path of [
      '/opinion/999999999/x/authorities/',
      '/docket/999999999/feed/',
      '/docket/x/feed/',
      '/docket/9223372036854775808/download/',
    ])
      (await client.get(path)).assertStatus(404)
  })
})
