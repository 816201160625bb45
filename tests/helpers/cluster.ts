/**
 * All services of a large installation, on separate ports and folders: two web
 * processes of `npm run start:cluster`, a worker, PostgreSQL with a replica, Redis,
 * object storage, and Typesense.
 */
import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { TYPESENSE_KEY, TypesenseSimulator } from '#tests/simulators/typesense/server'
import { makeTemporaryFolder } from './environment.js'
import { insertAccount } from './limited_account.js'
import { untilSearchable } from './made_folder.js'
import { PostgresServer } from './postgres_replica.js'
import { startRedis, type RedisServer } from './redis_server.js'
import { S3_KEYS, S3Server } from './s3_server.js'
import { ServerProcess } from './server_process.js'

/** Hourly limit of accounts that should never reach a limit. */
const UNLIMITED = 1_000_000
const BUCKET = 'archive'

export class Cluster {
  /** Settings of all server processes. */
  readonly settings: Record<string, string>
  readonly #folder = makeTemporaryFolder()
  #web: ServerProcess | undefined
  #worker: ServerProcess | undefined
  #accounts = 0

  private constructor(
    settings: Record<string, string>,
    readonly primary: PostgresServer,
    readonly replica: PostgresServer,
    public redis: RedisServer,
    readonly s3: S3Server,
    readonly typesense: TypesenseSimulator
  ) {
    this.settings = {
      APP_KEY: randomBytes(24).toString('hex'),
      RATE_LIMITS: 'on',
      TRUSTED_PROXIES: '1',
      DEMO: 'off',
      SAMPLE_ARCHIVE: 'on',
      DATABASE_URL: primary.url,
      DATABASE_READ_URLS: replica.url,
      REDIS_URL: redis.url,
      DRIVE_DISK: 's3',
      S3_BUCKET: BUCKET,
      S3_ENDPOINT: s3.endpoint,
      AWS_ACCESS_KEY_ID: S3_KEYS.id,
      AWS_SECRET_ACCESS_KEY: S3_KEYS.secret,
      SEARCH_ENGINE: 'typesense',
      TYPESENSE_URLS: typesense.urls.join(','),
      TYPESENSE_API_KEY: TYPESENSE_KEY,
      ...settings,
    }
  }

  /**
   * Starts all services with the sample archive, and waits until every search type
   * returns results.
   *
   * @param settings in addition to those of the services
   */
  static async start(settings: Record<string, string> = {}): Promise<Cluster> {
    const primary = await PostgresServer.primary()
    const cluster = new Cluster(
      settings,
      primary,
      await primary.replica(),
      await startRedis(),
      await S3Server.start(BUCKET),
      await TypesenseSimulator.start({ mostOperations: 2_000 })
    )
    try {
      await cluster.#startServers()
    } catch (error) {
      await cluster.close()
      throw error
    }
    return cluster
  }

  async #startServers(): Promise<void> {
    this.#web = await ServerProcess.startCluster({
      ...this.settings,
      DATA_DIR: `${this.#folder}/web`,
      WORKERS: '2',
      JOBS: 'off',
    })
    await this.startWorker()
    const authorization = `Token ${await this.account()}`
    await untilSearchable(this.web.url(''), { authorization })
  }

  get web(): ServerProcess {
    return this.#web!
  }

  get worker(): ServerProcess {
    return this.#worker!
  }

  async startWorker(): Promise<void> {
    this.#worker = await ServerProcess.startWorker({
      ...this.settings,
      DATA_DIR: this.workerFolder,
    })
  }

  /** The worker's data folder. */
  get workerFolder(): string {
    return `${this.#folder}/worker`
  }

  /** Restarts Redis on the same port, without data. */
  async startRedis(): Promise<void> {
    this.redis = await startRedis(Number(new URL(this.redis.url).port))
  }

  /** Token of a new account with a very high limit. */
  async account(rights: string[] = []): Promise<string> {
    const limit = UNLIMITED + ++this.#accounts
    const token = await insertAccount(this.primary.url, limit)
    for (const right of rights)
      await this.primary.query(
        `INSERT INTO account_rights SELECT id, '${right}' FROM accounts WHERE username = 'limit-${limit}'`
      )
    return token
  }

  async close(): Promise<void> {
    await Promise.all([this.#web?.kill('SIGTERM'), this.#worker?.kill('SIGTERM')])
    await this.typesense.close()
    await this.s3.close()
    await this.redis.stop()
    await this.replica.remove()
    await this.primary.remove()
    rmSync(this.#folder, { recursive: true, force: true })
  }
}
