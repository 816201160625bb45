/** A separate Redis server, if the program is installed. */
import { spawn, spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { RedisConnection } from '@adonisjs/redis'
import { redisOptions } from '#config/redis'
import { freePort, makeTemporaryFolder } from './environment.js'

export const HAS_REDIS = spawnSync('redis-server', ['--version']).status === 0
export const NO_REDIS = 'needs redis-server (Debian package redis-server)'

export interface RedisServer {
  url: string
  /** @param signal SIGTERM by default */
  stop: (signal?: NodeJS.Signals) => Promise<void>
  /** SIGSTOP keeps connections open without responses until SIGCONT. */
  signal: (signal: NodeJS.Signals) => void
}

export const connectionTo = ({ url }: { url: string }) =>
  new RedisConnection('test', redisOptions(url))

/** Starts Redis on the given or a free port, with a new folder and no persistence. */
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
