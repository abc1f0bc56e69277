// In place of sha.js, which is SHA-1 written in JavaScript.
import { createHash } from 'node:crypto'

/** Called with `new`. */
export default function Hash() {
  return createHash('sha1')
}
