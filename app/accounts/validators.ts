/**
 * Shapes of what people type about their accounts.
 */
import vine from '@vinejs/vine'
import { parseRate, type Rate } from '#app/throttle/rate'
import { MAX_PASSWORD_LENGTH } from './passwords.js'

/** Dots alone would be steps of a path. */
const USERNAME = /^(?!\.+$)[\w.@+-]+$/

export const username = () => vine.string().trim().minLength(1).maxLength(150).regex(USERNAME)
export const email = () => vine.string().trim().maxLength(254).email()
export const personName = () => vine.string().trim().maxLength(150)

/** Sentences in place of the validator's own. */
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
    'Use letters, digits and @ . + - _ only, and at least one character other than a period.',
}

/** A password that is compared with the stored one. */
export const givenPassword = () => vine.string().maxLength(MAX_PASSWORD_LENGTH)

/** A form that asks for the password, because what follows cannot be undone. */
export const passwordForm = vine.compile(vine.object({ password: givenPassword() }))

/** A form that asks for the address to mail something to. */
export const addressForm = vine.compile(vine.object({ email: email() }))

/** Name and address of an account made by an operator. */
export const operatorAccount = vine.compile(
  vine.object({ username: username(), email: email().optional() })
)

/**
 * Rates of one scope, one for each period at most (usage-and-limits 6).
 *
 * @throws RangeError
 */
export function parseRates(texts: readonly string[]): Rate[] {
  const rates = texts.map(parseRate)
  if (new Set(rates.map(({ seconds }) => seconds)).size < rates.length)
    throw new RangeError('Each of min, hour and day may have one rate only.')
  return rates
}
