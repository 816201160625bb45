/** What ioredis says while it has no connection, loses it under a command, or gets no answer in time. */
const AWAY =
  /Stream isn't writeable|Connection is closed|Connection is in closing state|max retries per request|Command timed out/i

/**
 * Whether an error says that Redis cannot be asked: it is away or hangs, or it answers with an
 * error, as when its memory is full, it is a replica, or a key has a value of another type.
 */
export function isRedisAway(error: unknown): boolean {
  return error instanceof Error && (error.name === 'ReplyError' || AWAY.test(error.message))
}
