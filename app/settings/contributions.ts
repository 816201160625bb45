/**
 * What a plugin contributes to settings.
 */
import type { LazyDefault } from '#app/support/lazy'

export interface SettingContributions {
  /** Its settings, which `readSettings` has checked: a wrong value stops the start. */
  settings?: LazyDefault<object>
}
