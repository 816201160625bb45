/**
 * Contributions of a plugin to settings.
 */
import type { LazyDefault } from '#app/support/lazy'

export interface SettingContributions {
  /** The plugin's settings, read with `readSettings`. An invalid value prevents startup. */
  settings?: LazyDefault<object>
}
