import { test } from '@japa/runner'
import { s3Disk } from '#app/storage/s3_disk'

const NOWHERE = { bucket: null, region: 'us-east-1', endpoint: null }
const resolve = (bucket: string | null) =>
  s3Disk({ ...NOWHERE, bucket }).resolver('s3', undefined as never, [])

test.group('disk s3', () => {
  test('without a bucket it fails when it is used, and says what is missing', async ({
    assert,
  }) => {
    const make = await resolve(null)
    assert.throws(make, 'the disk "s3" needs S3_BUCKET.')
  })

  test('a bucket without the SDK stops the start and names the packages', async ({ assert }) => {
    await assert.rejects(() => resolve('archive'), /needs the packages @aws-sdk\/client-s3/)
  })
})
