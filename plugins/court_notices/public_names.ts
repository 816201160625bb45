import { definePublicNames } from '#app/names/define_public_names'

export default definePublicNames({ endpoints: { 'archive-email': 'recap-email' } })
