/** The disk `s3`: loaded only where the settings name a bucket. */
import type { DriverFactory, ServiceConfigProvider } from '@adonisjs/drive/types'
import { StartupError } from '#app/support/startup_error'

export interface S3Settings {
  bucket: string | null
  region: string
  /** URL of a service other than Amazon's. */
  endpoint: string | null
}

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
