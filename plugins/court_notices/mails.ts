/** Emails about court notices. */
import { absoluteUrl } from '#app/mail/view_mail'
import { ViewMail } from '#app/mail/view_mail'

export interface NotifiedDocket {
  id: number
  name: string
  number: string
  slug: string
}

/** Maximum length of the case name in a subject. */
const MAX_NAME = 100

/** Shows an account without automatic following how to follow a docket. */
export class FollowOfferMail extends ViewMail {
  override subject: string
  override isNotice = true

  constructor(
    recipient: string,
    readonly docket: NotifiedDocket
  ) {
    super(recipient)
    const { name, number } = docket
    const short = name.length > MAX_NAME ? `${name.slice(0, MAX_NAME - 1)}…` : name
    this.subject = `[Sign-Up Needed]: 1 New Docket Entry for ${short}${number ? ` (${number})` : ''}`
  }

  prepare() {
    const { id, name, number, slug } = this.docket
    this.about(`docket.alert:${id}`)
    this.useViews('court_notices::mails/follow_offer', {
      name,
      number,
      page: absoluteUrl(`/docket/${id}/${slug ? `${slug}/` : ''}`),
      settings: absoluteUrl('/profile/settings/'),
    })
  }
}
