// In place of node:assert, of which yargs uses two functions; loading the real one costs 6 ms.
export function strictEqual(actual, expected, message) {
  if (!Object.is(actual, expected)) throw new Error(String(message ?? `${actual} is not ${expected}`))
}
export function notStrictEqual(actual, expected, message) {
  if (Object.is(actual, expected)) throw new Error(String(message ?? `${actual} is ${expected}`))
}
