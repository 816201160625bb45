/** Types of what the sources use of run_build.js. */
export function ensureBuilt(): Promise<void>
