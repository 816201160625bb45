/** Progress output: a bar on a terminal, otherwise an occasional line. */
import cliProgress from 'cli-progress'
import { noteWork } from './process_stop.js'

/** Milliseconds between two lines. */
const LINE_EVERY = 10_000

export class ProgressDisplay {
  #bar: cliProgress.SingleBar | undefined
  #lastLine = Date.now()

  /** @param output may be a terminal or not */
  constructor(readonly output: NodeJS.WriteStream) {}

  /**
   * Shows a bar if the output is a terminal.
   *
   * @param format format string of cli-progress
   */
  start(format: string, total: number, texts: Record<string, string>): void {
    this.#lastLine = Date.now()
    if (!this.output.isTTY) return
    this.#bar = new cliProgress.SingleBar({ format, hideCursor: true, stream: this.output, fps: 5 })
    this.#bar.start(Math.max(total, 1), 0, texts)
  }

  get isBar(): boolean {
    return this.#bar !== undefined
  }

  /** @param line printed at intervals if there is no bar */
  update(value: number, texts: Record<string, string>, line: () => string): void {
    if (this.#bar) this.#bar.update(value, texts)
    else if (Date.now() - this.#lastLine >= LINE_EVERY) {
      this.#lastLine = Date.now()
      this.say(line())
    }
  }

  say(line: string): void {
    this.output.write(`${line}\n`)
  }

  /** Stops the bar but keeps it on the screen. */
  stop(): void {
    this.#bar?.stop()
    this.#bar = undefined
  }
}

/** `12,345` */
export function countText(count: number): string {
  return count.toLocaleString('en')
}

/** Formats seconds as `42 s`, `7 min`, or `2 h 5 min`. */
export function durationText(seconds: number): string {
  if (!Number.isFinite(seconds)) return '–'
  const whole = Math.max(0, Math.round(seconds))
  if (whole < 60) return `${whole} s`
  const minutes = Math.round(whole / 60)
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

let isShown = false

/** Turns on output for the startup steps of this process. */
export function showStartSteps(): void {
  isShown = true
}

/**
 * Begins a startup step, which is printed with its duration on one line.
 *
 * @param name for example `importing the sample archive`
 * @returns a function to call when the step ends
 */
export function beginStartStep(name: string): () => void {
  const ended = noteWork(name)
  if (!isShown) return ended
  const began = performance.now()
  process.stdout.write(`curia: ${name} … `)
  return () => {
    ended()
    process.stdout.write(`${((performance.now() - began) / 1000).toFixed(1)} s\n`)
  }
}

/** Runs a startup step. If it fails, its line ends before the error is printed. */
export async function startStep<T>(name: string, work: () => Promise<T>): Promise<T> {
  const ended = beginStartStep(name)
  try {
    return await work()
  } finally {
    ended()
  }
}
