/** Text of pages of the corpora that isn't in their records, each with a reason. */
export interface ExplainedUnread {
  folder: string
  /** A file name, or a pattern of names. */
  file: string | RegExp
  text: RegExp
  reason: string
}

const ANY = /./

export const EXPLAINED_UNREAD: ExplainedUnread[] = [
  {
    folder: 'pacer/dockets/fake-rss',
    file: ANY,
    text: /^THIS IS A FAKED UP DOCKET/,
    reason: 'The page says that it was made from a feed.',
  },
]
