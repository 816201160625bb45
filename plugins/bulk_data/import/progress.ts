/**
 * Shows how an import goes: a bar on a terminal, plain lines elsewhere.
 */
import cliProgress from 'cli-progress'
import type { FileResult, ImportReporter } from './importer.js'

/** Milliseconds between two plain lines. */
const LINE_EVERY = 10_000

export class ProgressReporter implements ImportReporter {
  readonly #output: NodeJS.WriteStream
  #bar: cliProgress.SingleBar | undefined
  #file = ''
  #size = 0
  #started = 0
  #lastLine = 0
  #startRows = 0

  constructor(output: NodeJS.WriteStream) {
    this.#output = output
  }

  started(file: string, bytes: number, resumedAt: number): void {
    this.#file = file
    this.#size = bytes
    this.#started = this.#lastLine = Date.now()
    this.#startRows = resumedAt
    if (resumedAt) this.#line(`${file}: going on behind row ${resumedAt.toLocaleString('en')}`)
    if (!this.#output.isTTY) return this.#line(`${file}: reading`)
    this.#bar = new cliProgress.SingleBar({
      format: '{file} [{bar}] {percentage}% | {rows} rows | {rate} rows/s | {left} left',
      hideCursor: true,
      stream: this.#output,
      fps: 5,
    })
    this.#bar.start(Math.max(bytes, 1), 0, { file, rows: '0', rate: '–', left: '–' })
  }

  progress(bytes: number, rows: number): void {
    const seconds = (Date.now() - this.#started) / 1000
    const rate = Math.round((rows - this.#startRows) / Math.max(seconds, 0.001)).toLocaleString(
      'en'
    )
    const left = duration((seconds / Math.max(bytes, 1)) * (this.#size - bytes))
    if (this.#bar) {
      this.#bar.update(bytes, { rows: rows.toLocaleString('en'), rate, left })
    } else if (Date.now() - this.#lastLine >= LINE_EVERY) {
      this.#lastLine = Date.now()
      const share = Math.floor((bytes / Math.max(this.#size, 1)) * 100)
      this.#line(
        `${this.#file}: ${share} %, ${rows.toLocaleString('en')} rows, ${rate} rows/s, ${left} left`
      )
    }
  }

  publishing(rows: number): void {
    this.stop()
    this.#line(`${this.#file}: ${rows.toLocaleString('en')} rows read, publishing`)
  }

  finished(_result: FileResult): void {
    this.stop()
  }

  stop(): void {
    this.#bar?.stop()
    this.#bar = undefined
  }

  #line(text: string): void {
    this.#output.write(`${text}\n`)
  }
}

function duration(seconds: number): string {
  if (!Number.isFinite(seconds)) return '–'
  const whole = Math.max(0, Math.round(seconds))
  if (whole < 60) return `${whole} s`
  const minutes = Math.round(whole / 60)
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
