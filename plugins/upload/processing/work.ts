import type { ApplicationService } from '@adonisjs/core/types'
import type Upload from '../models/upload.js'

/** An upload with its file on this machine. */
export interface Work {
  app: ApplicationService
  upload: Upload
  file: string
}
