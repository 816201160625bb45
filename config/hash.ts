import { defineConfig, drivers } from '@adonisjs/core/hash'

export default defineConfig({
  default: 'scrypt',
  list: {
    scrypt: drivers.scrypt({
      cost: 16_384,
      blockSize: 8,
      parallelization: 1,
      maxMemory: 33_554_432,
    }),
  },
})
