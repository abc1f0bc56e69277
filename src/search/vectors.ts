/**
 * Vectors as bytes: a number per dimension from -127 to 127, and one scale. What is lost by that is far below what ranks hits. A cold
 * process compares ten thousand of them before V8 has compiled anything, and makes an object of every fraction it meets until then: so
 * nearness is a whole number.
 */

export interface Quantised {
  /** What the values are to be multiplied by, as a whole number: times `SCALE`. */
  scale: number
  values: Int8Array
}

const SCALE = 1 << 20
/** Of a document without a vector. */
export const UNKNOWN = -0x80000000

/** The same direction, of length 1; zeros stay zeros. */
export function normalised(vector: Float32Array): Float32Array {
  let sum = 0
  for (const value of vector) sum += value * value
  const length = Math.sqrt(sum)
  return length > 0 ? vector.map((value) => value / length) : vector
}

export function quantise(vector: Float32Array): Quantised {
  const unit = normalised(vector)
  let most = 0
  for (const value of unit) most = Math.max(most, Math.abs(value))
  const scale = Math.round((most / 127) * SCALE)
  return {
    scale,
    values: Int8Array.from(unit, (value) => (scale > 0 ? Math.round((value / most) * 127) : 0)),
  }
}

/** Rows of equal length in one array, as they lie in the file of a cache. */
export interface Rows {
  /** Of the whole file. */
  bytes: Int8Array
  words: Int32Array
  /** Row `n` begins at byte `first + n * step`, and its scale is word `firstScale + n * scaleStep`. */
  first: number
  step: number
  firstScale: number
  scaleStep: number
  dimensions: number
}

export interface Nearness {
  /** How near each is, in units; UNKNOWN where that is not known. */
  near: Int32Array
  /** Times this it is a cosine, from -1 to 1. */
  unit: number
  /** Of those that are known. */
  least: number
  most: number
  /** Which one that is; -1 when none is known. */
  nearest: number
}

/** How near rows are to the query. A negative row, and one of zeros, is UNKNOWN. */
export function nearness(rows: Rows, wanted: Int32Array, query: Quantised): Nearness {
  const near = new Int32Array(wanted.length)
  const { bytes, words, first, step, firstScale, scaleStep, dimensions } = rows
  const { values } = query
  const { length } = wanted
  let [least, most, nearest] = [0x7fffffff, UNKNOWN, -1]
  for (let i = 0; i < length; i++) {
    const row = wanted[i]!
    const scale = row < 0 ? 0 : words[firstScale + row * scaleStep]!
    if (scale === 0) {
      near[i] = UNKNOWN
      continue
    }
    // In this order no step leaves the whole numbers of 31 bits: a product of values and scales is a cosine, and that is 1 at most.
    const value = ((dot(bytes, first + row * step, values, dimensions) >> 3) * scale) >> 11
    near[i] = value
    if (value < least) least = value
    if (value > most) {
      most = value
      nearest = i
    }
  }
  return { near, least, most, nearest, unit: (query.scale / SCALE) * ((1 << 14) / SCALE) }
}

/** Eight at a time: a loop costs as much as what it does, until it is compiled. */
function dot(bytes: Int8Array, at: number, values: Int8Array, dimensions: number): number {
  let sum = 0
  let d = 0
  for (; d + 8 <= dimensions; d += 8) {
    const from = at + d
    sum +=
      bytes[from]! * values[d]! +
      bytes[from + 1]! * values[d + 1]! +
      bytes[from + 2]! * values[d + 2]! +
      bytes[from + 3]! * values[d + 3]! +
      bytes[from + 4]! * values[d + 4]! +
      bytes[from + 5]! * values[d + 5]! +
      bytes[from + 6]! * values[d + 6]! +
      bytes[from + 7]! * values[d + 7]!
  }
  for (; d < dimensions; d++) sum += bytes[at + d]! * values[d]!
  return sum
}
