/**
 * What a plugin contributes to settings.
 */
import type { LazyDefault } from '#app/support/lazy'

export interface SettingContributions {
  /** Settings of the plugin, read with `readSettings`. With an invalid value, the server doesn't start. */
  settings?: LazyDefault<object>
}
