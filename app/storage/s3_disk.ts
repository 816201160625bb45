/** The disk `s3`, loaded only if a bucket is configured. */
import type { DriverFactory, ServiceConfigProvider } from '@adonisjs/drive/types'
import { StartupError } from '#app/support/startup_error'
import type { BucketSettings } from './s3_driver.js'

/** Settings from `start/env.ts`; without a bucket, the disk doesn't exist. */
export type S3Settings = Omit<BucketSettings, 'bucket'> & { bucket: string | null }

/** The SDK finds the credentials, for example in `AWS_ACCESS_KEY_ID`. */
export function s3Disk({ bucket, ...place }: S3Settings): ServiceConfigProvider<DriverFactory> {
  return {
    type: 'provider',
    resolver: async () => {
      if (!bucket)
        return () => {
          throw new StartupError('the disk "s3" requires S3_BUCKET.')
        }
      const { RangedS3Driver } = await import('./s3_driver.js')
      return () => new RangedS3Driver({ ...place, bucket })
    },
  }
}
