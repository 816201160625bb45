import { parseRate } from '#app/throttle/rate'

/** Rates with commas between: `10/min,60/hour`, or nothing. */
export function registrationRates() {
  return (name: string, text?: string): string[] | undefined => {
    if (!text) return undefined
    const rates = text.split(',').map((rate) => rate.trim())
    try {
      for (const rate of rates) parseRate(rate)
    } catch {
      throw new Error(`${name} must be rates such as 60/hour with commas between, not "${text}"`)
    }
    return rates
  }
}
