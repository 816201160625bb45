/** Removes kept pages, and passages that only they had, when their dockets are deleted. */
import app from '@adonisjs/core/services/app'
import type { TransactionalConsumer } from '#app/events/consumer_definition'
import { UnreadPageRemover } from './remove_pages.js'

export default {
  name: 'federal_records.unread_pages',
  tables: ['dockets'],
  // Finds the deleted dockets itself.
  wholeChanges: true,
  async handle({ changes, trx }) {
    if (!changes.some(({ kind }) => kind === 'deleted')) return
    const remover = await app.container.make(UnreadPageRemover)
    await remover.forgetDeletedDockets(trx)
  },
} satisfies TransactionalConsumer
