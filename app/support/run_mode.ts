/**
 * What the process is for, of which the framework says two halves: its mode
 * (it runs, or only lists routes and types) and its environment.
 */
import type { ApplicationService } from '@adonisjs/core/types'

/** Whether the application runs: else nothing is opened or read. */
export function isRunning(app: ApplicationService): boolean {
  return app.getMode() === 'run'
}

/** Whether it answers requests, as a server does and a test suite. */
export function answersRequests(app: ApplicationService): boolean {
  return isRunning(app) && ['web', 'test'].includes(app.getEnvironment())
}

/** Whether it is one of the processes of `WORKERS`, which share a port and have a process for jobs beside them. */
export function isSupervised(): boolean {
  return process.env.CURIA_SUPERVISED === 'on'
}

/** Whether another process started this one to supervise it, and gets its messages. */
export function hasSupervisor(): boolean {
  return isSupervised() || process.env.CURIA_PARENT === 'on'
}

/** Whether it is a server that works without being asked: not one that tests started. */
export function isServer(app: ApplicationService): boolean {
  return isRunning(app) && app.getEnvironment() === 'web' && !app.inTest
}
