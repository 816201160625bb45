/**
 * Sets the validation messages of forms.
 */
import { RequestValidator } from '@adonisjs/core/http'
import { SimpleMessagesProvider } from '@vinejs/vine'
import { MESSAGES } from '#app/accounts/validators'

const messagesProvider = new SimpleMessagesProvider(MESSAGES)

RequestValidator.messagesProvider = () => messagesProvider
