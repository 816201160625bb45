/** Compressed sizes of every page with its style sheet and scripts, and its number of requests. */
import { gzipSync } from 'node:zlib'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { makeDemoRecords } from '#app/boot/make_demo_records'
import { makeAccount } from '#tests/helpers/accounts'
import { pagePaths } from '#tests/helpers/page_paths'
import { searchReady } from '#tests/helpers/search_indexes'
import { signedIn } from '#tests/helpers/visitor'

/** Bytes after gzip. */
const LIMITS = { page: 60_000, styles: 25_000, scripts: 30_000 }
const MAX_REQUESTS = 8

test.group('weight of pages', (group) => {
  group.setup(searchReady)

  test('is below the limits', async ({ assert }) => {
    const account = await makeAccount({ rights: ['*'] })
    await makeDemoRecords(app, account.id)
    const visitor = await signedIn(account)
    const sizes = new Map<string, number>()
    const sizeOf = async (path: string) => {
      const known = sizes.get(path)
      if (known !== undefined) return known
      const { status, text } = await visitor.get(path)
      assert.equal(status, 200, path)
      const size = gzipSync(text).length
      sizes.set(path, size)
      return size
    }
    const sum = async (paths: readonly string[]) => {
      let total = 0
      for (const path of paths) total += await sizeOf(path)
      return total
    }

    const heavy: string[] = []
    let measured = 0
    for (const path of await pagePaths(account)) {
      const { text } = await visitor.get(path)
      const styles = loaded(text, /<link\b[^>]*\brel="stylesheet"[^>]*>/g, 'href')
      const scripts = loaded(text, /<script\b[^>]*\bsrc="[^>]*>/g, 'src')
      const images = loaded(text, /<(?:img|audio|video|iframe|embed)\b[^>]*\bsrc="[^>]*>/g, 'src')
      const icons = loaded(text, /<link\b[^>]*\brel="icon"[^>]*>/g, 'href')
      const weight = {
        page: gzipSync(text).length,
        styles: await sum(styles),
        scripts: await sum(scripts),
      }
      for (const [part, size] of Object.entries(weight))
        if (size > LIMITS[part as keyof typeof LIMITS]) heavy.push(`${path}: ${part} ${size} bytes`)
      const requests = 1 + [styles, scripts, images, icons].flat().length
      if (requests > MAX_REQUESTS) heavy.push(`${path}: ${requests} requests`)
      measured++
    }
    assert.deepEqual(heavy, [])
    assert.isAbove(measured, 80)
    // The style sheet, and the scripts of some pages.
    assert.isAbove(sizes.size, 5)
  }).timeout(300_000)
})

/** Paths that a page loads with some tags, each once. */
function loaded(page: string, tags: RegExp, attribute: string): string[] {
  const value = new RegExp(`\\b${attribute}="([^"]*)"`)
  return [...new Set(Array.from(page.matchAll(tags), ([tag]) => value.exec(tag)![1]!))]
}
