import type { Choice } from './field_types.js'

/** A code in words; the code itself where the choices do not have it. */
export function choiceWords(choices: readonly Choice[], code: unknown): string {
  return choices.find(({ value }) => value === code)?.display_name ?? String(code)
}
