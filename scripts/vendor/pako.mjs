// In place of pako, a zlib written in JavaScript, of which isomorphic-git uses two functions on loose objects.
import { deflateSync, inflateSync } from 'node:zlib'

export default { deflate: deflateSync, inflate: inflateSync }
