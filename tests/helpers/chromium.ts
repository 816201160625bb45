/**
 * Chromium, where the machine has one. Imports nothing: `npm test` reads it as well.
 */
import { existsSync } from 'node:fs'

const CANDIDATES = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

export const BROWSER = CANDIDATES.find((path) => path && existsSync(path))
export const NO_BROWSER = 'needs Chromium (Debian package chromium)'
