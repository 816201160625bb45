import { mkdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { buildIsFresh, markBuilt } from '../../bin/build_stamp.js'
import { makeTemporaryFolder } from '#tests/helpers/environment'

test.group('stamp of a build', () => {
  test('only changed contents make a build stale, even with the size and time kept', ({
    assert,
  }) => {
    const root = makeTemporaryFolder()
    const source = join(root, 'app/a.ts')
    for (const folder of ['app', 'build']) mkdirSync(join(root, folder))
    writeFileSync(source, 'one')
    assert.isFalse(buildIsFresh(root))
    markBuilt(root)
    assert.isTrue(buildIsFresh(root))

    utimesSync(source, 1, 1)
    const stamp = readFileSync(join(root, 'build/.stamp'), 'utf8')
    assert.isTrue(buildIsFresh(root))
    assert.notEqual(readFileSync(join(root, 'build/.stamp'), 'utf8'), stamp)

    writeFileSync(source, 'two')
    utimesSync(source, 1, 1)
    assert.equal(statSync(source).mtimeMs, 1000)
    assert.isFalse(buildIsFresh(root))

    markBuilt(root)
    writeFileSync(join(root, 'app/b.ts'), '')
    assert.isFalse(buildIsFresh(root))
  })
})
