/**
 * Messages between the supervisor of `WORKERS` and its processes over the channel of Node.js.
 */

import { hasSupervisor } from '#app/support/run_mode'

/** Sent by a process when it is working. */
export interface ReadyMessage {
  curia: 'ready'
  /** Output of the start; for web processes only. */
  banner?: string
  /** Whether it has the credentials of a new demo account, unlike other banners. */
  hasDemo?: boolean
}

/** Requests a web process to finish its requests and then stop. */
export const RETIRE = 'curia: retire'

/** Notifies the supervisor or another parent process, if there is one. */
export function reportReady(message: Omit<ReadyMessage, 'curia'> = {}): void {
  if (hasSupervisor()) process.send?.({ curia: 'ready', ...message } satisfies ReadyMessage)
}

export function isReadyMessage(message: unknown): message is ReadyMessage {
  return (message as Partial<ReadyMessage> | null)?.curia === 'ready'
}
