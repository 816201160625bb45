/**
 * Contributions of a plugin to settings.
 */
import type { LazyDefault } from '#app/support/lazy'

export interface SettingContributions {
  /** Its settings, read with `readSettings`: an invalid value stops startup. */
  settings?: LazyDefault<object>
}
