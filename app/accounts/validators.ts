/**
 * Validators of account forms.
 */
import vine from '@vinejs/vine'
import { parseRate, type Rate } from '#app/throttle/rate'
import { MAX_PASSWORD_LENGTH } from './passwords.js'

/** Dots alone would be path segments. */
const USERNAME = /^(?!\.+$)[\w.@+-]+$/

export const username = () => vine.string().trim().minLength(1).maxLength(150).regex(USERNAME)
export const email = () => vine.string().trim().maxLength(254).email()
export const personName = () => vine.string().trim().maxLength(150)

/** Messages that replace those of the validator. */
export const MESSAGES = {
  'required': 'This field is required.',
  'string': 'Enter text.',
  'email': 'Enter a valid email address.',
  'maxLength': 'At most {{ max }} characters.',
  'minLength': 'At least {{ min }} characters.',
  'confirmed': "The passwords don't match.",
  'accepted': 'Select this check box to continue.',
  'consent.required': 'Select this check box to continue.',
  'in': 'Choose an option from the list.',
  'boolean': 'Must be on or off.',
  'number': 'Enter a number.',
  'min': 'At least {{ min }}.',
  'max': 'At most {{ max }}.',
  'withoutDecimals': 'Enter a whole number.',
  'username.regex':
    'Use only letters, digits, and @ . + - _, and at least one character other than a period.',
}

/** A password to compare with the stored one. */
export const givenPassword = () => vine.string().maxLength(MAX_PASSWORD_LENGTH)

/** A form that requires the password, because the action can't be undone. */
export const passwordForm = vine.compile(vine.object({ password: givenPassword() }))

/** A form for an email address to send a link to. */
export const addressForm = vine.compile(vine.object({ email: email() }))

/** Username and email address of an account created by an operator. */
export const operatorAccount = vine.compile(
  vine.object({ username: username(), email: email().optional() })
)

/**
 * Rates of one scope, at most one for each period (usage-and-limits 6).
 *
 * @throws RangeError
 */
export function parseRates(texts: readonly string[]): Rate[] {
  const rates = texts.map(parseRate)
  if (new Set(rates.map(({ seconds }) => seconds)).size < rates.length)
    throw new RangeError('Set at most one rate for each of min, hour, and day.')
  return rates
}
