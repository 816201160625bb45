/** Prints rows with a header and aligned columns. */
export function printTable(head: string[], rows: string[][]): void {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]!.length))
  )
  const line = (cells: string[]) =>
    cells
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)
      )
      .join('  ')
  console.log(line(head))
  console.log(widths.map((width) => '-'.repeat(width)).join('  '))
  for (const row of rows) console.log(line(row))
  console.log()
}

export function median(numbers: number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** Quantile of the sorted numbers. */
export function quantile(sorted: number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
}

export const whole = (number: number) => Math.round(number).toLocaleString('en')
export const ratio = (number: number) => number.toFixed(2)
export const milliseconds = (number: number) => number.toFixed(1)
