import app from '@adonisjs/core/services/app'
import { defineConfig, KeyNormalizer, services } from '@adonisjs/drive'
import type { InferDriveDisks } from '@adonisjs/drive/types'
import { s3Disk } from '#app/storage/s3_disk'
import { StartupError } from '#app/support/startup_error'
import { settings } from '#start/env'

// File names come from their sources; `StoredFiles` rejects paths outside a disk.
KeyNormalizer.allowedCharacterSet = /^[^\\\p{Cc}]*$/u

if (settings.driveDisk === 's3' && !settings.s3.bucket)
  throw new StartupError('DRIVE_DISK=s3 requires S3_BUCKET.')

/** A folder; its files are served under `/storage/` if a visible row refers to them. */
const folder = (location: string) =>
  services.fs({ location, visibility: 'private', serveFiles: false })

const driveConfig = defineConfig({
  default: settings.driveDisk,
  services: {
    fs: folder(`${settings.dataDir}/files`),
    /** Sample files. */
    sample: folder(app.makePath('database/sample/storage')),
    s3: s3Disk(settings.s3),
  },
})

export default driveConfig

declare module '@adonisjs/drive/types' {
  interface DriveDisks extends InferDriveDisks<typeof driveConfig> {}
}
