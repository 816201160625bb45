import { parseRate } from '#app/throttle/rate'

/** Rule for an optional, comma-separated list of rates, such as `10/min,60/hour`. */
export function registrationRates() {
  return (name: string, text?: string): string[] | undefined => {
    if (!text) return undefined
    const rates = text.split(',').map((rate) => rate.trim())
    try {
      for (const rate of rates) parseRate(rate)
    } catch {
      throw new Error(
        `${name} must be a comma-separated list of rates such as 60/hour, not "${text}"`
      )
    }
    return rates
  }
}
