/**
 * A Redis server of the tests' own, where the machine has the program.
 */
import { spawn, spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '@redis/client'
import { freePort, makeTemporaryFolder } from './environment.js'

export const HAS_REDIS = spawnSync('redis-server', ['--version']).status === 0
export const NO_REDIS = 'needs redis-server (Debian package redis-server)'

export interface RedisServer {
  url: string
  stop: () => Promise<void>
}

/** Starts Redis on a free port, with a folder of its own and nothing kept. */
export async function startRedis(): Promise<RedisServer> {
  const port = await freePort()
  const folder = makeTemporaryFolder()
  const child = spawn(
    'redis-server',
    ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', ''],
    { stdio: 'ignore' }
  )
  const ended = new Promise((resolve) => child.once('close', resolve))
  const url = `redis://127.0.0.1:${port}`
  const client = createClient({ url, socket: { reconnectStrategy: false } })
  client.on('error', () => {})
  for (let attempt = 0; !client.isReady; attempt++) {
    if (attempt > 100) throw new Error('redis-server did not start')
    await client.connect().catch(() => sleep(50))
  }
  await client.close()
  return {
    url,
    stop: async () => {
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
