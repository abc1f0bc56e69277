import { defineSync } from '../synced.js'

export const command = defineSync({
  name: 'sync',
  summary: 'share memory with the remote, both ways',
  pull: true,
  push: true,
})
