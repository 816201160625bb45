/**
 * Fixed words for fixed things, in emails, the documentation and the descriptions
 * of the API. A browser reads the pages (`tests/browser/glossary.spec.ts`).
 */
import { glob, readFile } from 'node:fs/promises'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { AVOIDED } from '#tests/helpers/avoided_words'
import { privateWords } from '#tests/helpers/plain_words'

const EMAILS = ['resources/views/mails/**/*.edge', 'plugins/*/views/mails/*.edge']
const PAGES = ['resources/views/**/*.edge', 'plugins/*/views/**/*.edge']
const DOCS = ['README.md', 'resources/docs/**/*.md', 'plugins/*/docs/*.md', 'app/*/README.md']

/** Code keeps the names it has. */
const CODE = /```[^]*?```|`[^`\n]*`|\]\([^)]*\)/g
/** Tags and expressions of templates. */
const TEMPLATE = /^\s*@.*$|\{\{+[^]*?\}\}+|<[^>]*>/gm

async function avoidedIn(patterns: string[], without: RegExp) {
  const avoided: string[] = []
  let files = 0
  for await (const file of glob(patterns, { cwd: app.makePath() })) {
    files++
    const text = (await readFile(app.makePath(file), 'utf8')).replaceAll(without, '')
    avoided.push(...privateWords(text).map(({ word }) => `${file}: ${word}`))
    for (const [word] of text.matchAll(new RegExp(AVOIDED, 'gi'))) avoided.push(`${file}: ${word}`)
  }
  return { avoided, files }
}

/** Texts under these keys, at any depth. */
function textsOf(value: unknown, keys: string[]): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    typeof inner === 'string' && keys.includes(key) ? [inner] : textsOf(inner, keys)
  )
}

test.group('words of the glossary', () => {
  test('are used in emails', async ({ assert }) => {
    const { avoided, files } = await avoidedIn(EMAILS, TEMPLATE)
    assert.deepEqual(avoided, [])
    assert.isAbove(files, 20)
  })

  test('are used in templates of pages', async ({ assert }) => {
    const { avoided, files } = await avoidedIn(PAGES, TEMPLATE)
    assert.deepEqual(avoided, [])
    assert.isAbove(files, 60)
  })

  test('are used in the documentation', async ({ assert }) => {
    const { avoided, files } = await avoidedIn(DOCS, CODE)
    assert.deepEqual(avoided, [])
    assert.isAbove(files, 20)
  })

  test('are used in descriptions of the API', async ({ assert, client }) => {
    const document = (await client.get('/api/rest/v4/openapi.json')).body()
    const texts = textsOf(document, ['description', 'summary'])
    assert.isAbove(texts.length, 500)
    assert.deepEqual(
      texts.filter((text) => AVOIDED.test(text)),
      []
    )
  })

  test('are used in what OPTIONS says of each field', async ({ assert, client }) => {
    const root = (await client.get('/api/rest/v4/')).body() as Record<string, string>
    const texts: string[] = []
    for (const url of Object.values(root)) {
      const options = await client.options(new URL(url).pathname)
      texts.push(...textsOf(options.body(), ['description', 'help_text', 'label']))
    }
    assert.isAbove(texts.length, 500)
    assert.deepEqual(
      texts.filter((text) => AVOIDED.test(text)),
      []
    )
  })
})
