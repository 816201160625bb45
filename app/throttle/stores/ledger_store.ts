/**
 * Where ledgers are kept between requests. A store knows bytes and versions
 * and nothing of windows, so that the rules are in one place.
 */
export interface StoredLedger {
  /** 0 when there is none yet. */
  version: number
  bytes: Buffer | null
}

export interface LedgerChange {
  caller: string
  /** Version the change builds on. */
  version: number
  bytes: Buffer
}

export interface LedgerStore {
  /** @returns the ledger of each caller, in their order */
  load(callers: readonly string[]): Promise<StoredLedger[]>
  /**
   * Saves all changes or none, in one atomic step; each saved ledger's version goes up by one.
   *
   * @returns false when a ledger is no longer of the version its change builds on
   */
  save(changes: readonly LedgerChange[]): Promise<boolean>
  /**
   * Loads ledgers, and saves what follows from them, while no other process can save them.
   *
   * @param callers in ascending order, so that two processes never wait for each other
   */
  saveAlone(
    callers: readonly string[],
    change: (stored: StoredLedger[]) => LedgerChange[]
  ): Promise<void>
  close(): Promise<void>
}
