/** Adds byte ranges to the package's driver for object storage. */
import type { Readable } from 'node:stream'
import { GetObjectCommand, HeadObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { S3Driver } from 'flydrive/drivers/s3'
import type { SignedURLOptions } from 'flydrive/types'
import { cacheControl, MAX_SIGNED_SECONDS } from '#app/support/caching'
import type { ByteRange, RangeReader, StoredFile } from './disk_files.js'

/** Timeout of the service in milliseconds. */
const CONNECTION_TIMEOUT_MS = 3000
const RESPONSE_TIMEOUT_MS = 10_000
/** Maximum number of concurrent downloads; slow clients keep a connection. */
const MAX_CONNECTIONS = 200

export interface BucketSettings {
  bucket: string
  region: string
  /** URL of a service other than Amazon S3. */
  endpoint: string | null
  /** Validity of signed URLs in seconds; null: clients get none. */
  signedSeconds: number | null
}

export class RangedS3Driver extends S3Driver implements RangeReader {
  readonly #client: S3Client
  readonly #bucket: string
  readonly #signedSeconds: number | null

  constructor({ bucket, region, endpoint, signedSeconds }: BucketSettings) {
    const agent = { maxSockets: MAX_CONNECTIONS, keepAlive: true }
    const client = new S3Client({
      region,
      ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
      requestHandler: {
        connectionTimeout: CONNECTION_TIMEOUT_MS,
        requestTimeout: RESPONSE_TIMEOUT_MS,
        throwOnRequestTimeout: true,
        httpAgent: agent,
        httpsAgent: agent,
      },
    })
    // The bucket policy controls access; buckets without access control lists reject ACL
    // headers.
    super({ client, bucket, visibility: 'private', supportsACL: false })
    this.#client = client
    this.#bucket = bucket
    this.#signedSeconds = signedSeconds
  }

  async find(key: string): Promise<StoredFile | undefined> {
    try {
      const found = await this.#client.send(
        new HeadObjectCommand({ Bucket: this.#bucket, Key: key })
      )
      const modified = found.LastModified ?? new Date(0)
      const [etag, size] = [found.ETag ?? '', found.ContentLength ?? 0]
      return {
        state: { etag, lastModified: modified.toUTCString(), size },
        modified,
        source: { read: (range) => this.#read(key, etag, range), ...this.#link(key) },
      }
    } catch (error) {
      if ((error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode === 404)
        return undefined
      throw error
    }
  }

  #link(key: string): { link?: () => Promise<string> } {
    const expiresIn = this.#signedSeconds
    return expiresIn === null
      ? {}
      : { link: () => this.#signedUrl(key, Math.min(expiresIn, MAX_SIGNED_SECONDS)) }
  }

  /** Set in the URL because the bucket doesn't send `Cache-Control`. */
  #signedUrl(key: string, seconds: number): Promise<string> {
    const options = { expiresIn: `${seconds}s`, ResponseCacheControl: cacheControl('signedFile') }
    return this.getSignedUrl(key, options as SignedURLOptions)
  }

  /** Reads only the known state: a file that has changed since is rejected. */
  async #read(key: string, etag: string, range: ByteRange | undefined): Promise<Readable> {
    const { Body } = await this.#client.send(
      new GetObjectCommand({
        Bucket: this.#bucket,
        Key: key,
        IfMatch: etag,
        Range: range && `bytes=${range.start}-${range.end}`,
      })
    )
    return Body as Readable
  }
}
