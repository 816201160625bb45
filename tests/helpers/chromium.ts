/** Path of Chromium, if installed. Imports nothing because `npm test` also reads it. */
import { existsSync } from 'node:fs'

const CANDIDATES = [
  process.env.CHROMIUM,
  // Without the windows and services of a desktop browser, which use more CPU time than pages.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

export const BROWSER = CANDIDATES.find((path) => path && existsSync(path))
export const NO_BROWSER = 'needs Chromium (Debian package chromium-headless-shell)'
