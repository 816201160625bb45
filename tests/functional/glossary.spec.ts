/**
 * The terms of the glossary in API descriptions, as clients get them. `npm run lint:prose` checks
 * the sources, and `tests/browser/glossary.spec.ts` checks the pages.
 */
import { test } from '@japa/runner'
import { avoidedWords } from '#tests/helpers/avoided_words'

/** Texts under these keys, at any depth. */
function textsOf(value: unknown, keys: string[]): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    typeof inner === 'string' && keys.includes(key) ? [inner] : textsOf(inner, keys)
  )
}

test.group('glossary terms', () => {
  test('are used in descriptions of the API', async ({ assert, client }) => {
    const document = (await client.get('/api/rest/v4/openapi.json')).body()
    const texts = textsOf(document, ['description', 'summary'])
    assert.isAbove(texts.length, 500)
    assert.deepEqual(texts.flatMap(avoidedWords), [])
  })

  test('are used in descriptions of fields', async ({ assert, client }) => {
    const root = (await client.get('/api/rest/v4/')).body() as Record<string, string>
    const texts: string[] = []
    for (const url of Object.values(root)) {
      const options = await client.options(new URL(url).pathname)
      texts.push(...textsOf(options.body(), ['description', 'help_text', 'label']))
    }
    assert.isAbove(texts.length, 500)
    assert.deepEqual(texts.flatMap(avoidedWords), [])
  })
})
