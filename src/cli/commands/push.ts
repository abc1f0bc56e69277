import { defineSync } from '../synced.js'

export const command = defineSync({
  name: 'push',
  summary: 'push memory to the remote',
  pull: false,
  push: true,
})
