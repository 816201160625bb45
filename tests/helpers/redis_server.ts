/**
 * A Redis server of the tests' own, where the machine has the program.
 */
import { spawn, spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { RedisConnection } from '@adonisjs/redis'
import { redisOptions } from '#config/redis'
import { freePort, makeTemporaryFolder } from './environment.js'

export const HAS_REDIS = spawnSync('redis-server', ['--version']).status === 0
export const NO_REDIS = 'needs redis-server (Debian package redis-server)'

export interface RedisServer {
  url: string
  /** @param signal SIGTERM unless it is to die */
  stop: (signal?: NodeJS.Signals) => Promise<void>
  /** SIGSTOP has it keep its connections and answer nothing, until SIGCONT. */
  signal: (signal: NodeJS.Signals) => void
}

export const connectionTo = ({ url }: { url: string }) =>
  new RedisConnection('test', redisOptions(url))

/** Starts Redis on a port, a free one unless given, with a folder of its own and nothing kept. */
export async function startRedis(port?: number): Promise<RedisServer> {
  port ??= await freePort()
  const folder = makeTemporaryFolder()
  const child = spawn(
    'redis-server',
    ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', ''],
    { stdio: 'ignore' }
  )
  const ended = new Promise((resolve) => child.once('close', resolve))
  const url = `redis://127.0.0.1:${port}`
  const { ioConnection: redis } = connectionTo({ url })
  await new Promise((resolve) => redis.once('ready', resolve))
  redis.disconnect()
  return {
    url,
    signal: (signal) => void child.kill(signal),
    stop: async (signal = 'SIGTERM') => {
      child.kill(signal)
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
