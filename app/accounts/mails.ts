/**
 * Emails about accounts.
 */
import { absoluteUrl, ViewMail } from '#app/mail/view_mail'

/** The link to confirm the email address of a new account. */
export class ConfirmEmailMail extends ViewMail {
  override subject = 'Please confirm your email address'

  constructor(
    recipient: string,
    readonly key: string
  ) {
    super(recipient)
  }

  prepare() {
    this.useViews('mails/accounts/confirm_email', {
      link: absoluteUrl(`/email/confirm/${this.key}/`),
    })
  }
}

/** Replaces `ConfirmEmailMail` for a registered email address. */
export class AlreadyRegisteredMail extends ViewMail {
  override subject = 'You already have an account'

  prepare() {
    this.useViews('mails/accounts/already_registered', { link: absoluteUrl('/reset-password/') })
  }
}

export class ResetPasswordMail extends ViewMail {
  override subject = 'Choose a new password'

  constructor(
    recipient: string,
    readonly key: string
  ) {
    super(recipient)
  }

  prepare() {
    this.useViews('mails/accounts/reset_password', {
      link: absoluteUrl(`/confirm-password/${this.key}/`),
    })
  }
}

/** Notifies the old email address of a pending change. */
export class EmailChangingMail extends ViewMail {
  override subject = 'Your email address is being changed'

  constructor(
    recipient: string,
    readonly changedTo: string
  ) {
    super(recipient)
  }

  prepare() {
    this.useViews('mails/accounts/email_changing', {
      changedTo: this.changedTo,
      link: absoluteUrl('/reset-password/'),
    })
  }
}

/** The link to confirm a new email address of an account. */
export class ConfirmNewEmailMail extends ViewMail {
  override subject = 'Please confirm your new email address'

  constructor(
    recipient: string,
    readonly key: string
  ) {
    super(recipient)
  }

  prepare() {
    this.useViews('mails/accounts/confirm_new_email', {
      link: absoluteUrl(`/email/confirm/${this.key}/`),
    })
  }
}

/**
 * Notifies the owner that two-factor sign-in was enabled or disabled, with a link to recover
 * the account.
 */
abstract class SecondFactorMail extends ViewMail {
  protected abstract readonly state: 'enabled' | 'disabled'

  prepare() {
    this.useViews('mails/accounts/second_factor', {
      state: this.state,
      link: absoluteUrl('/reset-password/'),
    })
  }
}

export class SecondFactorEnabledMail extends SecondFactorMail {
  override subject = 'Two-factor sign-in was enabled'
  protected readonly state = 'enabled'
}

export class SecondFactorDisabledMail extends SecondFactorMail {
  override subject = 'Two-factor sign-in was disabled'
  protected readonly state = 'disabled'
}

export class PasswordChangedMail extends ViewMail {
  override subject = 'Your password was changed'

  prepare() {
    this.useViews('mails/accounts/password_changed', { link: absoluteUrl('/reset-password/') })
  }
}
