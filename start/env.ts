/**
 * Settings from the environment and `.env`, validated before startup. An invalid value stops
 * startup with one line. Plugins have their own settings.
 */
import { Env } from '@adonisjs/core/env'
import { ensureAppKey, ensureDataDir } from '#app/settings/data_dir'
import { maintenanceWindow } from '#app/maintenance/window'
import { SAMPLERS } from '#app/support/tracing/sampler_names'
import { readSettings } from '#app/settings/read_settings'
import {
  addresses,
  databaseAddresses,
  day,
  fraction,
  embeddingsUrl,
  key,
  secret,
  timeZone,
  whole,
} from '#app/settings/rules'

const env = await readSettings({
  NODE_ENV: Env.schema.enum.optional(['development', 'production', 'test'] as const),
  LOG_LEVEL: Env.schema.enum.optional([
    'fatal',
    'error',
    'warn',
    'info',
    'debug',
    'trace',
    'silent',
  ] as const),

  HOST: Env.schema.string.optional({ format: 'host' }),
  PORT: whole(1, 65_535),
  APP_URL: Env.schema.string.optional({ format: 'url', tld: false }),
  APP_KEY: key(),
  TRUSTED_PROXIES: whole(0, 100),

  DATA_DIR: Env.schema.string.optional(),
  DATABASE_URL: Env.schema.string.optional(),
  DATABASE_READ_URLS: databaseAddresses(),
  LOCAL_IDS_FROM: whole(1_000_000, 1_000_000_000_000),
  REDIS_URL: Env.schema.string.optional(),
  DRIVE_DISK: Env.schema.enum.optional(['fs', 's3'] as const),
  S3_BUCKET: Env.schema.string.optional(),
  S3_REGION: Env.schema.string.optional(),
  S3_ENDPOINT: Env.schema.string.optional({ format: 'url', tld: false }),
  S3_SIGNED_URLS: whole(1, 604_800),
  STATEMENT_TIMEOUT: whole(0, 86_400),
  CHANGES_DAYS: whole(0, 3650),
  THROTTLE_STORE: Env.schema.enum.optional(['memory', 'postgres', 'redis'] as const),
  RATE_LIMITS: Env.schema.enum.optional(['on', 'off'] as const),
  ANONYMOUS_READS: Env.schema.enum.optional(['on', 'off'] as const),
  METRICS_TOKEN: secret(16),
  BODY_MAX_KEYS: whole(1000, 1_000_000),
  BODY_MAX_FIELDS: whole(100, 100_000),
  BODY_MAX_PARTS: whole(10, 10_000),
  OTEL_EXPORTER_OTLP_ENDPOINT: Env.schema.string.optional({ format: 'url', tld: false }),
  OTEL_EXPORTER_OTLP_HEADERS: Env.schema.string.optional(),
  OTEL_SERVICE_NAME: Env.schema.string.optional(),
  OTEL_TRACES_SAMPLER: Env.schema.enum.optional(SAMPLERS),
  OTEL_TRACES_SAMPLER_ARG: fraction(),
  MAINTENANCE: maintenanceWindow(),
  COMPRESSION: Env.schema.enum.optional(['on', 'off'] as const),
  REGISTRATION: Env.schema.enum.optional(['open', 'closed'] as const),
  STAFF_SECOND_FACTOR: Env.schema.enum.optional(['on', 'off'] as const),
  SEARCH_ENGINE: Env.schema.enum.optional(['embedded', 'typesense'] as const),
  TYPESENSE_URLS: addresses(),
  TYPESENSE_API_KEY: Env.schema.string.optional(),
  WORKERS: whole(1, 64),
  WORKER_PORT: whole(1, 65_535),
  WATCHDOG_TIMEOUT: whole(0, 86_400),
  JOBS: Env.schema.enum.optional(['inline', 'off'] as const),
  TIME_ZONE: timeZone(),
  EMBEDDINGS: Env.schema.enum.optional(['on', 'off'] as const),
  EMBEDDINGS_URL: embeddingsUrl(),
  EMBEDDINGS_KEY: Env.schema.string.optional(),
  EMBEDDINGS_MODEL: Env.schema.string.optional(),
  SMTP_URL: Env.schema.string.optional(),
  MAIL_FROM: Env.schema.string.optional(),
  V3_SUNSET: day(),
  DEMO: Env.schema.enum.optional(['auto', 'on', 'off'] as const),
  SAMPLE_ARCHIVE: Env.schema.enum.optional(['auto', 'on', 'off'] as const),
})

// The framework reads these from the process.
process.env.NODE_ENV ??= 'development'
process.env.HOST ||= '127.0.0.1'
process.env.PORT ||= '3333'

const dataDir = ensureDataDir(env.get('DATA_DIR') ?? 'data')

/** Settings with defaults, for the rest of the code. */
export const settings = {
  host: env.get('HOST') ?? process.env.HOST,
  port: env.get('PORT') ?? Number(process.env.PORT),
  /** Public URL without a trailing slash; null: the requested one. */
  appUrl: env.get('APP_URL')?.replace(/\/+$/, '') ?? null,
  appKey: env.get('APP_KEY') ?? ensureAppKey(dataDir),
  /** Number of trusted reverse proxies (X-Forwarded-* headers). */
  trustedProxies: env.get('TRUSTED_PROXIES') ?? 0,
  dataDir,
  /** URL of an external database; null: a private one in the data folder. */
  databaseUrl: env.get('DATABASE_URL') || null,
  /** Replicas for lists and records. */
  databaseReadUrls: env.get('DATABASE_READ_URLS') ?? [],
  /** First ID of records created on this server, if it creates the archive; null for the default. */
  localIdsFrom: env.get('LOCAL_IDS_FROM') ?? null,
  /** Read timeout in seconds; 0 for none. Slower reads return 503 with a hint. */
  statementTimeout: env.get('STATEMENT_TIMEOUT') ?? 10,
  /** Days for which changes can be read from the change feed. */
  changesDays: env.get('CHANGES_DAYS') ?? 7,
  /** URL of a Redis server; null: not used. */
  redisUrl: env.get('REDIS_URL') || null,
  /** Rate-limit store; null: chosen for the database. */
  throttleStore: env.get('THROTTLE_STORE') ?? null,
  /** Whether limits are enforced, including those of forms and passwords. */
  rateLimits: env.get('RATE_LIMITS') !== 'off',
  /** Whether data can be read without an account. */
  anonymousReads: env.get('ANONYMOUS_READS') !== 'off',
  /** Announced weekly window; null: none. */
  maintenance: env.get('MAINTENANCE') ?? null,
  /** Maximum number of JSON keys, and of list items. */
  bodyMaxKeys: env.get('BODY_MAX_KEYS') ?? 10_000,
  /** Maximum number of form fields. */
  bodyMaxFields: env.get('BODY_MAX_FIELDS') ?? 1_000,
  /** Maximum number of parts of a multipart body. */
  bodyMaxParts: env.get('BODY_MAX_PARTS') ?? 100,
  /** Token for metrics; null: they are only available on this machine. */
  metricsToken: env.get('METRICS_TOKEN') ?? null,
  /** Monitoring port of `npm run worker`; null: none. */
  workerPort: env.get('WORKER_PORT') ?? null,
  /** Collector and sampling of traces; null: no traces. */
  tracing: env.get('OTEL_EXPORTER_OTLP_ENDPOINT')
    ? {
        url: `${env.get('OTEL_EXPORTER_OTLP_ENDPOINT')!.replace(/\/+$/, '')}/v1/traces`,
        sampler: env.get('OTEL_TRACES_SAMPLER') ?? ('parentbased_always_on' as const),
        ratio: env.get('OTEL_TRACES_SAMPLER_ARG') ?? 1,
      }
    : null,
  /** Whether responses are compressed; a proxy can do it instead. */
  compression: env.get('COMPRESSION') !== 'off',
  /** Whether visitors can create accounts. */
  registration: env.get('REGISTRATION') ?? 'open',
  /** Whether staff must use a second factor. */
  staffSecondFactor: env.get('STAFF_SECOND_FACTOR') === 'on',
  /** Search engine. */
  searchEngine: env.get('SEARCH_ENGINE') ?? 'embedded',
  /** Nodes of the Typesense cluster. */
  typesense: {
    urls: env.get('TYPESENSE_URLS') ?? [],
    apiKey: env.get('TYPESENSE_API_KEY') || null,
  },
  /** Number of web processes. */
  workers: env.get('WORKERS') ?? 1,
  /** Seconds after which a process with a blocked event loop is replaced; 0 for never. */
  watchdogTimeout: env.get('WATCHDOG_TIMEOUT') ?? 10,
  /** Where background jobs run: in the web process, or only in workers (`off`). */
  jobs: env.get('JOBS') ?? 'inline',
  /** Time zone of job schedules. */
  timeZone: env.get('TIME_ZONE') ?? 'UTC',
  /** Whether semantic search is enabled. */
  embeddings: env.get('EMBEDDINGS') !== 'off',
  /** Embedding provider; null: the built-in model. */
  embeddingsUrl: env.get('EMBEDDINGS_URL') ?? null,
  embeddingsKey: env.get('EMBEDDINGS_KEY') || null,
  embeddingsModel: env.get('EMBEDDINGS_MODEL') || null,
  /** Disk for new files. */
  driveDisk: env.get('DRIVE_DISK') ?? 'fs',
  /** Object storage of the disk `s3`. */
  s3: {
    bucket: env.get('S3_BUCKET') || null,
    region: env.get('S3_REGION') || 'us-east-1',
    endpoint: env.get('S3_ENDPOINT') || null,
    /** Validity of signed URLs in seconds; null: the server sends the files. */
    signedSeconds: env.get('S3_SIGNED_URLS') ?? null,
  },
  /** SMTP server; null: emails are saved in the data folder. */
  smtpUrl: env.get('SMTP_URL') || null,
  mailFrom: env.get('MAIL_FROM') ?? 'Curia <curia@localhost>',
  /** Announced end of v3; null: none. */
  v3Sunset: env.get('V3_SUNSET') ?? null,
  demo: env.get('DEMO') ?? 'auto',
  sampleArchive: env.get('SAMPLE_ARCHIVE') ?? 'auto',
  logLevel: env.get('LOG_LEVEL') ?? (env.get('NODE_ENV') === 'production' ? 'warn' : 'info'),
}

export default env
