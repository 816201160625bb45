/** A position in PostgreSQL's write-ahead log, comparable as a number. */
export type LogPosition = bigint

/** @param text as PostgreSQL writes a `pg_lsn`: `16/B374D848` */
export function logPosition(text: string): LogPosition {
  const [high, low] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}
