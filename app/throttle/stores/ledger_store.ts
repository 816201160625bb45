/**
 * Storage of ledgers between requests. A store handles bytes and versions only, so that all
 * rules about windows are in one place.
 */
export interface StoredLedger {
  /** 0 if the ledger doesn't exist yet. */
  version: number
  bytes: Buffer | null
}

export interface LedgerChange {
  caller: string
  /** Version on which the change is based. */
  version: number
  bytes: Buffer
}

export interface LedgerStore {
  /** @returns the ledgers in the order of the callers */
  load(callers: readonly string[]): Promise<StoredLedger[]>
  /**
   * Saves all changes or none, atomically, and increments the versions.
   *
   * @returns false if the version of a ledger has changed
   */
  save(changes: readonly LedgerChange[]): Promise<boolean>
  /**
   * Loads ledgers and saves changes while no other process can save them.
   *
   * @param callers in ascending order, to prevent deadlocks
   */
  saveAlone(
    callers: readonly string[],
    change: (stored: StoredLedger[]) => LedgerChange[]
  ): Promise<void>
  close(): Promise<void>
}
