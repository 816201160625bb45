/**
 * Shapes of what people type about their accounts.
 */
import vine from '@vinejs/vine'
import { parseRate, type Rate } from '#app/throttle/rate'
import { LONGEST_PASSWORD } from './password_rules.js'

/** Dots alone would be steps of a path. */
const USERNAME = /^(?!\.+$)[\w.@+-]+$/

export const username = () => vine.string().trim().minLength(1).maxLength(150).regex(USERNAME)
export const email = () => vine.string().trim().maxLength(254).email()
export const personName = () => vine.string().trim().maxLength(150)

/** Sentences in place of the validator's own. */
export const MESSAGES = {
  'required': 'Please fill this in.',
  'string': 'This must be text.',
  'email': 'This is no e-mail address.',
  'maxLength': 'At most {{ max }} characters.',
  'minLength': 'At least {{ min }} characters.',
  'confirmed': 'The two do not agree.',
  'accepted': 'Please tick the box.',
  'consent.required': 'Please tick the box.',
  'in': 'Please choose one of the list.',
  'boolean': 'This is ticked or not.',
  'number': 'This must be a number.',
  'min': 'At least {{ min }}.',
  'max': 'At most {{ max }}.',
  'withoutDecimals': 'This must be a whole number.',
  'username.regex': 'Letters, digits and @ . + - _ only, and not dots alone.',
}

/** A password that is compared with the stored one. */
export const givenPassword = () => vine.string().maxLength(LONGEST_PASSWORD)

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
