/** The disk `s3`: loaded only where the settings name a bucket. */
import type { DriverFactory, ServiceConfigProvider } from '@adonisjs/drive/types'
import { StartupError } from '#app/support/startup_error'
import type { BucketSettings } from './s3_driver.js'

/** What `start/env.ts` reads: without a bucket there is no such disk. */
export type S3Settings = Omit<BucketSettings, 'bucket'> & { bucket: string | null }

/** Credentials come from where the SDK looks for them, as `AWS_ACCESS_KEY_ID`. */
export function s3Disk({ bucket, ...place }: S3Settings): ServiceConfigProvider<DriverFactory> {
  return {
    type: 'provider',
    resolver: async () => {
      if (!bucket)
        return () => {
          throw new StartupError('the disk "s3" needs S3_BUCKET.')
        }
      const { RangedS3Driver } = await import('./s3_driver.js')
      return () => new RangedS3Driver({ ...place, bucket })
    },
  }
}
