/**
 * What the supervisor of `WORKERS` and its processes tell each other over the
 * channel that Node.js opens between them.
 */

import { hasSupervisor } from '#app/support/run_mode'

/** Of a process that now does its work. */
export interface ReadyMessage {
  curia: 'ready'
  /** What a start prints; of web processes only. */
  banner?: string
  /** Whether it shows the credentials of a new demo account, which no other banner has. */
  hasDemo?: boolean
}

/** Asks a web process to answer what its connections still send, and then to end. */
export const RETIRE = 'curia: retire'

/** Notifies the supervisor or the process that runs this one; nothing without either. */
export function reportReady(message: Omit<ReadyMessage, 'curia'> = {}): void {
  if (hasSupervisor()) process.send?.({ curia: 'ready', ...message } satisfies ReadyMessage)
}

export function isReadyMessage(message: unknown): message is ReadyMessage {
  return (message as Partial<ReadyMessage> | null)?.curia === 'ready'
}
