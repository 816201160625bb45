import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { page, type Answer } from '../http/answers.js'

/** Dockets of a folder in place of made ones, by court and case ID. */
export class StoredPages {
  #folder: string

  /**
   * @param folder with `district/<court>_<case ID>.html`, `bankruptcy/…` and
   *   `appellate/<court>_<number>.html`
   * @throws Error outside of tests: such pages are of real people
   */
  constructor(folder: string) {
    if (process.env.NODE_ENV !== 'test') throw new Error('stored court pages are for tests only')
    this.#folder = folder
  }

  /** The page of a case, or null when the folder has none. */
  async docket(
    kind: 'appellate' | 'bankruptcy' | 'district',
    court: string,
    id: string
  ): Promise<Answer | null> {
    if (!/^[\w-]{1,40}$/.test(id)) return null
    try {
      return page(await readFile(join(this.#folder, kind, `${court}_${id}.html`), 'latin1'))
    } catch {
      return null
    }
  }
}
