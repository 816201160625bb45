/**
 * A progress bar on a terminal, a plain line now and then elsewhere.
 */
import cliProgress from 'cli-progress'
import { noteWork } from './process_stop.js'

/** Milliseconds between two plain lines. */
const LINE_EVERY = 10_000

export class ProgressDisplay {
  #bar: cliProgress.SingleBar | undefined
  #lastLine = Date.now()

  /** @param output a terminal or not */
  constructor(readonly output: NodeJS.WriteStream) {}

  /**
   * Shows a bar where there is a terminal.
   *
   * @param format as cli-progress reads it
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

  /** @param line said instead where there is no bar and nothing was said for a while */
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

  /** Leaves the bar unchanged. */
  stop(): void {
    this.#bar?.stop()
    this.#bar = undefined
  }
}

/** `12,345` */
export function countText(count: number): string {
  return count.toLocaleString('en')
}

/** Seconds as `42 s`, `7 min` or `2 h 5 min`. */
export function durationText(seconds: number): string {
  if (!Number.isFinite(seconds)) return '–'
  const whole = Math.max(0, Math.round(seconds))
  if (whole < 60) return `${whole} s`
  const minutes = Math.round(whole / 60)
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

let isShown = false

/** Has the steps of this process printed. */
export function showStartSteps(): void {
  isShown = true
}

/**
 * Begins a step.
 *
 * @param name as in `importing the sample archive`
 * @returns to be called when it has ended
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

/** Runs a step. The line of one that fails ends before the error is printed. */
export async function startStep<T>(name: string, work: () => Promise<T>): Promise<T> {
  const ended = beginStartStep(name)
  try {
    return await work()
  } finally {
    ended()
  }
}
