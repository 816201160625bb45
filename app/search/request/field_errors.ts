/**
 * Parameter errors by name, reported together (search.md 9).
 */
import { InvalidValues } from '#app/support/domain_error'

const ON = new Set(['on', 'true', '1'])
const OFF = new Set(['off', 'false', '0'])

export class FieldErrors {
  readonly #messages: Record<string, string[]> = {}

  add(name: string, message: string): void {
    const messages = (this.#messages[name] ??= [])
    messages.push(message)
  }

  /** A whole number; for an invalid number, adds an error and returns 0. */
  whole(name: string, text: string): number {
    if (/^\d{1,15}$/.test(text.trim())) return Number(text)
    this.add(name, `Enter a whole number ("${text.slice(0, 40)}" isn't one).`)
    return 0
  }

  flag(name: string, text: string): boolean {
    const word = text.trim().toLowerCase()
    if (!ON.has(word) && !OFF.has(word))
      this.add(name, `Use on or off, not "${text.slice(0, 40)}".`)
    return ON.has(word)
  }

  /** The value of a code, case-insensitive; adds an error and returns undefined for an unknown code. */
  choice<T>(name: string, text: string, codes: Record<string, T>): T | undefined {
    const code = text.trim()
    const meant = Object.keys(codes).find((one) => one.toLowerCase() === code.toLowerCase())
    if (meant !== undefined) return codes[meant]
    const known = Object.keys(codes).join(', ')
    this.add(
      name,
      `Select a valid choice. ${code.slice(0, 40)} is not one of the available choices: ${known}.`
    )
    return undefined
  }

  /** @throws InvalidValues when there are any */
  throwIfAny(): void {
    if (Object.keys(this.#messages).length) throw new InvalidValues(this.#messages)
  }
}
