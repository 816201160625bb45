/** Types of the functions of run_build.js that the sources use. */
export function ensureBuilt(): Promise<void>
