const OUTCOMES: Record<string, string> = {
  LinkExpired: 'link_expired',
  Ok: 'success',
  NotFound: 'not_found',
  Duplicate: 'duplicate',
  BadRequest: 'bad_request',
  Fail: 'failed',
  NoVerifyString: 'no_verification',
}

const TRUE_BRANCH = /if \((?:true|"True" == "True")\) ?\{/i
const SHOWN = /\$\(['"]#div([A-Za-z]{1,30})['"]\)\.show\(\)/

/** Whether a page is the response to a confirmed subscription. */
export const isSupremeCourtConfirmation = (source: string): boolean =>
  source.includes('CaseNotification/Update') && source.includes('divLinkExpired')

/**
 * The outcome of a docket subscription, which the page's script shows.
 *
 * @param source the page, including its scripts
 * @returns `success`, `link_expired`, or another outcome; null if the page is another kind
 */
export function parseSupremeCourtConfirmation(source: string): string | null {
  if (!isSupremeCourtConfirmation(source)) return null
  const branch = TRUE_BRANCH.exec(source)
  const shown = branch && SHOWN.exec(source.slice(branch.index + branch[0].length))
  return (shown && OUTCOMES[shown[1]]) ?? null
}
