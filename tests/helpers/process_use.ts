/**
 * CPU time and written bytes of processes, from the kernel. Linux only. The test runner
 * imports this file before it can read other TypeScript sources.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** Whether the kernel reports what processes use. */
export const HAS_PROC = existsSync('/proc/self/io')

/**
 * CPU seconds of a process and its descendants, including ended ones. Descendants that
 * outlived their parent are not included.
 *
 * @returns undefined on systems without `/proc`
 */
export function usedCpuSeconds(pid: number): number | undefined {
  return HAS_PROC ? usedBy(withDescendants([pid])).cpuSeconds : undefined
}

/** CPU time since the start. Ended processes are included in their parent's figures. */
export function usedBy(pids: Iterable<number>): { cpuSeconds: number; bytesWritten: number } {
  let [ticks, bytesWritten] = [0, 0]
  for (const pid of pids) {
    try {
      ticks += statOf(pid)
        .slice(11, 15)
        .reduce((sum, text) => sum + Number(text), 0)
      bytesWritten += Number(
        /^write_bytes: (\d+)/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))![1]
      )
    } catch {
      // The process has just ended.
    }
  }
  return { cpuSeconds: ticks / ticksInSecond(), bytesWritten }
}

/** Processes and all their running descendants. */
export function withDescendants(roots: number[]): Set<number> {
  const children = new Map<number, number[]>()
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue
    try {
      const parent = Number(statOf(Number(entry))[1])
      children.set(parent, [...(children.get(parent) ?? []), Number(entry)])
    } catch {
      // The process has just ended.
    }
  }
  const found = new Set<number>()
  const waiting = [...roots]
  for (let pid; (pid = waiting.pop()) !== undefined;) {
    if (found.has(pid)) continue
    found.add(pid)
    waiting.push(...(children.get(pid) ?? []))
  }
  return found
}

/** Fields of /proc/PID/stat after the process name, which may contain spaces. */
function statOf(pid: number): string[] {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return text.slice(text.lastIndexOf(') ') + 2).split(' ')
}

let ticksKnown: number | undefined

/** Ticks per second of the kernel's CPU clock. */
export function ticksInSecond(): number {
  ticksKnown ??= Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))
  return ticksKnown
}
