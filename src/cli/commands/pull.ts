import { defineSync } from '../synced.js'

export const command = defineSync({
  name: 'pull',
  summary: 'fetch and merge memory from the remote',
  pull: true,
  push: false,
})
