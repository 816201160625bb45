/**
 * Blocks the event loop of a process when it gets SIGUSR2. Loaded into servers
 * of tests with `NODE_OPTIONS=--import`. The file `BLOCK` selects how.
 */
import { pbkdf2Sync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

const WAYS = {
  loop: function endlessLoop() {
    while (true) {
      // Nothing ends it.
    }
  },
  microtasks: async function endlessMicrotasks() {
    while (true) await undefined
  },
  regex: function catastrophicExpression() {
    return /^(a+)+$/.test(`${'a'.repeat(60)}b`)
  },
  json: function hugeSerialization() {
    const rows = Array.from({ length: 1e5 }, (_, n) => ({ n, text: `row ${n}` }))
    while (true) JSON.stringify(rows)
  },
  crypto: function endlessDerivation() {
    return pbkdf2Sync('password', 'salt', 2 ** 31 - 1, 64, 'sha512')
  },
  wait: function endlessWait() {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  },
}

if (isMainThread)
  process.on('SIGUSR2', () => setImmediate(() => WAYS[readFileSync(process.env.BLOCK, 'utf8')]()))
