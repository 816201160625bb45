/**
 * Reports a skipped test with a dataset once for each row, with the row in its
 * title, as if it ran. Japa reports it once, without the row.
 */
import { Test } from '@japa/runner/core'
import type { PluginFn } from '@japa/runner/types'

interface SkippedNode {
  isSkipped?: boolean
  title: { original: string; expanded: string }
}

export function reportSkippedRows(): PluginFn {
  return ({ emitter }) => {
    let rows: readonly unknown[] | undefined
    const { exec } = Test.prototype
    Test.prototype.exec = function (this: Test<any>) {
      rows = this.dataset
      return exec.call(this)
    }
    const emit = emitter.emit.bind(emitter) as (event: string, node: unknown) => Promise<void>
    emitter.emit = (async (event: string, node: SkippedNode) => {
      if (!node?.isSkipped || !/^test:(start|end)$/.test(event)) return emit(event, node)
      if (event === 'test:start') return
      const { original } = node.title
      const emitted = skippedTitles(original, rows).flatMap((expanded) => {
        const skipped = { ...node, title: { original, expanded } }
        return [emit('test:start', skipped), emit('test:end', skipped)]
      })
      await Promise.all(emitted)
    }) as typeof emitter.emit
  }
}

/**
 * @param rows rows of the dataset; those returned by a function are unknown
 * @returns a title for each row
 */
export function skippedTitles(title: string, rows: readonly unknown[] | undefined): string[] {
  if (!rows?.length) return [expand(title, () => '…')]
  return rows.map((row, index) =>
    expand(title, (name) =>
      name === '$i' ? index + 1 : name === '$self' ? row : propertyOf(row, name)
    )
  )
}

/** Replaces `{name}`, as Japa does for tests that run. */
function expand(title: string, value: (name: string) => unknown): string {
  return title.replace(/(\\)?\{(.*?)\}/g, (_, escape, name: string) =>
    escape ? `{${name}}` : String(value(name.trim()))
  )
}

function propertyOf(row: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | null)?.[name], row)
}
