/**
 * The disk `s3`: declared for hosts with object storage, and loaded only where
 * the settings name a bucket. Its SDK is not part of the installation.
 */
import type { DriverFactory, ServiceConfigProvider } from '@adonisjs/drive/types'
import { StartupError } from '#app/support/startup_error'

export interface S3Settings {
  bucket: string | null
  region: string
  /** URL of a service other than Amazon's. */
  endpoint: string | null
}

const PACKAGES = '@aws-sdk/client-s3 and @aws-sdk/s3-request-presigner'

/** Credentials come from where the SDK looks for them, as `AWS_ACCESS_KEY_ID`. */
export function s3Disk({
  bucket,
  region,
  endpoint,
}: S3Settings): ServiceConfigProvider<DriverFactory> {
  return {
    type: 'provider',
    resolver: async () => {
      if (!bucket)
        return () => {
          throw new StartupError('the disk "s3" needs S3_BUCKET.')
        }
      const { S3Driver } = await import('flydrive/drivers/s3').catch(
        (error: NodeJS.ErrnoException) => {
          if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error
          throw new StartupError(`S3_BUCKET needs the packages ${PACKAGES}; install them.`)
        }
      )
      return () =>
        new S3Driver({
          bucket,
          region,
          ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
          visibility: 'private',
        })
    },
  }
}
