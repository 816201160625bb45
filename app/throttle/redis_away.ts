/** What ioredis says while it has no connection, or loses it under a command. */
const AWAY =
  /Stream isn't writeable|Connection is closed|Connection is in closing state|max retries per request/i

/** Whether an error says that Redis is away. */
export function isRedisAway(error: unknown): boolean {
  return error instanceof Error && AWAY.test(error.message)
}
