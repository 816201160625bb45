import type { Locator, Page } from 'playwright-core'

/** Maximum number of key presses to an element. */
const MAX_PRESSES = 200

/**
 * Presses Tab until an element has the focus.
 *
 * @throws Error if it can't be reached
 */
export async function reach(page: Page, target: Locator): Promise<void> {
  const wanted = await target.elementHandle()
  for (let presses = 0; presses < MAX_PRESSES; presses++) {
    await page.keyboard.press('Tab')
    if (
      await wanted!.evaluate(
        (one) =>
          one ===
          (globalThis as unknown as { document: { activeElement: unknown } }).document.activeElement
      )
    )
      return
  }
  throw new Error('The keyboard does not get there.')
}
