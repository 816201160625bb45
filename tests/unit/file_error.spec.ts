/** Lines about errors of the file system. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { describeFileError } from '#app/support/file_error'

test.group('errors of the file system', (group) => {
  let folder: string
  group.setup(() => {
    folder = mkdtempSync(join(tmpdir(), 'curia-file-error-'))
    writeFileSync(join(folder, 'file'), 'text')
    symlinkSync('loop', join(folder, 'loop'))
    return () => rmSync(folder, { recursive: true })
  })

  const thrown = (work: () => unknown): unknown => {
    try {
      work()
    } catch (error) {
      return error
    }
    throw new Error('it succeeded')
  }

  test('have a path and a reason: {name}')
    .with<{ name: string; reason: string; call: (path: string) => unknown }[]>([
      {
        name: 'missing',
        reason: 'no such file or directory (ENOENT)',
        call: (path) => readFileSync(path),
      },
      {
        name: '.',
        reason: 'illegal operation on a directory (EISDIR)',
        call: (path) => writeFileSync(path, ''),
      },
      {
        name: 'file',
        reason: 'file already exists (EEXIST)',
        call: (path) => mkdirSync(path, { recursive: true }),
      },
      {
        name: 'file/below',
        reason: 'not a directory (ENOTDIR)',
        call: (path) => mkdirSync(path, { recursive: true }),
      },
      {
        name: 'loop',
        reason: 'too many symbolic links encountered (ELOOP)',
        call: (path) => readFileSync(path),
      },
      {
        name: 'n'.repeat(300),
        reason: 'name too long (ENAMETOOLONG)',
        call: (path) => writeFileSync(path, ''),
      },
    ])
    .run(({ assert }, { name, reason, call }) => {
      const path = join(folder, name)
      assert.equal(describeFileError(thrown(() => call(path))), `${path}: ${reason}`)
    })

  test('a full disk has no path', ({ assert }) => {
    const error = thrown(() => writeFileSync('/dev/full', 'text'))
    assert.equal(describeFileError(error), 'a file: no space left on device (ENOSPC)')
  })

  test('other errors are not described', async ({ assert }) => {
    const refused = await new Promise((resolve) => connect(1, '127.0.0.1').on('error', resolve))
    const system = Object.assign(new Error('write EPIPE'), {
      code: 'EPIPE',
      errno: -32,
      syscall: 'write',
    })
    for (const error of [refused, system, new TypeError('x'), 'ENOENT', undefined])
      assert.isUndefined(describeFileError(error))
  })
})
