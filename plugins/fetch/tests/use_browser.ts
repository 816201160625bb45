import type { Group } from '@japa/runner/core'
import type { Browser } from 'playwright-core'
import { BROWSER, launchBrowser } from '#tests/helpers/browser'
import { simulateRegistry } from './use_court_system.js'
import { startSimulator } from '#plugins/demo_courts/simulator/start_simulator'

/** A browser and simulated courts for a group of tests. */
export function useBrowser(group: Group): { browser: Browser } {
  const use = { browser: undefined as unknown as Browser }
  group.setup(async () => {
    if (!BROWSER) return () => {}
    use.browser = await launchBrowser()
    const courts = await startSimulator()
    const restore = await simulateRegistry(courts.port)
    return async () => {
      restore()
      await use.browser.close()
      await courts.close()
    }
  })
  return use
}
