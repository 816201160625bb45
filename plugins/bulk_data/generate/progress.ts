/**
 * Shows how a synthetic archive is written: a bar on a terminal, plain
 * lines elsewhere.
 */
import cliProgress from 'cli-progress'
import type { ArchiveReporter, WrittenFile } from './archive.js'

/** Milliseconds between two plain lines. */
const LINE_EVERY = 10_000

export class ArchiveProgress implements ArchiveReporter {
  readonly #output: NodeJS.WriteStream
  #bar: cliProgress.SingleBar | undefined
  #file = ''
  #place = 0
  #lastLine = 0

  constructor(output: NodeJS.WriteStream) {
    this.#output = output
  }

  started(file: string, place: number, files: number): void {
    this.#file = file
    this.#place = place
    this.#lastLine = Date.now()
    if (!this.#output.isTTY) return
    this.#bar ??= this.#startBar(files)
    this.#bar.update(place, { file, rows: '0', size: '0' })
  }

  progress(rows: number, bytes: number): void {
    const counts = {
      rows: rows.toLocaleString('en'),
      size: Math.round(bytes / 1e6).toLocaleString('en'),
    }
    if (this.#bar) {
      this.#bar.update(this.#place, counts)
    } else if (Date.now() - this.#lastLine >= LINE_EVERY) {
      this.#lastLine = Date.now()
      this.#output.write(`${this.#file}: ${counts.rows} rows, ${counts.size} MB\n`)
    }
  }

  finished({ file, rows }: WrittenFile): void {
    if (!this.#bar) this.#output.write(`${file}: ${rows.toLocaleString('en')} rows\n`)
    else this.#bar.update(this.#place + 1)
  }

  stop(): void {
    this.#bar?.stop()
    this.#bar = undefined
  }

  #startBar(files: number): cliProgress.SingleBar {
    const bar = new cliProgress.SingleBar({
      format: '[{bar}] file {value} of {total} | {file} | {rows} rows | {size} MB | {duration} s',
      hideCursor: true,
      stream: this.#output,
      fps: 5,
    })
    bar.start(files, 0, { file: '', rows: '0', size: '0' })
    return bar
  }
}
