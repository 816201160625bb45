/** Files are written to folders and buckets atomically, and removed with their leftovers. */
import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Disk } from '@adonisjs/drive'
import { FSDriver } from '@adonisjs/drive/drivers/fs'
import { test } from '@japa/runner'
import { withLocalFile } from '#app/storage/local_file'
import { s3Disk } from '#app/storage/s3_disk'
import { removeFile, stageFile } from '#app/storage/saved_file'
import { makeTemporaryFolder } from '#tests/helpers/environment'
import { S3_KEYS, S3Server } from '#tests/helpers/s3_server'

const KEY = 'a/file.pdf'

test.group('saved files', (group) => {
  const folder = makeTemporaryFolder()
  const source = join(folder, 'source')
  let s3: S3Server
  const before = { ...process.env }

  group.setup(async () => {
    process.env.AWS_ACCESS_KEY_ID = S3_KEYS.id
    process.env.AWS_SECRET_ACCESS_KEY = S3_KEYS.secret
    s3 = await S3Server.start('archive')
    return async () => {
      for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']) {
        if (before[name] === undefined) delete process.env[name]
        else process.env[name] = before[name]
      }
      await s3.close()
    }
  })

  const location = () => join(folder, 'disk')
  const folderDisk = () => new Disk(new FSDriver({ location: location(), visibility: 'private' }))
  async function bucketDisk(): Promise<Disk> {
    const settings = {
      bucket: 'archive',
      region: 'us-east-1',
      endpoint: s3.endpoint,
      signedSeconds: null,
    }
    const make = await s3Disk(settings).resolver('s3', undefined as never, [])
    return new Disk((make as () => never)())
  }

  for (const [name, makeDisk] of [
    ['a folder', async () => folderDisk()],
    ['a bucket', bucketDisk],
  ] as const) {
    test(`in ${name}: a file is readable after it is published and missing after it is removed`, async ({
      assert,
    }) => {
      const disk = await makeDisk()
      const read = () => withLocalFile(disk, KEY, async (path) => readFileSync(path, 'utf8'))
      assert.isUndefined(await read())
      for (const content of ['first', 'x'.repeat(300_000)]) {
        writeFileSync(source, content)
        const staged = await stageFile(disk, KEY, source)
        assert.notEqual(await read(), content)
        await staged.publish()
        await staged.discard()
        assert.equal(await read(), content)
      }
      await removeFile(disk, KEY)
      assert.isUndefined(await read())
      await removeFile(disk, KEY)
    })
  }

  test('in a folder: removes discarded files, and later those of killed processes', async ({
    assert,
  }) => {
    writeFileSync(source, 'content')
    await (await stageFile(folderDisk(), KEY, source)).discard()
    const names = () => readdirSync(join(location(), 'a'))
    assert.deepEqual(names(), [])

    await stageFile(folderDisk(), KEY, source)
    const [killed] = names()
    const staged = await stageFile(folderDisk(), KEY, source)
    assert.lengthOf(names(), 2)
    const hours = new Date(Date.now() - 7_200_000)
    utimesSync(join(location(), 'a', killed!), hours, hours)
    await (await stageFile(folderDisk(), KEY, source)).discard()
    assert.notInclude(names(), killed)
    await staged.publish()
    assert.deepEqual(names(), ['file.pdf'])

    await stageFile(folderDisk(), KEY, source)
    await removeFile(folderDisk(), KEY)
    assert.deepEqual(names(), [])
  })

  test('in a folder: a missing source leaves no files', async ({ assert }) => {
    await assert.rejects(() => stageFile(folderDisk(), 'b/file.pdf', join(folder, 'absent')))
    assert.isTrue(existsSync(join(location(), 'b')))
    assert.deepEqual(readdirSync(join(location(), 'b')), [])
  })
})
